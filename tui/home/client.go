package home

import (
	"neverask/diffview"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/dispatch"
)

// clientFound is what is found of Claude Code on the machine, beside its questions.
type clientFound struct {
	client.Found
	hooks   int
	failing int    // hooks whose program cannot be run, or that never fire
	why     string // of the first of them
}

func findClient(b Backend) clientFound {
	sources := b.Sources()
	all := sources.Hooks()
	found := clientFound{Found: b.Client(), hooks: len(all)}
	standings := b.Standings(sources)
	failing := dispatch.Failing(standings)
	if found.failing = len(failing); found.failing > 0 {
		found.why = standings[failing[0]].Why
	}
	return found
}

// facts are what of Claude Code is found here: its version, and the hooks that it has.
func (c *clientFound) facts() []string {
	text := "Claude Code"
	if c.Version != "" {
		text += " " + diffview.Visible(string(c.Version))
	}
	if c.From != "" {
		text += " (" + c.From + ")"
	}
	all := []string{text, diffview.Count(c.hooks, "hook")}
	if c.Version != "" && c.Version.Doubt() != "" {
		all = append(all, diffview.Visible(c.Version.Doubt()))
	}
	return all
}
