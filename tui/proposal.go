package tui

import (
	"fmt"
	"maps"
	"slices"

	"charm.land/lipgloss/v2"

	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/settings/foreign"
	"neverask/tui/kit"
)

// A proposal is a plan and everything that is shown of it.
type proposal struct {
	operation Operation
	plan      installer.Plan
	parts     []part                   // the files that change, in the order in which they do
	status    status.Status            // of the change's file, when it was planned
	stamps    map[string]foreign.Stamp // of all files of the plan
	rows      [views][]line
	past      string // what was done, of one that is shown because it was made
}

// A part is the change of one file.
type part struct {
	plan    installer.Plan
	summary diffview.Summary
}

// propose plans a change. It reads files, and draws all views, because that
// takes a moment for a large file.
func propose(b changeWorld, o Operation, home string) (*proposal, error) {
	p := &proposal{operation: o, stamps: map[string]foreign.Stamp{o.Target.Path: b.Stamp(o.Target.Path)}}
	var err error
	if p.plan, err = o.Plan(); err != nil {
		return nil, err
	}
	p.plan.Problems = append(slices.Clip(p.plan.Problems), b.Warnings(p.plan)...)
	p.status = b.Inspect(o.Target)
	for _, one := range p.plan.Parts() {
		if _, known := p.stamps[one.Path]; !known {
			p.stamps[one.Path] = b.Stamp(one.Path)
		}
		if !one.Empty() {
			p.parts = append(p.parts, part{one, one.Summary()})
		}
	}
	for _, problem := range p.plan.Problems {
		p.remark("▲ " + problem.Severity + ": " + kit.Clean(home, problem.Message))
		p.remark("  → " + kit.Clean(home, problem.Fix))
	}
	p.remark(p.remarks(home)...)
	for i, one := range p.parts {
		p.draw(i, one, home)
	}
	return p, nil
}

// draw adds what is shown of a part, under a heading where there are several.
func (p *proposal) draw(i int, one part, home string) {
	if p.several() {
		if len(p.rows[semantic]) > 0 {
			p.add(line{}, semantic, unified, split)
		}
		heading := fmt.Sprintf("file %d of %d   %s", i+1, len(p.parts), subject(home, one.plan.Target))
		p.add(line{left: diffview.Row{Kind: diffview.Head, Spans: []diffview.Span{{Text: heading, Emphasis: true}}}}, semantic, unified, split)
		p.remark(one.remarks(home)...)
	}
	if len(p.rows[semantic]) > 0 {
		p.add(line{}, semantic, unified, split)
	}
	for _, r := range diffview.Semantic(one.summary) {
		p.add(line{left: r}, semantic)
	}
	for _, r := range diffview.Unified(one.plan.Before, one.plan.After, around) {
		p.add(line{left: r, numbered: true}, unified)
	}
	for _, r := range diffview.Split(one.plan.Before, one.plan.After, around) {
		p.add(line{left: r.Left, right: r.Right, numbered: true, paired: true}, split)
	}
}

// remark adds lines that belong to no file.
func (p *proposal) remark(texts ...string) {
	for _, text := range texts {
		p.add(line{left: diffview.Row{Kind: diffview.Note, Spans: []diffview.Span{{Text: text}}}}, semantic, unified, split)
	}
}

func (p *proposal) add(l line, to ...view) {
	for _, v := range to {
		p.rows[v] = append(p.rows[v], l)
	}
}

// several reports whether what changes is not the change's own file alone, so
// that every file needs its name.
func (p *proposal) several() bool {
	return len(p.parts) > 1 || len(p.parts) == 1 && p.parts[0].plan.Path != p.operation.Target.Path
}

// program reports that applying also puts the hook program in place.
func (p *proposal) program() bool {
	h := p.status.Hook
	stale := h.Version == "" || h.Altered || !h.Current
	return stale && (p.plan.Op == "install" || p.operation.Program || p.touchesOurs(diffview.OpAdd))
}

// opens is the view that shows a plan best. What was no valid file, or changes in
// layout alone, has nothing that could be told by meaning.
func (p *proposal) opens() view {
	vague := func(one part) bool {
		return one.summary.LayoutOnly || slices.ContainsFunc(one.summary.Changes, func(c diffview.Change) bool { return c.Path == "" && c.Op == diffview.OpChange })
	}
	if len(p.parts) > 0 && !slices.ContainsFunc(p.parts, func(one part) bool { return !vague(one) }) {
		return unified
	}
	return semantic
}

