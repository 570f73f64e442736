package toolrules

import (
	"cmp"
	"fmt"
	"slices"

	"neverask/diffview"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
	"neverask/tui/kit"
)

// actBadges say what a rule for tools does.
func actBadge(a toolrule.Act) kit.Badge {
	switch a {
	case toolrule.Deny:
		return kit.Mark("✗", "deny", kit.Bad)
	case toolrule.Ask:
		return kit.Mark("○", "ask", kit.Calm)
	case toolrule.Allow:
		return kit.Mark("✓", "allow", kit.Good)
	}
	return kit.Mark("·", "tell Claude", kit.Calm)
}

func (r *rulesPage) Page(width, height int, st *kit.Styles) kit.Page {
	p := kit.Page{Subject: kit.Short(r.home, r.path)}
	title := cmp.Or(r.find.Draw(width/2, st), st.Strong.Render("Tool rules"))
	p.Head = append(p.Head, kit.Ends(" "+title, st.Muted.Render(r.number())+" ", width))
	switch {
	case !r.read:
		p.Head = append(p.Head, " "+st.Muted.Render("reading …"))
		return p
	case r.err != nil:
		p.Head = append(p.Head, kit.Noted(kit.Mark("✗", "broken", kit.Bad), kit.Clean(r.home, r.err.Error()), width, st)...)
		return p
	}
	p.Head = append(p.Head, r.warnings(width, st)...)
	if len(r.tools.Rules) == 0 {
		rows := append([]string{""}, kit.Indented("No tool rules yet. A rule refuses, changes, asks about or allows calls of the tools it names, before Claude Code asks for permission. Other calls are untouched and cost nothing.", 1, kit.Prose(width-1))...)
		more := kit.Indented("Press a to start from a template, or write your own with "+kit.Tied("neverask rules add"), 1, width)
		return p.Of(slices.Concat(rows, []string{""}, kit.Styled(more, st.Muted)))
	}
	p.Names = func(width int) string {
		head := "  " + kit.Pad("act", actWidth) + kit.Pad("rule", r.nameWidth(width)) + "tools"
		if r.acted() {
			head = kit.Ends(head, "used ", width)
		}
		return head
	}
	rule, ok := r.chosen()
	return r.pane.Lay(p, width, height, r.Count(), st,
		func(i, width int) string { return r.row(i, r.nameWidth(width), width, st) },
		func(width, _ int) []string {
			if !ok {
				return []string{st.Muted.Render(" No matches. Press esc to show all rules")}
			}
			return r.rows(rule, width, width-12, st)
		})
}

// warnings say which rules do nothing, and why.
func (r *rulesPage) warnings(width int, st *kit.Styles) (all []string) {
	if r.idle() {
		all = append(all, kit.Noted(kit.Mark("○", "not installed", kit.Warn), "these rules do nothing until their hook is installed; press i to install it", width, st)...)
	}
	for i, p := range r.tools.Problems {
		if i == 2 && len(r.tools.Problems) > 3 {
			return append(all, st.Muted.Render(fmt.Sprintf("  … and %d more in the file", len(r.tools.Problems)-i)))
		}
		all = append(all, kit.Noted(kit.Mark("✗", "broken", kit.Bad), fmt.Sprintf("line %d, column %d: %s", p.Line, p.Column, kit.Clean(r.home, p.Message)), width, st)...)
	}
	return all
}

// actWidth is the width of the column that says what a rule does.
const actWidth = 14

// nameWidth is the width of the column of names in a list: a gap after the longest,
// if that leaves room for the tools.
func (r *rulesPage) nameWidth(width int) int {
	longest := 0
	for _, rule := range r.tools.Rules {
		longest = max(longest, kit.Width(diffview.Visible(rule.ID)))
	}
	return min(max(longest, 4)+2, max(width/2, 12))
}

// acted reports whether any rule has acted lately.
func (r *rulesPage) acted() bool {
	return slices.ContainsFunc(r.tools.Rules, func(rule toolrule.Rule) bool { return r.tools.Acts[rule.ID] > 0 })
}

func (r *rulesPage) row(i, name, width int, st *kit.Styles) string {
	rule, needle := r.shown[i], r.find.Needle()
	style, left := kit.RowStart(i == r.pane.Chosen, st)
	uses := ""
	if n := r.tools.Acts[rule.ID]; n > 0 {
		uses = fmt.Sprintf("%d× ", n)
	}
	line := left + kit.Pad(actBadge(rule.Act).Draw(st), actWidth) + kit.Pad(needle.Mark(kit.Fit(diffview.Visible(rule.ID), name-1), style), name)
	room := width - 2 - actWidth - name - kit.Width(uses) - 1
	return kit.Fit(kit.Ends(line+kit.Fit(kit.Clean("", rule.Tool), max(room, 4)), st.Muted.Render(uses), width), width)
}

// rows say all that is known of a rule, conditions in so much room.
func (r *rulesPage) rows(rule toolrule.Rule, width, room int, st *kit.Styles) []string {
	all := kit.Styled(kit.Indented(diffview.Visible(rule.ID), 1, width), st.Strong)
	add := func(label, text string) {
		if text != "" {
			all = append(all, kit.Labelled(label, text, width, st)...)
		}
	}
	for _, f := range toolrule.Fields() {
		switch v := f.Of(&rule); f.Name {
		case "id", "note":
		case "project":
			add(f.Label, cmp.Or(kit.Short(r.home, rule.Project), "everywhere"))
		case "act":
			add(f.Label, actBadge(rule.Act).Draw(st)+" · "+strictjson.Explain(toolrule.Acts(), v.String()))
			for _, reach := range rule.Reach() {
				if reach.Kind == "" { // the others are among the findings
					add("but", reach.Text)
				}
			}
		case "when":
			add("note", kit.Clean(r.home, rule.Note)) // which says what the patterns find
			for i, c := range rule.When {
				add(map[bool]string{true: "when", false: "and"}[i == 0], kit.Fit(kit.Clean(r.home, c.String()), room))
			}
		case "patch":
			for _, e := range rule.Patch {
				add(f.Label, kit.Clean("", e.String()))
			}
		default:
			add(f.Label, kit.Clean(r.home, v.String()))
		}
	}
	if n := r.tools.Acts[rule.ID]; n > 0 {
		add("acted", fmt.Sprintf("%d times in 7 days", n))
	}
	for _, f := range r.tools.Findings {
		if f.Rule == rule.ID {
			all = append(all, kit.Noted(kit.Mark("▲", f.Kind, kit.Warn), kit.Clean("", f.Message), width, st)...)
		}
	}
	return all
}

func (t *templates) Page(width, height int, st *kit.Styles) kit.Page {
	var rows []string
	t.ends = t.ends[:0]
	focus := 0
	for i, one := range t.all {
		name := "   " + st.Strong.Render(one.Name)
		if i == t.chosen {
			name, focus = st.Selected.Render(" ▸ "+one.Name), len(rows)
		}
		rows = append(rows, kit.Fit(name+st.Muted.Render("  "+diffview.Count(len(one.Rules), "rule")), width))
		rows = append(append(rows, kit.Styled(kit.Indented(one.About, 5, kit.Prose(width)-1), st.Muted)...), "")
		t.ends = append(t.ends, len(rows))
	}
	p := kit.Lines(rows)
	p.Head = append([]string{" " + st.Strong.Render(kit.Fit("Which rules should be added?", width-2))}, kit.Spaced(height, "")...)
	if len(t.ends) > 0 {
		p.Focus, p.FocusEnd = focus, t.ends[t.chosen]-1
	}
	p.Subject = kit.Short(t.list.home, t.list.path)
	return p
}
