package home

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/diffview"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/dispatch"
	"neverask/tui/kit"
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

// failingEntry is the line about hooks that should run and cannot.
func (c *clientFound) failingEntry(home string) (line kit.Entry, there bool) {
	if c == nil || c.failing == 0 {
		return kit.Entry{}, false
	}
	text := kit.Clean(home, c.why)
	if more := c.failing - 1; more > 0 {
		text += fmt.Sprintf(", and %d more", more)
	}
	return kit.Entry{Label: "Failing hooks", Badge: kit.Mark("✗", fmt.Sprint(c.failing), kit.Bad), Text: text + " " + kit.Tied("· press D to fix")}, true
}

// clientEntry says what of Claude Code is found here: its version, the hooks
// that it has already, and what it has asked.
func (o *Place) clientEntry() kit.Entry {
	e := kit.Entry{Label: "Claude Code"}
	past := o.state.Questions.All
	switch {
	case o.client == nil:
		e.Text = "looking for it …"
		return e
	case o.client.Missing():
		e.Badge, e.Text = kit.Mark("○", "not found", kit.Warn), "not in PATH or the usual install locations "+kit.Tied("· press D to see what to do")
		return e
	}
	found := []string{o.client.From}
	e.Badge = kit.Mark("●", cmp.Or(diffview.Visible(string(o.client.Version)), "found"), kit.Good)
	if n := o.client.hooks; n > 0 {
		found = append(found, diffview.Count(n, "hook"))
	} else {
		found = append(found, "no hooks")
	}
	switch {
	case past == nil:
	case len(past.List) > 0:
		n := len(past.List)
		found = append(found, diffview.Count(n, "question")+" since "+o.since(past.List[n-1].Time))
	default:
		found = append(found, "no questions so far")
	}
	if o.client.Version != "" {
		found = append(found, diffview.Visible(o.client.Version.Doubt()))
	}
	e.Text = strings.Join(slices.DeleteFunc(found, func(s string) bool { return s == "" }), " · ")
	return e
}

// since says when something was for the first time, as briefly as it tells.
func (o *Place) since(t time.Time) string {
	if t = t.Local(); t.Year() != o.now().Local().Year() {
		return t.Format("Jan 2006")
	}
	return t.Format("2 Jan")
}
