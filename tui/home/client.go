package home

import (
	"neverask/diffview"
	"neverask/hooks/app/doctor"
	"neverask/hooks/claude/client"
)

// clientFound is what is found of Claude Code on the machine, beside its questions.
type clientFound struct {
	client.Found
	hooks   int
	unknown bool // no hook is known, because a file of them is broken
	failing []doctor.Failure
}

func findClient(b Backend) clientFound {
	sources := b.Sources()
	all := sources.Hooks()
	found := clientFound{Found: b.Client(), hooks: len(all), unknown: len(all) == 0 && len(sources.Findings) > 0}
	found.failing = b.Failing(sources)
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
	if c.unknown {
		all[1] = "hooks unknown"
	}
	if c.Version != "" && c.Version.Doubt() != "" {
		all = append(all, diffview.Visible(c.Version.Doubt()))
	}
	return all
}
