package toolrules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"neverask/diffview"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
	"neverask/tui/drawing"
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
	p := kit.Page{Subject: kit.Short(r.home, r.state.Rules.Path)}
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
		return r.columnsOf(width).line("  ", "act", "tools", "when", "id", "used ")
	}
	rule, ok := r.chosen()
	return r.pane.Lay(p, width, height, r.Count(), st,
		func(i, width int) string { return r.row(i, r.columnsOf(width), st) },
		func(width, _ int) []string {
			if !ok {
				return []string{st.Muted.Render(" No matches. Press esc to show all rules")}
			}
			return r.rows(rule, width, 8*(width-12), st)
		})
}

// warnings say which rules do nothing, and why.
func (r *rulesPage) warnings(width int, st *kit.Styles) (all []string) {
	if r.state.Stopped {
		all = append(all, kit.Noted(kit.Mark("○", "off", kit.Calm), r.state.Off+": no tool rule acts", width, st)...)
	}
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

// columns are the widths of those of the list; 0 leaves one out.
type columns struct{ act, tools, when, id, used int }

// columnsOf gives when a rule acts the room that the others leave.
func (r *rulesPage) columnsOf(width int) columns {
	c := columns{act: 14, tools: len("tools")}
	for _, rule := range r.tools.Rules {
		c.tools = max(c.tools, kit.Width(kit.Clean("", rule.Tool)))
		if width >= 100 {
			c.id = max(c.id, kit.Width(diffview.Visible(rule.ID))+2)
		}
		if r.tools.Acts[rule.ID] > 0 {
			c.used = 6
		}
	}
	c.tools, c.id = min(c.tools+2, width/4), min(c.id, width/4)
	c.when = width - 2 - c.act - c.tools - c.id - c.used
	return c
}

func (c columns) line(left, act, tools, when, id, used string) string {
	return left + kit.Pad(act, c.act) + kit.Pad(kit.Fit(tools, c.tools-1), c.tools) + kit.Pad(kit.Fit(when, c.when-1), c.when) + kit.Pad(kit.Fit(id, c.id), c.id) + kit.Right(used, c.used)
}

func (r *rulesPage) row(i int, c columns, st *kit.Styles) string {
	rule, needle := r.shown[i], r.find.Needle()
	style, left := kit.RowStart(i == r.pane.Chosen, st)
	act, used := actBadge(rule.Act), ""
	if r.state.Stopped || r.idle() {
		act = kit.Mark("○", "off", kit.Calm)
	}
	if n := r.tools.Acts[rule.ID]; n > 0 {
		used = fmt.Sprintf("%d× ", n)
	}
	mark := func(s string) string { return needle.Mark(s, style) }
	return c.line(left, act.Draw(st), mark(kit.Clean("", rule.Tool)), mark(when(r.home, rule)), mark(diffview.Visible(rule.ID)), st.Muted.Render(used))
}

// when says which calls a rule is about, in the words of its note where it has one.
func when(home string, rule toolrule.Rule) string {
	var all []string
	for _, c := range rule.When {
		all = append(all, c.String())
	}
	return kit.Clean(home, cmp.Or(rule.Note, strings.Join(all, " and "), "every call"))
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
		case "created":
			add(f.Label, drawing.CreatedText(rule.Created))
		case "project":
			add(f.Label, cmp.Or(kit.Short(r.home, rule.Project), "everywhere"))
		case "act":
			add(f.Label, actBadge(rule.Act).Draw(st)+" · "+strictjson.Explain(toolrule.Acts(), v.String()))
			if r.state.Stopped {
				add("but", r.state.Off)
			}
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
		name += st.Muted.Render("  " + diffview.Count(len(one.Rules), "rule"))
		if len(t.missing(one)) == 0 {
			name += st.Muted.Render(" · ") + kit.Mark("✓", "added", kit.Good).Draw(st)
		}
		rows = append(rows, kit.Fit(name, width))
		rows = append(append(rows, kit.Styled(kit.Indented(one.About, 5, kit.Prose(width)-1), st.Muted)...), "")
		t.ends = append(t.ends, len(rows))
	}
	own := kit.Indented("None of these? Write your own with "+kit.Tied("neverask rules add --tool …"), 3, kit.Prose(width)-1)
	p := kit.Lines(append(rows, kit.Styled(own, st.Muted)...))
	p.Head = append([]string{" " + st.Strong.Render(kit.Fit("Which rules should be added?", width-2))}, kit.Spaced(height, "")...)
	if len(t.ends) > 0 {
		p.Focus, p.FocusEnd = focus, t.ends[t.chosen]-1
		if t.chosen == len(t.ends)-1 {
			p.FocusEnd = p.Rows - 1 // what follows the last one is read with it
		}
	}
	p.Subject = kit.Short(t.list.home, t.list.state.Rules.Path)
	return p
}
