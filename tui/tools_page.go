package tui

import (
	"cmp"
	"fmt"
	"slices"

	"charm.land/lipgloss/v2"

	"neverask/diffview"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
)

// actBadges say what a rule for tools does.
func actBadge(a toolrule.Act) badge {
	switch a {
	case toolrule.Deny:
		return mark("✗", "deny", bad)
	case toolrule.Ask:
		return mark("?", "ask", warn)
	case toolrule.Allow:
		return mark("✓", "allow", good)
	}
	return mark("·", "tell", calm)
}

func (r *toolRules) page(width, height int, st *styles) page {
	p := page{subject: short(r.tab.home, r.tab.book.path)}
	p.head = append(p.head, ends(" "+st.strong.Render("Rules for tools"), st.muted.Render(r.tools.number())+" ", width))
	switch {
	case !r.read:
		p.head = append(p.head, " "+st.muted.Render("reading …"))
		return p
	case r.err != nil:
		p.head = append(p.head, noted(mark("✗", "broken", bad), clean(r.tab.home, r.err.Error()), width, st)...)
		return p
	}
	p.head = append(p.head, r.warnings(width, st)...)
	if r.count() == 0 {
		rows := append([]string{""}, indented("There are none yet. A rule refuses, changes, asks about or allows calls of the tools that it names, before Claude Code asks for permission. Other calls are not touched, and cost nothing.", 1, prose(width))...)
		rows = append(rows, "", " "+st.key.Render("a")+" "+st.muted.Render("shows some to start from; neverask rules add makes any other"))
		p.rows, p.row = len(rows), func(i int) string { return rows[i] }
		return p
	}
	lw, _, _, _ := divide(width, belowHeight)
	name := r.nameWidth(lw)
	if height >= low {
		head := "  " + pad("act", actWidth) + pad("rule", name) + "tools"
		if r.acted() {
			head = ends(head, "used", lw)
		}
		p.head = append(p.head, st.muted.Render(fit(head, lw)))
	}
	rule, _ := r.chosen()
	return r.pane.lay(p, width, height, r.count(), st,
		func(i, width int) string { return r.row(i, name, width, st) },
		func(width, _ int) []string { return r.rows(rule, width, st) })
}

// warnings say which rules do nothing, and why.
func (r *toolRules) warnings(width int, st *styles) (all []string) {
	if len(r.tools.Rules) > 0 && !r.tools.Installed {
		all = append(all, noted(mark("○", "not installed", warn), "the rules do nothing until their hook is installed: on Home, or neverask install --pack rules", width, st)...)
	}
	for i, p := range r.tools.Problems {
		if i == 2 && len(r.tools.Problems) > 3 {
			return append(all, st.muted.Render(fmt.Sprintf("  … and %d more; neverask prefs lint lists them", len(r.tools.Problems)-i)))
		}
		all = append(all, noted(mark("✗", "broken", bad), fmt.Sprintf("line %d, column %d: %s", p.Line, p.Column, clean(r.tab.home, p.Message)), width, st)...)
	}
	return all
}

// actWidth is the width of the column that says what a rule does.
const actWidth = 9

// nameWidth is the width of the column of names in a list: a gap after the longest,
// if that leaves room for the tools.
func (r *toolRules) nameWidth(width int) int {
	longest := 0
	for _, rule := range r.tools.Rules {
		longest = max(longest, lipgloss.Width(diffview.Visible(rule.ID)))
	}
	return min(max(longest, 4)+2, max(width/2, 12))
}

// acted reports whether any rule has acted lately.
func (r *toolRules) acted() bool {
	return slices.ContainsFunc(r.tools.Rules, func(rule toolrule.Rule) bool { return r.tools.Acts[rule.ID] > 0 })
}

func (r *toolRules) row(i, name, width int, st *styles) string {
	rule := r.tools.Rules[i]
	style, left := rowStart(i == r.pane.chosen, st)
	uses := ""
	if n := r.tools.Acts[rule.ID]; n > 0 {
		uses = fmt.Sprintf("%d×", n)
	}
	line := left + pad(actBadge(rule.Act).draw(st), actWidth) + pad(style.Render(fit(diffview.Visible(rule.ID), name-1)), name)
	room := width - 2 - actWidth - name - lipgloss.Width(uses) - 1
	return fit(ends(line+fit(clean("", rule.Tool), max(room, 4)), st.muted.Render(uses), width), width)
}

// rows say all that is known of a rule.
func (r *toolRules) rows(rule toolrule.Rule, width int, st *styles) []string {
	all := styled(indented(diffview.Visible(rule.ID), 1, width), st.strong)
	add := func(label, text string) {
		if text != "" {
			all = append(all, labelled(label, text, width, st)...)
		}
	}
	for _, f := range toolrule.Fields() {
		switch v := f.Of(&rule); f.Name {
		case "id":
		case "project":
			add(f.Label, cmp.Or(short(r.tab.home, rule.Project), "everywhere"))
		case "act":
			add(f.Label, actBadge(rule.Act).draw(st)+" · "+strictjson.Explain(toolrule.Acts(), v.String()))
			for _, reach := range rule.Reach() {
				if reach.Kind == "" { // the others are among the findings
					add("but", reach.Text)
				}
			}
		case "when":
			for i, c := range rule.When {
				add(map[bool]string{true: "when", false: "and"}[i == 0], clean(r.tab.home, c.String()))
			}
		case "patch":
			for _, e := range rule.Patch {
				add(f.Label, clean("", e.String()))
			}
		default:
			add(f.Label, clean(r.tab.home, v.String()))
		}
	}
	if n := r.tools.Acts[rule.ID]; n > 0 {
		add("acted", fmt.Sprintf("%d times in 7 days", n))
	}
	for _, f := range r.tools.Findings {
		if f.Rule == rule.ID {
			all = append(all, noted(mark("▲", f.Kind, warn), clean("", f.Message), width, st)...)
		}
	}
	return all
}

func (t *toolTemplates) page(width, height int, st *styles) page {
	var rows []string
	t.ends = t.ends[:0]
	focus := 0
	for i, one := range t.all {
		name := "   " + st.strong.Render(one.Name)
		if i == t.chosen {
			name, focus = st.selected.Render(" ▸ "+one.Name), len(rows)
		}
		rows = append(rows, fit(name+st.muted.Render("  "+diffview.Count(len(one.Rules), "rule")), width))
		rows = append(append(rows, styled(indented(one.About, 5, prose(width)-1), st.muted)...), "")
		t.ends = append(t.ends, len(rows))
	}
	p := lines(rows)
	p.head = append([]string{" " + st.strong.Render(fit("Which rules should be added?", width-2))}, spaced(height, "")...)
	if len(t.ends) > 0 {
		p.focus, p.focusEnd = focus, t.ends[t.chosen]-1
	}
	p.subject = short(t.list.tab.home, t.list.tab.book.path)
	return p
}
