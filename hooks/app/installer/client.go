package installer

import (
	"neverask/hooks/claude/client"
	"neverask/hooks/thirdparty/outside"
	"neverask/settings"
)

// A Session of the client that is running, or was a moment ago.
type Session = outside.Session

// Client is the version of the client that a person would start, or of one that runs.
func (in *Installer) Client() client.Version {
	if in.ClientInPath != nil {
		if v := in.ClientInPath(); v != "" {
			return v
		}
	}
	for _, s := range in.Sessions(in.Target(settings.User, "")) {
		if s.Version != "" {
			return client.Version(s.Version)
		}
	}
	return ""
}
