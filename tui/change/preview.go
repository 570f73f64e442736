package change

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"neverask/diffview"
	"neverask/hooks/app/changes"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/others/conflict"
	"neverask/hooks/paths"
	"neverask/settings"
	"neverask/settings/saferead"
	"neverask/tui/kit"
)

// fixes say which keys fix a problem, by its ID.
var fixes = map[string]string{
	"hook-missing":  "press i to put it back",
	"hook-altered":  "press i to replace it",
	"hook-outdated": "press i to update it",
	"matcher-stale": "press i to see the difference and apply it",
	"rule-paused":   "give the rule's answer when you are asked, and the rule answers again; or change the rule",
}

// Fix says what to do about a problem, with a key of the screens if possible.
func Fix(p planner.Problem) string { return cmp.Or(fixes[p.ID], p.Fix) }

// A Preview is a plan and everything shown of it.
type Preview struct {
	Operation Operation
	Plan      planner.Plan
	about     string                    // the hooks or the change that the plan is about, computed early because that reads files
	Parts     []Part                    // the files that change, in order
	status    status.Status             // the stamp of the change's file when it was planned
	stamps    map[string]saferead.Stamp // the stamps of all files of the plan
	rows      [views][]Line
	Past      string // what was done, for a past change
}

// A Part is the change of one file.
type Part struct {
	Plan    planner.Plan
	Summary diffview.Summary
}

// makePreview plans a change. It also draws all views, in the background, because that takes a moment for a large file.
func makePreview(b Backend, o Operation, home string) (*Preview, error) {
	p := &Preview{Operation: o, stamps: map[string]saferead.Stamp{o.Target.Path: b.Stamp(o.Target.Path)}}
	var err error
	if p.Plan, err = o.Plan(); err != nil {
		return nil, err
	}
	p.about = p.Plan.About()
	if o.Receipt.ID != "" {
		p.about = undoneChange(b, o.Receipt, home)
	}
	p.Plan.Problems = append(slices.Clip(p.Plan.Problems), b.Warnings(p.Plan)...)
	p.status = b.Inspect(o.Target)
	for _, one := range p.Plan.Parts() {
		if _, known := p.stamps[one.Path]; !known {
			p.stamps[one.Path] = b.Stamp(one.Path)
		}
		if !one.Empty() {
			p.Parts = append(p.Parts, Part{one, one.Summary()})
		}
	}
	if o.Into != "" && !p.touchesOurs(diffview.OpAdd) &&
		slices.ContainsFunc(p.Parts, func(one Part) bool { return len(one.Plan.Choices) > 0 }) {
		p.Operation.Title, p.Operation.Done, p.Operation.Into = "Resolve conflicts in ", o.Resolved, ""
	}
	for _, problem := range p.Plan.Problems {
		sign := "▲ " + problem.Severity
		if problem.Severity == "info" {
			sign = "· note"
		}
		p.remark(sign + ": " + kit.Clean(home, problem.Message))
		p.remark("  → " + kit.Clean(home, Fix(problem)))
	}
	p.remark(p.remarks(home)...)
	for i, one := range p.Parts {
		p.Draw(i, one, home)
	}
	return p, nil
}

// Draw adds the rows of a part, under a heading if there are several parts.
func (p *Preview) Draw(i int, one Part, home string) {
	if p.several() {
		if len(p.rows[semantic]) > 0 {
			p.add(Line{}, semantic, Unified)
		}
		heading := fmt.Sprintf("file %d of %d   %s", i+1, len(p.Parts), Subject(home, one.Plan.Target))
		p.add(Line{Row: diffview.Row{Kind: diffview.Head, Spans: []diffview.Span{{Text: heading, Emphasis: true}}}},
			semantic, Unified)
		p.remark(one.remarks(home)...)
	}
	if len(p.rows[semantic]) > 0 {
		p.add(Line{}, semantic, Unified)
	}
	for _, r := range diffview.Semantic(one.Summary) {
		p.add(Line{Row: r}, semantic)
	}
	for _, r := range diffview.Unified(one.Plan.Before, one.Plan.After, diffview.ContextLines) {
		p.add(Line{Row: r, Numbered: true}, Unified)
	}
}