func (p *proposal) touchesOurs(op string) bool {
	return slices.ContainsFunc(p.parts, func(one part) bool {
		return slices.ContainsFunc(one.summary.Changes, func(c diffview.Change) bool {
			return c.Owner == diffview.Ours && c.Op == op
		})
	})
}

// empty reports whether applying would do nothing at all.
func (p *proposal) empty() bool { return len(p.parts) == 0 && !p.program() }

// same reports whether two plans write the same.
func (p *proposal) same(q *proposal) bool {
	return slices.EqualFunc(p.parts, q.parts, func(x, y part) bool {
		a, b := x.plan.Plan, y.plan.Plan
		return a.Target == b.Target && a.Created == b.Created && a.Removed == b.Removed &&
			string(a.Before) == string(b.Before) && string(a.After) == string(b.After)
	})
}

// changedSince is the file that has changed since another proposal was made.
func (p *proposal) changedSince(old *proposal) string {
	for _, one := range p.parts {
		if s, known := old.stamps[one.plan.Path]; known && s != p.stamps[one.plan.Path] {
			return one.plan.Path
		}
	}
	return p.operation.Target.Path
}

// unchanged reports whether no file has another stamp than it had.
func (p *proposal) unchanged(now map[string]foreign.Stamp) bool { return maps.Equal(p.stamps, now) }

// title is what is done, and to which file: the one with the preposition that
// belongs before the other.
func (p *proposal) title(home string) (what, file string) {
	o := p.operation
	file = kit.Short(home, o.Target.Path)
	switch n := len(p.parts); {
	case p.past != "":
		return p.past, ""
	case o.Into != "":
		file = kit.Short(home, o.Into)
	case n > 1:
		file = diffview.Count(n, "file")
	case p.several() && n == 1:
		file = kit.Short(home, p.parts[0].plan.Path)
	}
	return named(o.Title, p.plan), file
}

// remarks say what happens beside lines that change.
func (p *proposal) remarks(home string) (all []string) {
	add := func(format string, args ...any) { all = append(all, "= "+fmt.Sprintf(format, args...)) }
	program := kit.Short(home, p.status.Hook.Path)
	if r := p.operation.Receipt; r.ID != "" {
		add("takes back: %s of %s", diffview.Visible(r.Op), r.Time.Local().Format("2 January 2006, 15:04"))
	}
	switch {
	case len(p.parts) == 0:
		add("the settings need no change")
	case !p.several():
		all = append(all, p.parts[0].remarks(home)...)
	}
	switch {
	case p.program() && p.status.Hook.Version == "":
		add("the hook program is copied to %s", program)
	case p.program():
		add("the hook program %s is replaced", program)
	case p.touchesOurs(diffview.OpRemove) && !p.touchesOurs(diffview.OpAdd):
		add("the hook program is removed when no settings file runs it any more")
	}
	return append(all, p.operation.Remarks...)
}

// remarks say what is to be known of a file.
func (one part) remarks(home string) (all []string) {
	switch {
	case one.plan.Created:
		all = append(all, "= the file does not exist yet and is made, readable by you alone")
	case one.plan.Removed:
		all = append(all, "= the file is removed: neverask made it, and nothing else is in it")
	}
	if to := one.plan.Plan.Target; !one.plan.Created && to != one.plan.Path {
		all = append(all, "= it is a link; what changes is "+kit.Short(home, to))
	}
	return all
}

// outcome says how much changes and how to get back, in a width.
func (p *proposal) outcome(width int) string {
	var added, changed, removed int
	kept := false
	for _, one := range p.parts {
		added, changed, removed = added+one.summary.Added, changed+one.summary.Changed, removed+one.summary.Removed
		kept = kept || !one.plan.Created
	}
	long := fmt.Sprintf("%d to add, %d to change, %d to remove", added, changed, removed)
	brief := fmt.Sprintf("+%d ~%d -%d", added, changed, removed)
	if n := len(p.parts); n > 1 {
		long += fmt.Sprintf(" in %d files", n)
	}
	var back string
	if kept {
		back += " · backup kept"
	}
	switch {
	case len(p.parts) == 0:
	case p.operation.Undoes:
		back += " · redo with Z"
	default:
		back += " · undo with z"
	}
	for _, text := range []string{long + back, brief + back, brief} {
		if lipgloss.Width(text) <= width {
			return text
		}
	}
	return kit.Fit(brief, width)
}
