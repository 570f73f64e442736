package installer

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"neverask/diffview"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/thirdparty/outside"
	"neverask/settings"
)

// A Session of the client that is running, or was a moment ago.
type Session = outside.Session

// Client is the Claude Code that a person has. Where the place of the program does not
// tell its version, a running session does, or the latest transcript. Where there is none of
// these, what it has asked the hook is a trace of it.
func (in *Installer) Client() (f client.Found) {
	if in.FindClient != nil {
		f = in.FindClient()
	}
	if f.Version != "" {
		return f
	}
	for _, s := range in.Sessions(in.Target(settings.User, "")) {
		if s.Version != "" {
			f.Version, f.From = client.Version(s.Version), "from a running session"
			return f
		}
	}
	if v := transcript.Version(filepath.Join(in.Locations.Config(), "projects")); v != "" {
		f.Version, f.From = client.Version(v), "from transcripts"
	} else if _, err := os.Stat(in.Paths.Questions()); err == nil && f.Program == "" {
		f.From = "by its questions"
	}
	return f
}

// Running says how many sessions there are: those of processes are running, of others only
// a transcript is known, which changed a moment ago.
func Running(found []Session) string {
	text := diffview.Count(len(found), "session")
	switch {
	case found[0].PID == 0:
		return fmt.Sprintf("%s ran in the last %d minutes", text, outside.Recently/time.Minute)
	case len(found) == 1:
		return text + " of Claude Code is running"
	}
	return text + " of Claude Code are running"
}
