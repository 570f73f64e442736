package tui

import (
	"fmt"
	"slices"

	"charm.land/lipgloss/v2"

	"neverask/diffview"
	"neverask/hooks/installer"
)

// A proposal is a plan and everything that is shown of it.
type proposal struct {
	change  change
	plan    installer.Plan
	summary diffview.Summary
	status  installer.Status // of the file, when it was planned
	stamp   stamp            // of the file, from before it was read for the plan
	rows    [views][]line
}

// propose plans a change. It reads files, and draws all views, because that
// takes a moment for a large file.
func propose(b Backend, c change, home string) (*proposal, error) {
	p := &proposal{change: c, stamp: stampOf(b, c.path())}
	var err error
	if p.plan, err = c.plan(b); err != nil {
		return nil, err
	}
	p.status = b.Inspect(c.where())
	p.summary = p.plan.Summary()
	for _, problem := range p.plan.Problems {
		p.remark("▲ " + problem.Severity + ": " + diffview.Visible(problem.Message))
		p.remark("  → " + diffview.Visible(problem.Fix))
	}
	for _, text := range p.remarks(home) {
		p.remark("= " + text)
	}
	if p.plan.Empty() {
		return p, nil
	}
	if len(p.rows[semantic]) > 0 {
		p.add(line{}, semantic, unified, split)
	}
	for _, r := range diffview.Semantic(p.summary) {
		p.add(line{left: r}, semantic)
	}
	for _, r := range diffview.Unified(p.plan.Before, p.plan.After, around) {
		p.add(line{left: r, numbered: true}, unified)
	}
	for _, r := range diffview.Split(p.plan.Before, p.plan.After, around) {
		p.add(line{left: r.Left, right: r.Right, numbered: true, paired: true}, split)
	}
	return p, nil
}

// remark adds a line about the plan as a whole.
func (p *proposal) remark(text string) {
	p.add(line{left: diffview.Row{Kind: diffview.Note, Spans: []diffview.Span{{Text: text}}}}, semantic, unified, split)
}

func (p *proposal) add(l line, to ...view) {
	for _, v := range to {
		p.rows[v] = append(p.rows[v], l)
	}
}

// program reports that applying also puts the hook program in place.
func (p *proposal) program() bool {
	h := p.status.Hook
	stale := h.Version == "" || h.Altered || !h.Current
	return stale && (p.change.op == "install" || p.touchesOurs(diffview.OpAdd))
}

func (p *proposal) touchesOurs(op string) bool {
	return slices.ContainsFunc(p.summary.Changes, func(c diffview.Change) bool {
		return c.Owner == diffview.Ours && c.Op == op
	})
}

// empty reports whether applying would do nothing at all.
func (p *proposal) empty() bool { return p.plan.Empty() && !p.program() }

// same reports whether two plans write the same.
func (p *proposal) same(q *proposal) bool {
	a, b := p.plan.Plan, q.plan.Plan
	return a.Target == b.Target && a.Created == b.Created && a.Removed == b.Removed &&
		string(a.Before) == string(b.Before) && string(a.After) == string(b.After)
}

// sameOthers reports whether two plans list the same hooks of others.
func (p *proposal) sameOthers(q *proposal) bool {
	return slices.EqualFunc(p.plan.Foreign, q.plan.Foreign, func(a, b installer.Foreign) bool {
		return a.Target == b.Target && a.Event == b.Event && a.Handler.Raw == b.Handler.Raw
	})
}

// title is what is done where.
func (p *proposal) title(home string) string {
	file := short(home, p.change.path())
	switch p.change.op {
	case "install":
		return "Install question hooks into " + file
	case "uninstall":
		return "Remove question hooks from " + file
	case "undo":
		return "Undo in " + file
	default:
		return "Redo in " + file
	}
}

// remarks say what happens beside lines that change.
func (p *proposal) remarks(home string) (all []string) {
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	program := short(home, p.status.Hook.Path)
	if r := p.change.receipt; r.ID != "" {
		add("takes back: %s of %s", diffview.Visible(r.Op), r.Time.Local().Format("2 January 2006, 15:04"))
	}
	switch {
	case p.plan.Empty():
		add("the settings need no change")
	case p.plan.Created:
		add("the file does not exist yet and is made, readable by you alone")
	case p.plan.Removed:
		add("the file is removed: neverask made it, and nothing else is in it")
	}
	if to := p.plan.Plan.Target; !p.plan.Created && to != p.plan.Path {
		add("it is a link; what changes is %s", short(home, to))
	}
	switch {
	case p.program() && p.status.Hook.Version == "":
		add("the hook program is copied to %s", program)
	case p.program():
		add("the hook program %s is replaced", program)
	case p.touchesOurs(diffview.OpRemove) && !p.touchesOurs(diffview.OpAdd):
		add("the hook program is removed when no settings file runs it any more")
	}
	return all
}

// outcome says how much changes and how to get back, in a width.
func (p *proposal) outcome(width int) string {
	s := p.summary
	long := fmt.Sprintf("%d to add, %d to change, %d to remove", s.Added, s.Changed, s.Removed)
	brief := fmt.Sprintf("+%d ~%d -%d", s.Added, s.Changed, s.Removed)
	var back string
	if !p.plan.Empty() && !p.plan.Created {
		back += " · backup kept"
	}
	switch {
	case p.plan.Empty():
	case p.change.op == "undo":
		back += " · redo with Z"
	default:
		back += " · undo with z"
	}
	for _, text := range []string{long + back, brief + back, brief} {
		if lipgloss.Width(text) <= width {
			return text
		}
	}
	return fit(brief, width)
}
