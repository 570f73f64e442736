package planner

import (
	"os"
	"path/filepath"

	"neverask/hooks/claude/client"
	"neverask/hooks/claude/transcript"
)

// Client returns the person's Claude Code. If the program's path does not tell its version, the
// latest transcript does. If there is neither, questions that reached the hook are a trace of it.
func (in *Planner) Client() (f client.Found) {
	if in.FindClient != nil {
		f = in.FindClient()
	}
	if f.Version != "" {
		return f
	}
	if v := transcript.Version(filepath.Join(in.Locations.Config(), "projects")); v != "" {
		f.Version, f.From = client.Version(v), "from transcripts"
	} else if _, err := os.Stat(in.Paths.Questions()); err == nil && f.Program == "" {
		f.From = "by its questions"
	}
	return f
}
