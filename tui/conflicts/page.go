package conflicts

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"neverask/diffview"
	"neverask/hooks/claude/config"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// Page draws it.
func (t *Place) Page(width, height int, st *kit.Styles) kit.Page {
	var rows []string
	switch s := t.Found; {
	case t.Err != nil:
		rows = append([]string{""},
			kit.Noted(kit.Mark("✗", "cannot check", kit.Bad), kit.Clean(t.home, t.Err.Error()), width, st)...)
	case s == nil:
		rows = []string{"", "  " + st.Muted.Render("checking third-party hooks …")}
	case t.total == 0:
		rows = t.empty(width, st)
	default:
		p := kit.Page{Head: t.head(width, st)}
		if slices.ContainsFunc(t.items, func(i item) bool { return i.conflict != nil || i.resolved != nil }) {
			p.Names = func(w int) string { return columnsOf(w).head() }
		}
		t.pane.Wrap, t.pane.Repeats = func(i, width int) []string { return t.wrapped(i, width, st) }, true
		return t.pane.Lay(p, width, height, len(t.items), st,
			func(i, width int) string { return t.row(i, width, "", st) },
			func(width, height int) []string { return t.detail(width, height, st) }).
			Without(func(i int) bool { return t.items[i].heading != "" })
	}
	return kit.Lines(rows)
}

// empty says what an empty list means.
func (t *Place) empty(width int, st *kit.Styles) []string {
	all := append([]string{""},
		kit.Styled(kit.Indented("No other hook runs on questions.", 2, kit.Prose(width)-2), st.Strong)...)
	text := "Nothing answers, denies or changes a question before you see it."
	if t.installs.Has(config.QuestionHooks) {
		text = "Only neverask answers, denies or changes questions: Claude gets exactly what your rules say."
	}
	all = append(append(all, ""), kit.Indented(text, 2, kit.Prose(width)-2)...)
	return append(append(all, ""),
		kit.Styled(
			kit.Indented("Checked: your settings, this project's settings, managed settings, enabled plugins, skills, subagents and commands.", 2, kit.Prose(width)-2), st.Muted)...)
}

// head sums the conflicts up, and names the columns.
func (t *Place) head(width int, st *kit.Styles) []string {
	if t.find.Active || t.find.Line.Text != "" {
		return []string{t.find.Listed([]string{fmt.Sprintf("%d of %s", t.rows, diffview.Count(t.total, "row"))}, width, st)}
	}
	var left []string
	if open := t.Found.Open(); len(open) > 0 {
		left = append(left, hookstate.OpenBadge(open).Draw(st))
	}
	if blocking := len(t.Found.Blocking()); blocking > 0 {
		left = append(left, st.Bad.Render("✗ "+diffview.Count(blocking, "blocking setting")))
	}
	if unread := len(t.Found.Findings); unread > 0 {
		left = append(left, st.Bad.Render("✗ "+diffview.Count(unread, "broken file")))
	}
	if left == nil {
		left = []string{st.Ok.Render("✓ no conflicts")}
	}
	line := " " + strings.Join(left, "   ")
	if aside := t.Found.Aside(); aside != "" && kit.Width(line)+kit.Width(aside)+2 < width {
		line = kit.Ends(line, st.Muted.Render(aside)+" ", width)
	}
	return []string{kit.Fit(line, width)}
}

// columns are the widths of the columns of the list; 0 leaves one out.
type columns struct{ severity, verdict, source, who int }

func columnsOf(width int) (c columns) {
	c.severity, c.verdict = 10, 11
	if width >= 60 {
		c.source = 9
	}
	c.who = width - 2 - c.severity - c.verdict - c.source
	return c
}

func (c columns) head() string {
	s := "  " + kit.Pad("severity", c.severity) + kit.Pad("does", c.verdict)
	if c.source > 0 {
		s += kit.Pad("from", c.source)
	}
	return s + "hook"
}

// room returns the columns for the subject of an item.
func (c columns) room(it item, width int) int {
	if it.finding != nil || it.sw != nil {
		return width - 2 - c.severity
	}
	return c.who
}

