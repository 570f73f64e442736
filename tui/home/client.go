package home

import (
	"fmt"
	"slices"

	"neverask/diffview"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/client"
	"neverask/hooks/others/conflict"
)

// clientFound is what was found of Claude Code on this machine, except its questions.
type clientFound struct {
	client.Found
	hooks    int // including parked ones
	parked   int
	unknown  bool // the hooks are unknown, because a settings file is broken
	failing  []doctor.Failure
	findings []doctor.Finding // errors and warnings of the doctor
}

func findClient(b Backend) clientFound {
	sources := b.Sources()
	all := sources.Hooks()
	found := clientFound{Found: b.Client(), hooks: len(all), unknown: len(all) == 0 && len(sources.Findings) > 0}
	found.parked = countParked(b)
	found.hooks += found.parked
	found.failing = b.Failing(sources)
	found.findings = slices.DeleteFunc(b.ExamineFiles(sources), func(f doctor.Finding) bool { return f.Severity == doctor.Info })
	return found
}

// countParked counts the parked hooks like the Hooks place does. It returns 0 if they cannot be
// read, which the Hooks place reports.
func countParked(b Backend) (n int) {
	parked, err := b.Parked()
	resolved, other := b.Resolved()
	if err != nil || other != nil {
		return 0
	}
	n = planner.CountParked(parked)
	for _, r := range resolved {
		if r.Resolution == conflict.Park {
			n++
		}
	}
	return n
}

// facts returns the version of Claude Code, and how many hooks it has.
func (c *clientFound) facts() []string {
	text := "Claude Code"
	if c.Version != "" {
		text += " " + diffview.Visible(string(c.Version))
	}
	if c.From != "" {
		text += " (" + c.From + ")"
	}
	all := []string{text, diffview.Count(c.hooks, "hook")}
	if c.parked > 0 {
		all[1] += fmt.Sprintf(" (%d parked)", c.parked)
	}
	if c.unknown && c.hooks == 0 {
		all[1] = "hooks unknown"
	}
	if c.Version != "" && c.Version.Doubt() != "" {
		all = append(all, diffview.Visible(c.Version.Doubt()))
	}
	return all
}