// remark adds lines that are not from a file.
func (p *Preview) remark(texts ...string) {
	for _, text := range texts {
		p.add(Line{Row: diffview.Row{Kind: diffview.Note, Spans: []diffview.Span{{Text: text}}},
			warns: strings.HasPrefix(text, "▲")}, semantic, Unified)
	}
}

func (p *Preview) add(l Line, to ...View) {
	for _, v := range to {
		p.rows[v] = append(p.rows[v], l)
	}
}

// several reports whether more than the change's own file changes, so that each file needs its name.
func (p *Preview) several() bool {
	return len(p.Parts) > 1 || len(p.Parts) == 1 && p.Parts[0].Plan.Path != p.Operation.Target.Path
}

// program reports whether applying also installs the hook program.
func (p *Preview) program() bool {
	return p.status.Hook.Stale() && p.Plan.Places()
}

// Opens returns the view that shows a plan best. The semantic view has nothing to show for an invalid file, or if
// only the layout changes.
func (p *Preview) Opens() View {
	vague := func(one Part) bool {
		return one.Summary.LayoutOnly || slices.ContainsFunc(one.Summary.Changes, func(c diffview.Change) bool {
			return c.Path == "" && c.Op == diffview.OpChange
		})
	}
	if len(p.Parts) > 0 && !slices.ContainsFunc(p.Parts, func(one Part) bool { return !vague(one) }) {
		return Unified
	}
	return semantic
}

func (p *Preview) touchesOurs(op string) bool {
	return slices.ContainsFunc(p.Parts, func(one Part) bool {
		return slices.ContainsFunc(one.Summary.Changes, func(c diffview.Change) bool {
			return c.Owner == diffview.Ours && c.Op == op
		})
	})
}

// leavesOurs reports whether a changed file still runs the hook program then.
func (p *Preview) leavesOurs() bool {
	return slices.ContainsFunc(p.Parts, func(one Part) bool {
		return bytes.Contains(one.Plan.After, []byte(paths.HookName))
	})
}

// empty reports whether applying would do nothing.
func (p *Preview) empty() bool { return len(p.Parts) == 0 && !p.program() }

// same reports whether two plans write the same.
func (p *Preview) same(q *Preview) bool {
	return slices.EqualFunc(p.Parts, q.Parts, func(x, y Part) bool {
		a, b := x.Plan.Plan, y.Plan.Plan
		return a.Target == b.Target && a.Created == b.Created && a.Removed == b.Removed &&
			string(a.Before) == string(b.Before) && string(a.After) == string(b.After)
	})
}

// changedSince returns a file that has changed since an older preview.
func (p *Preview) changedSince(old *Preview) string {
	for _, one := range p.Parts {
		if s, known := old.stamps[one.Plan.Path]; known && s != p.stamps[one.Plan.Path] {
			return one.Plan.Path
		}
	}
	return p.Operation.Target.Path
}

// unchanged reports whether all files still have the same stamps.
func (p *Preview) unchanged(now map[string]saferead.Stamp) bool { return maps.Equal(p.stamps, now) }

// title returns the action, with its preposition, and the file.
func (p *Preview) title(home string) (what, file string) {
	o := p.Operation
	file = kit.Short(home, o.Target.Path)
	switch n := len(p.Parts); {
	case p.Past != "":
		return p.Past, ""
	case o.Receipt.ID != "":
		return p.named(o.Title), ""
	case n == 0:
		what, _ = p.onProgram()
		return what + " ", kit.Short(home, p.status.Hook.Path)
	case o.Into != "":
		file = kit.Short(home, o.Into)
	case n > 1:
		file = diffview.Count(n, "file")
	case p.several() && n == 1:
		file = kit.Short(home, p.Parts[0].Plan.Path)
	}
	return p.named(o.Title), file
}

// onProgram returns the title and the message for a plan that only installs the hook program.
func (p *Preview) onProgram() (title, done string) {
	if p.status.Hook.Version == "" {
		return "Put back the hook program", "put back the hook program"
	}
	return "Update the hook program", "updated the hook program"
}

// undoneChange names the change that is undone, and says when it was made.
func undoneChange(b Backend, r settings.Receipt, home string) string {
	all, err := b.History()
	if err != nil { // its description does not depend on other changes
		all = nil
	}
	what := changes.Description(all, r, b.Contents)
	return kit.Tilde(home, diffview.Visible(what)) + " (" + r.Time.Local().Format("2 Jan 15:04") + ")"
}

