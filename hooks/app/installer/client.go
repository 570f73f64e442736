package installer

import (
	"path/filepath"

	"neverask/hooks/claude/client"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/thirdparty/outside"
	"neverask/settings"
)

// A Session of the client that is running, or was a moment ago.
type Session = outside.Session

// Client is the version of the Claude Code that a person has, and where it is known from
// when the place of the program does not tell it.
func (in *Installer) Client() (v client.Version, from string) {
	if in.ClientInPath != nil {
		if v := in.ClientInPath(); v != "" {
			return v, ""
		}
	}
	for _, s := range in.Sessions(in.Target(settings.User, "")) {
		if s.Version != "" {
			return client.Version(s.Version), "from a running session"
		}
	}
	return client.Version(transcript.Version(filepath.Join(in.Locations.Config(), "projects"))), "from transcripts"
}