// wrapped returns a row with its whole subject, or nil if that fits on one line.
func (t *Place) wrapped(i, width int, st *kit.Styles) (rows []string) {
	it, c, needle := t.items[i], columnsOf(width), t.find.Needle()
	if it.heading != "" {
		return nil
	}
	_, text := it.words(t.home)
	room := max(c.room(it, width), 1)
	if kit.Width(text) <= room {
		return nil
	}
	lines := kit.Wrap(text, room)
	rows = append(rows, t.row(i, width, lines[0], st))
	for _, line := range lines[1:] {
		rows = append(rows, strings.Repeat(" ", width-room)+needle.Mark(line, st.Selected))
	}
	return rows
}

// row draws a row of the list; part, unless "", replaces its subject.
func (t *Place) row(i, width int, part string, st *kit.Styles) string {
	it := t.items[i]
	if it.heading != "" {
		return st.Accent.Render(kit.Fit(" "+it.heading, width))
	}
	style, left := kit.RowStart(i == t.pane.Chosen, st)
	c, needle := columnsOf(width), t.find.Needle()
	b, text := it.words(t.home)
	left += kit.Pad(b.Draw(st), c.severity)
	text = cmp.Or(part, text)
	switch room := c.room(it, width); {
	case it.finding != nil && part == "":
		return left + needle.Mark(kit.FitEnd(text, room), style)
	case it.finding != nil, it.sw != nil:
		return left + needle.Mark(kit.Fit(text, room), style)
	}
	does, from, h := t.columnsBefore(it)
	s := left + kit.Pad(does, c.verdict)
	if c.source > 0 {
		s += kit.Pad(st.Muted.Render(from), c.source)
	}
	if part == "" {
		text = hookstate.FitCommand(text, h, c.who)
	}
	return s + needle.Mark(text, style)
}

// columnsBefore returns what stands before a hook: what it does, as long as it runs, and where it is from.
func (t *Place) columnsBefore(it item) (does, from string, h config.Handler) {
	if it.conflict == nil {
		i := slices.IndexFunc(t.Found.List, func(s config.Source) bool { return s.File == it.resolved.File })
		if i >= 0 {
			from = string(t.Found.List[i].Kind)
		}
		return "", from, it.resolved.Handler
	}
	k := *it.conflict
	switch does = string(k.Verdict); {
	case t.state(k) != "":
		does = "testing…"
	case k.Missing != "":
		does = "cannot run"
	}
	return does, string(k.Hook.Source.Kind), k.Hook.Handler
}

// words returns an item's texts in the list: its severity, and its subject.
func (i item) words(home string) (kit.Badge, string) {
	switch {
	case i.conflict != nil:
		return hookstate.SeverityBadge(i.conflict.Severity), hookstate.Name(home, *i.conflict)
	case i.resolved != nil:
		return kit.Mark("✓", i.resolved.Resolution.Done(), kit.Good), kit.Clean(home, i.resolved.Handler.Summary())
	case i.sw != nil:
		b := kit.Mark("·", "setting", kit.Calm)
		if i.sw.Blocks {
			b = kit.Mark("✗", "blocks", kit.Bad)
		}
		return b, kit.Clean(home, i.sw.Name+" = "+i.sw.Value)
	}
	return kit.Mark("✗", "broken", kit.Bad), kit.FileAt(home, i.finding.File, i.finding.Line, i.finding.Col)
}

// detail describes the chosen row. Its outcome is always on the screen.
func (t *Place) detail(width, height int, st *kit.Styles) []string {
	it, ok := t.chosen()
	switch {
	case !ok:
		return t.find.NoMatches(false, st)
	case it.heading != "":
		return nil
	case it.conflict == nil:
		return it.rows(t.home, width, st)
	}
	c := *it.conflict
	k := &card{home: t.home, now: t.now(), width: width, st: st}
	k.facts(c, t.state(c))
	k.waysLine(c)
	if len(k.rows) > height {
		k.rows = nil
		k.brief(c, t.state(c))
	}
	return k.rows
}