// named fills in one of the operation's texts for the plan.
func (p *Preview) named(words string) string { return strings.Replace(words, "%s", p.about, 1) }

// remarks says what happens besides the changed lines.
func (p *Preview) remarks(home string) (all []string) {
	program := kit.Short(home, p.status.Hook.Path)
	switch {
	case len(p.Parts) == 0:
		all = append(all, "· no settings change")
	case !p.several():
		all = append(all, p.Parts[0].remarks(home)...)
	}
	switch {
	case p.program() && p.status.Hook.Version == "":
		all = append(all, "· copies the hook program to "+program)
	case p.program():
		all = append(all, "· replaces the hook program "+program)
		if h := p.status.Hook; h.Build == h.Version {
			all = append(all, "· version "+diffview.Visible(h.Version)+", another build")
		} else if h.Build != "" {
			all = append(all, "· version "+diffview.Visible(h.Version)+" → "+diffview.Visible(h.Build))
		}
	case p.touchesOurs(diffview.OpRemove) && !p.leavesOurs():
		all = append(all, "· removes the hook program once no settings file uses it")
	}
	if p.Plan.Keeps {
		all = append(all, "· your rules, records and backups stay; neverask uninstall --purge deletes them")
	}
	all = append(all, p.resolved(home)...)
	if p.denies() {
		all = append(all, "· adds permission rules that keep Claude from editing your rules")
	}
	return append(slices.Clip(p.Operation.Remarks), all...)
}

// resolved names the third-party hooks that a plan parks or narrows.
func (p *Preview) resolved(home string) (all []string) {
	for _, r := range []conflict.Resolution{conflict.Park, conflict.Narrow} {
		var names []string
		for _, part := range p.Plan.Parts() {
			for _, c := range part.Choices {
				if c.Resolution == r {
					names = append(names, kit.Clean(home, c.Conflict.Hook.Handler.Summary()))
				}
			}
		}
		if len(names) > 0 {
			all = append(all, "· "+string(r)+"s "+strings.Join(names, ", "))
		}
	}
	return all
}

// denies reports whether an install adds permission rules.
func (p *Preview) denies() bool {
	return slices.ContainsFunc(p.Parts, func(one Part) bool {
		return one.Plan.Op == "install" && slices.ContainsFunc(one.Summary.Changes, func(c diffview.Change) bool {
			return c.Op == diffview.OpAdd && strings.HasPrefix(c.Path, "/permissions")
		})
	})
}

// remarks says what to know about a file.
func (one Part) remarks(home string) (all []string) {
	switch {
	case one.Plan.Created:
		all = append(all, "· creates the file (readable only by you)")
	case one.Plan.Removed:
		all = append(all, "· deletes the file: neverask created it, and nothing else is in it")
	case one.Plan.Restores:
		all = append(all, "· your file is then as it was before install, byte for byte")
	}
	if to := one.Plan.Plan.Target; !one.Plan.Created && to != one.Plan.Path {
		all = append(all, "· follows the link to "+kit.Short(home, to))
	}
	return all
}

// outcome says how much changes and how to undo it, as far as a width has room for that; how much changes is whole.
func (p *Preview) outcome(width int) string {
	kept := slices.ContainsFunc(p.Parts, func(one Part) bool { return !one.Plan.Created })
	files := ""
	if n := len(p.Parts); n > 1 {
		files = fmt.Sprintf(" in %d files", n)
	}
	brief, back := p.tally().Planned(), ""
	if kept {
		back += " · backup kept"
	}
	switch {
	case len(p.Parts) == 0:
		back += " · cannot be undone"
	case p.Operation.Receipt.ID == "":
		back += " · undo with z"
	}
	for _, text := range []string{brief + files + back, brief + back,
		brief + strings.Replace(back, " · backup kept", "", 1), brief} {
		if kit.Width(text) <= width {
			return text
		}
	}
	return brief
}

// tally returns how much changes.
func (p *Preview) tally() diffview.Tally {
	var all []diffview.Summary
	for _, one := range p.Parts {
		all = append(all, one.Summary)
	}
	return diffview.Tallied(all...)
}

// Tally returns how much an operation changed.
func (p *Preview) Tally() string { return p.tally().Made() }
