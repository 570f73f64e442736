package doctor

import (
	"fmt"
	"slices"
	"strings"

	"neverask/diffview"
	"neverask/hooks/app/doctor"
	"neverask/hooks/claude/config"
	"neverask/tui/change"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// Page draws it.
func (c *Examination) Page(width, height int, st *kit.Styles) kit.Page {
	p := kit.Page{}
	var rows []string
	switch {
	case c.err != nil:
		rows = append([]string{""},
			kit.Noted(kit.Mark("✗", "cannot check", kit.Bad), kit.Clean(c.home, c.err.Error()), width, st)...)
	case !c.read && c.stopped && c.total == 0:
		rows = append([]string{""},
			kit.Styled(kit.Indented("the check was stopped. Press r to start again", 2, width-1), st.Muted)...)
	case !c.read && c.total == 0:
		rows = append([]string{""},
			kit.Styled(kit.Indented(
				"checking settings files, the programs that hooks run, neverask's own hook and records, and running sessions …",
				2, kit.Prose(width)-2), st.Muted)...)
	case c.total == 0:
		rows = c.allClear(width, st)
	default:
		p.Names = func(w int) string { return c.columnsOf(w).head() }
		p.Head = c.head(width, st)
		f, _ := c.chosen()
		p.Subject = kit.FileAt(c.home, f.File, f.Line, f.Col)
		c.Pane.Read, c.Pane.Repeats = true, true
		c.Pane.Wrap = func(i, width int) []string { return c.wrapped(i, width, st) }
		return c.Pane.Lay(p, width, height, len(c.rows), st,
			func(i, width int) string { return c.line(i, kit.Clean(c.home, c.rows[i].Message), width, st) },
			func(width, _ int) []string {
				if len(c.rows) == 0 {
					return c.find.NoMatches(false, st)
				}
				return c.findingRows(f, width, st)
			})
	}
	return p.Of(rows)
}

// allClear says what it means if nothing was found.
func (c *Examination) allClear(width int, st *kit.Styles) []string {
	head := kit.Styled(kit.Indented("All clear: nothing is stopping your hooks.", 4, width-1), st.Strong)
	head[0] = "  " + st.Ok.Render("✓") + head[0][3:]
	all := slices.Concat([]string{""}, head, []string{""})
	if c.Silent != nil && c.Silent() != "" {
		all = slices.Concat([]string{""}, kit.Noted(kit.Mark("○", "no rule answers", kit.Warn), c.Silent(), width, st),
			[]string{"", "  Nothing else is wrong.", ""})
	}
	if conflicts := inTheWay(c, kit.Prose(width)-1, st); conflicts != nil {
		all = []string{""}
		for _, l := range conflicts {
			all = append(all, " "+l)
		}
		all = append(all, "", "  Nothing else is wrong.", "")
	}
	return append(all,
		kit.Styled(
			kit.Indented("Checked: settings files, plugins, skills and subagents, the programs that hooks run, neverask's own hook and records, and running sessions.", 2, kit.Prose(width)-2), st.Muted)...)
}

// head sums the findings up, and names the columns.
func (c *Examination) head(width int, st *kit.Styles) []string {
	if c.find.Active || c.find.Line.Text != "" {
		return append([]string{c.find.Listed([]string{fmt.Sprintf("%d of %s",
			len(c.rows), diffview.Count(c.total, "finding"))}, width, st)}, conflictsLine(c, width, st)...)
	}
	number := map[doctor.Severity]int{}
	for _, f := range c.rows {
		number[f.Severity]++
	}
	var left []string
	for _, s := range []doctor.Severity{doctor.Error, doctor.Warning, doctor.Info} {
		if n, b := number[s], findingSeverity(s); n > 0 {
			text := b.Sign + " " + diffview.Count(n, b.Word)
			if s == doctor.Info && len(left) > 0 { // its sign also separates the counts
				text = diffview.Count(n, b.Word)
			}
			left = append(left, b.Style(st).Render(text))
		}
	}
	line, text := " "+strings.Join(left, " · "), ""
	easy, n := repairable(c.rows)
	switch {
	case c.stop != nil && !c.read:
		text = "checking the rest …"
	case c.stop != nil:
		text = "checking again …"
	case n > 0:
		text = fmt.Sprintf("%d fixable (+)", n)
		if easy < n && easy > 1 {
			text += fmt.Sprintf(": %d safe (B), %d need your choice", easy, n-easy)
			if n-easy == 1 {
				text = strings.Replace(text, " need ", " needs ", 1)
			}
		}
	}
	fits := func() bool { return kit.Width(line)+kit.Width(text)+3 < width }
	if c.stop == nil && easy < n && easy > 1 && !fits() {
		text = fmt.Sprintf("%d of %d (+) safe (B)", easy, n)
	}
	if fits() {
		line = kit.Ends(line, st.Muted.Render(text)+" ", width)
	}
	return append([]string{kit.Fit(line, width)}, conflictsLine(c, width, st)...)
}

// conflictsLine says below other findings how many conflicts there are, and where to decide.
func conflictsLine(c *Examination, width int, st *kit.Styles) []string {
	open := c.open()
	if len(open) == 0 {
		return nil
	}
	badge := " " + hookstate.OpenBadge(open).Draw(st)
	line := badge + " · press C to decide"
	if kit.Width(line) > width {
		line = badge + " · C decides"
	}
	return []string{kit.Fit(line, width)}
}

// inTheWay says the same where nothing else is wrong.
func inTheWay(c *Examination, width int, st *kit.Styles) []string {
	open := c.open()
	if len(open) == 0 {
		return nil
	}
	return kit.Noted(hookstate.OpenBadge(open), "press C to decide", width, st)
}

func findingSeverity(s doctor.Severity) kit.Badge {
	switch s {
	case doctor.Error:
		return kit.Mark("✗", "error", kit.Bad)
	case doctor.Warning:
		return kit.Mark("▲", "warning", kit.Warn)
	}
	return kit.Mark("·", "note", kit.Calm)
}

// findingColumns are the widths of the columns of the list; 0 leaves one out.
type findingColumns struct{ severity, fix, what, where int }

// columnsOf gives the room that the places of findings leave to what was found.
func (c *Examination) columnsOf(width int) (k findingColumns) {
	k.severity, k.fix = 10, 2
	switch {
	case width >= 110:
		k.where = 36
	case width >= 60:
		k.where = 18
	}
	if !slices.ContainsFunc(c.rows, func(r row) bool { return r.File != "" }) {
		k.where = 0
	}
	if k.where > 0 {
		k.where = max(k.where, width-2-k.severity-k.fix-c.longest-1) // what is free
		k.where = min(k.where, widest(c, k.where-1)+1)               // the frame is not touched
	}
	k.what = width - 2 - k.severity - k.fix - k.where
	return k
}

// widest returns the width of the widest place, given the room for each.
func widest(c *Examination, room int) int {
	n, known := c.places[room]
	if !known {
		n = len("where")
		for _, f := range c.rows {
			if f.File != "" {
				n = max(n, kit.Width(c.where(f.Finding, room)))
			}
		}
		c.places[room] = n
	}
	return n
}

func (c findingColumns) head() string {
	s := "  " + kit.Pad("severity", c.severity+c.fix) + kit.Pad("what", c.what)
	if c.where > 0 {
		s += "where"
	}
	return s
}

// wrapped draws what was found on as many lines as it takes; nil if one is enough.
func (c *Examination) wrapped(i, width int, st *kit.Styles) (all []string) {
	k, needle := c.columnsOf(width), c.find.Needle()
	if c.rows[i].File == "" {
		k.what += k.where
	}
	lines := kit.Wrap(kit.Clean(c.home, c.rows[i].Message), max(k.what-1, 1))
	if len(lines) < 2 {
		return nil
	}
	all = append(all, c.line(i, lines[0], width, st))
	for _, l := range lines[1:] {
		all = append(all, strings.Repeat(" ", 2+k.severity+k.fix)+needle.Mark(l, st.Selected))
	}
	return all
}

// line draws a row with a part of what was found.
func (c *Examination) line(i int, what string, width int, st *kit.Styles) string {
	f, k, needle := c.rows[i], c.columnsOf(width), c.find.Needle()
	style, left := kit.RowStart(i == c.Pane.Chosen, st)
	sign := ""
	if f.Fixable {
		sign = "+"
	}
	if f.File == "" {
		k.what, k.where = k.what+k.where, 0
	}
	s := left + kit.Pad(findingSeverity(f.Severity).Draw(st), k.severity) + st.Ok.Render(kit.Pad(sign, k.fix)) +
		kit.Pad(needle.Mark(kit.Fit(what, k.what-1), style), k.what)
	if k.where > 0 {
		s += st.Muted.Render(kit.FitPath(c.where(f.Finding, k.where-1), k.where-1))
	}
	return kit.Fit(s, width)
}

// where returns the place of a finding, with its scope if the path does not fit.
func (c *Examination) where(f doctor.Finding, width int) string {
	whole := kit.FileAt(c.home, f.File, f.Line, f.Col)
	scope := string(change.TargetOf(c.backend, config.Source{File: f.File}).Scope)
	switch {
	case kit.Width(whole) <= width || scope == "":
		return whole
	case f.Line > 0:
		return fmt.Sprintf("%s, line %d", scope, f.Line)
	}
	return scope
}

// findingRows describes a finding.
func (c *Examination) findingRows(f row, width int, st *kit.Styles) []string {
	all := kit.Styled(kit.Indented(kit.Clean(c.home, f.Message), 1, width), st.Strong)
	all = append(all, kit.Noted(findingSeverity(f.Severity), kit.Clean(c.home, f.Why), width, st)...)
	add := func(label, text string) { all = append(all, kit.Labelled(label, text, width, st)...) }
	if f.noticed != nil && f.noticed.Detail != nil {
		all = append(all, f.noticed.Detail(width, st)...)
	}
	if f.File != "" {
		add("where", kit.FileAt(c.home, f.File, f.Line, f.Col))
		all = append(all, c.faulty.of(f.Finding).rows(width, st)...)
	}
	fix := kit.Clean(c.home, f.Fix)
	if f.Fixable && !c.ReadOnly {
		keys := c.repairBindings(f)
		switch {
		case f.After > 0 && keys == nil:
			fix = fmt.Sprintf("first correct line %d of the file; then %s", f.After, fix)
		case f.After > 0:
			fix = fmt.Sprintf("first repair line %d: press enter; then %s", f.After, fix)
		case f.Parks:
			fix += " · press enter to park it"
		default:
			fix += " · press enter to repair"
		}
		if f.ByName && f.After == 0 {
			fix += ", if that is right"
		}
	}
	if fix != "" {
		add("to do", fix)
	}
	list := func(label string, texts []string) {
		for _, text := range texts {
			add(label, lostText(c.home, text))
			label = ""
		}
	}
	list("removes", f.Loses)
	list("which", f.Each)
	for _, k := range doctor.Kinds() {
		if k.ID == f.ID {
			add("id", f.ID+": "+kit.Curled(k.What))
		}
	}
	return all
}

// lostText returns something that a repair takes away, safe to draw.
func lostText(home, lost string) string { return kit.Clean(home, diffview.Redact(lost)) }
