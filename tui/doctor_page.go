package tui

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"neverask/diffview"
	"neverask/hooks/app/doctor"
	"neverask/hooks/claude/config"
)

func (c *examination) page(width, height int, st *styles) page {
	p := page{}
	var rows []string
	switch {
	case c.err != nil:
		rows = append([]string{""}, noted(mark("✗", "cannot examine", bad), clean(c.home, c.err.Error()), width, st)...)
	case !c.read && c.stopped:
		rows = []string{"", "  " + st.muted.Render("the examination was stopped; r begins again")}
	case !c.read:
		rows = append([]string{""}, styled(indented("examining settings files, the programs that hooks run, neverask's own hook and records, and running sessions …", 2, prose(width)-2), st.muted)...)
	case len(c.found) == 0:
		rows = c.healthy(width, st)
	default:
		p.head = c.head(width, height, st)
		if f, ok := c.chosen(); ok {
			p.subject = fileAt(c.home, f.File, f.Line, 0)
		}
		return c.pane.lay(p, width, height, len(c.found), st,
			func(i, width int) string { return c.row(i, width, st) },
			func(width, _ int) []string { return c.detail(width, st) })
	}
	p.rows, p.row = len(rows), func(i int) string { return rows[i] }
	return p
}

// healthy says what it means that nothing was found.
func (c *examination) healthy(width int, st *styles) []string {
	all := []string{"", "  " + st.ok.Render("✓") + " " + st.strong.Render("Nothing keeps hooks from running."), ""}
	return append(all, styled(indented("Checked: settings files, plugins and front matters, the programs that hooks run, neverask's own hook and records, and running sessions.", 2, prose(width)-2), st.muted)...)
}

// head sums the findings up, and names the columns.
func (c *examination) head(width, height int, st *styles) []string {
	number := map[doctor.Severity]int{}
	for _, f := range c.found {
		number[f.Severity]++
	}
	var left []string
	for _, s := range []doctor.Severity{doctor.Error, doctor.Warning, doctor.Info} {
		if n, b := number[s], findingSeverity(s); n > 0 {
			left = append(left, b.style(st).Render(b.sign+" "+diffview.Count(n, b.word)))
		}
	}
	line, text := " "+strings.Join(left, "  "), ""
	switch n := c.fixable(); {
	case c.stop != nil:
		text = "examining again …"
	case n > 0:
		text = fmt.Sprintf("+ %d can be fixed here", n)
	}
	if lipgloss.Width(line)+lipgloss.Width(text)+3 < width {
		line = ends(line, st.muted.Render(text)+" ", width)
	}
	return append([]string{fit(line, width)}, columnNames(width, height, st, func(w int) string { return findingColumnsOf(w).head() })...)
}

func (c *examination) fixable() (n int) {
	for _, f := range c.found {
		if f.Fixable {
			n++
		}
	}
	return n
}

func findingSeverity(s doctor.Severity) badge {
	switch s {
	case doctor.Error:
		return mark("✗", "error", bad)
	case doctor.Warning:
		return mark("▲", "warning", warn)
	}
	return mark("·", "note", calm)
}

// findingColumns are the widths of the columns of the list; 0 leaves one out.
type findingColumns struct{ severity, fix, what, where int }

func findingColumnsOf(width int) (c findingColumns) {
	c.severity, c.fix = 10, 2
	switch {
	case width >= 110:
		c.where = 36
	case width >= 60:
		c.where = 18
	}
	c.what = width - 2 - c.severity - c.fix - c.where
	return c
}

func (c findingColumns) head() string {
	s := "  " + pad("severity", c.severity+c.fix) + pad("what", c.what)
	if c.where > 0 {
		s += "where"
	}
	return s
}

func (c *examination) row(i, width int, st *styles) string {
	f, k := c.found[i], findingColumnsOf(width)
	style, left := rowStart(i == c.pane.chosen, st)
	sign := ""
	if f.Fixable {
		sign = "+"
	}
	s := left + pad(findingSeverity(f.Severity).draw(st), k.severity) + st.ok.Render(pad(sign, k.fix)) + style.Render(pad(fit(clean(c.home, f.Message), k.what-1), k.what))
	if k.where > 0 && f.File != "" {
		s += st.muted.Render(fitPath(c.where(f, k.where), k.where))
	}
	return fit(s, width)
}

// where is the place of a finding, by its scope where its path has no room.
func (c *examination) where(f doctor.Finding, width int) string {
	whole := fileAt(c.home, f.File, f.Line, 0)
	scope := string(targetOf(c.backend, config.Source{File: f.File}).Scope)
	switch {
	case lipgloss.Width(whole) <= width || scope == "":
		return whole
	case f.Line > 0:
		return fmt.Sprintf("%s, line %d", scope, f.Line)
	}
	return scope
}

// detail is what is known of the chosen finding.
func (c *examination) detail(width int, st *styles) []string {
	f, ok := c.chosen()
	if !ok {
		return nil
	}
	return c.findingRows(f, width, st)
}

// findingRows say all that is known of a finding.
func (c *examination) findingRows(f doctor.Finding, width int, st *styles) []string {
	all := styled(indented(clean(c.home, f.Message), 1, width), st.strong)
	all = append(all, noted(findingSeverity(f.Severity), clean(c.home, f.Why), width, st)...)
	add := func(label, text string) { all = append(all, labelled(label, text, width, st)...) }
	if f.File != "" {
		add("where", fileAt(c.home, f.File, f.Line, 0))
	}
	fix := clean(c.home, f.Fix)
	if f.Fixable && !c.readOnly {
		fix += " (f does it"
		if f.ByName {
			fix += "; it makes a choice for you"
		}
		fix += ")"
	}
	add("to do", fix)
	for i, lost := range f.Loses {
		label := ""
		if i == 0 {
			label = "would go"
		}
		add(label, lostText(c.home, lost))
	}
	add("id", f.ID)
	return all
}

// lostText is something that a repair takes away, safe to draw.
func lostText(home, lost string) string { return clean(home, diffview.Redact(lost)) }

func (a *findingPage) page(width, _ int, st *styles) page {
	p := lines(append([]string{""}, a.doctor.findingRows(a.finding, prose(width), st)...))
	p.subject = fileAt(a.doctor.home, a.finding.File, a.finding.Line, 0)
	return p
}
