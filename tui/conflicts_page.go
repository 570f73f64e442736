package tui

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"neverask/diffview"
	"neverask/hooks/thirdparty/conflict"
)

func (t *conflictsTab) page(width, height int, st *styles) page {
	p := page{}
	switch s := t.others.found; {
	case t.others.err != nil:
		rows := append([]string{""}, noted(mark("✗", "cannot look", bad), clean(t.home, t.others.err.Error()), width, st)...)
		p.rows, p.row = len(rows), func(i int) string { return rows[i] }
	case s == nil:
		rows := []string{"", "  " + st.muted.Render("looking at the hooks of others …")}
		p.rows, p.row = len(rows), func(i int) string { return rows[i] }
	case len(t.items) == 0:
		rows := t.empty(width, st)
		p.rows, p.row = len(rows), func(i int) string { return rows[i] }
	default:
		p.head = t.head(width, height, st)
		return t.pane.lay(p, width, height, len(t.items), st,
			func(i, width int) string { return t.row(i, width, st) },
			func(width, height int) []string { return t.detail(width, height, st) })
	}
	return p
}

// empty says what it means that there is nothing.
func (t *conflictsTab) empty(width int, st *styles) []string {
	all := append([]string{""}, styled(indented("No other hook runs at questions.", 2, prose(width)-2), st.strong)...)
	all = append(append(all, ""), indented("Nothing but neverask answers, denies or changes a question: what your rules say is what Claude reads.", 2, prose(width)-2)...)
	return append(append(all, ""), styled(indented("Checked: your settings, those of this project, managed settings, enabled plugins, skills, subagents and commands.", 2, prose(width)-2), st.muted)...)
}

// head sums the conflicts up, and names the columns.
func (t *conflictsTab) head(width, height int, st *styles) []string {
	var left []string
	if open := len(t.others.found.Open()); open > 0 {
		left = append(left, st.warn.Render("▲ "+diffview.Count(open, "hook")+" can cost you an answer"))
	}
	if blocking := len(t.others.found.blocking()); blocking > 0 {
		left = append(left, st.bad.Render("✗ "+diffview.Count(blocking, "setting")+" in the way"))
	}
	if unread := len(t.others.found.Findings); unread > 0 {
		left = append(left, st.bad.Render("✗ "+diffview.Count(unread, "file")+" cannot be read"))
	}
	if left == nil {
		left = []string{st.ok.Render("✓ nothing is in the way")}
	}
	n := len(t.others.found.Conflicts)
	line := " " + strings.Join(left, "   ")
	if total := st.muted.Render(diffview.Count(n, "hook") + " of others at questions"); n > 0 && lipgloss.Width(line)+lipgloss.Width(total)+2 < width {
		line = ends(line, total+" ", width)
	}
	all := []string{fit(line, width)}
	if height >= low && n > 0 {
		lw, _, _, _ := divide(width, belowHeight)
		all = append(all, st.muted.Render(fit(conflictColumnsOf(lw).head(), lw)))
	}
	return all
}

// conflictColumns are the widths of the columns of the list; 0 leaves one out.
type conflictColumns struct{ severity, verdict, source, who int }

func conflictColumnsOf(width int) (c conflictColumns) {
	c.severity, c.verdict = 10, 10
	if width >= 60 {
		c.source = 9
	}
	c.who = width - 2 - c.severity - c.verdict - c.source
	return c
}

func (c conflictColumns) head() string {
	s := "  " + pad("severity", c.severity) + pad("does", c.verdict)
	if c.source > 0 {
		s += pad("from", c.source)
	}
	return s + "hook"
}

func (t *conflictsTab) row(i, width int, st *styles) string {
	it := t.items[i]
	if it.heading != "" {
		return st.accent.Render(fit(" "+it.heading, width))
	}
	style, left := rowStart(i == t.pane.chosen, st)
	c := conflictColumnsOf(width)
	switch {
	case it.resolved != nil:
		b := mark("✓", string(it.resolved.Way), good)
		text := clean(t.home, it.resolved.Handler.Summary())
		return left + pad(b.draw(st), c.severity) + style.Render(fit(text, width-2-c.severity))
	case it.sw != nil:
		b := mark("·", "setting", calm)
		if it.sw.Blocks {
			b = mark("✗", "blocks", bad)
		}
		return left + pad(b.draw(st), c.severity) + style.Render(fit(clean(t.home, it.sw.Name+" = "+it.sw.Value), width-2-c.severity))
	case it.finding != nil:
		b := mark("✗", "broken", bad)
		text := fileAt(t.home, it.finding.File, it.finding.Line, it.finding.Col)
		return left + pad(b.draw(st), c.severity) + style.Render(fitEnd(text, width-2-c.severity))
	}
	k := *it.conflict
	does := string(k.Verdict)
	if t.others.state(k) != "" {
		does = "probing…"
	}
	s := left + pad(severityBadge(k.Severity).draw(st), c.severity) + pad(does, c.verdict)
	if c.source > 0 {
		s += pad(st.muted.Render(string(k.Hook.Source.Kind)), c.source)
	}
	return s + style.Render(shortName(t.home, k, c.who))
}

// detail is what is known of the chosen row. What will come of it is on the
// screen in any case.
func (t *conflictsTab) detail(width, height int, st *styles) []string {
	it, ok := t.chosen()
	switch {
	case !ok || it.heading != "":
		return nil
	case it.conflict == nil:
		return it.rows(t.home, width, st)
	}
	c := *it.conflict
	k := &card{home: t.home, now: t.others.now(), width: width, st: st}
	k.facts(c, t.others.state(c))
	k.fact("Ways out", waysLine(c))
	if len(k.rows) > height {
		k.rows = nil
		k.brief(c, t.others.state(c))
	}
	return k.rows
}

// entry is the line of the overview about the hooks of others.
func (o *others) entry(home string) entry {
	s := o.found
	switch {
	case o.err != nil:
		return entry{label: "Conflicts", badge: mark("✗", "unknown", bad), text: clean(home, o.err.Error()), urgent: true}
	case s == nil:
		return entry{label: "Conflicts", text: "looking at the hooks of others …"}
	}
	e := entry{label: "Conflicts", badge: mark("○", "none", calm)}
	open := s.Open()
	switch n, blocking := len(s.Conflicts), s.blocking(); {
	case len(open) > 0:
		e.urgent = true
		worst := open[0]
		b := severityBadge(worst.Severity)
		e.badge = mark(b.sign, fmt.Sprint(len(open)), b.style)
		e.text = fit(scriptName(home, worst), 44) + ": " + clean(home, worst.Sentence)
	case len(blocking) > 0:
		e.urgent = true
		e.badge = mark("✗", fmt.Sprint(len(blocking)), bad)
		e.text = clean(home, blocking[0].Name+": "+blocking[0].Effect)
	case len(s.Findings) > 0:
		f := s.Findings[0]
		e.urgent = true
		e.badge = mark("✗", "unknown", bad)
		e.text = fileAt(home, f.File, f.Line, f.Col) + " cannot be read"
		if more := len(s.Findings) - 1; more > 0 {
			e.text += fmt.Sprintf(", and %d more", more)
		}
	case n > 0:
		e.text = diffview.Count(n, "hook") + " of others at questions, none in the way"
		if s.Conflicts[0].Severity == conflict.Slows {
			e.badge = mark("△", fmt.Sprint(n), warn)
			e.text = fit(scriptName(home, s.Conflicts[0]), 44) + ": " + clean(home, s.Conflicts[0].Sentence)
		}
	}
	return e
}
