package tui

import (
	"fmt"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"neverask/hooks/rule/question"
	"neverask/tui/kit"
)

func (t *preferencesTab) Page(width, height int, st *kit.Styles) kit.Page {
	p := kit.Page{Subject: kit.Short(t.home, t.book.path)}
	if !t.book.read {
		return p
	}
	p.Head = t.head(width, height, st)
	if len(t.book.rules) == 0 && t.book.err == nil {
		rows := t.empty(width, st)
		p.Rows, p.Row = len(rows), func(i int) string { return rows[i] }
		return p
	}
	if len(t.book.rules) == 0 {
		return p
	}
	needle := kit.NewNeedle(t.find.Text)
	return t.pane.Lay(p, width, height, len(t.shown), st,
		func(i, width int) string { return t.row(i, width, &needle, st) },
		func(width, height int) []string { return t.detail(width, height, st) })
}

// head is what is wrong with the file, what is listed, and the columns.
func (t *preferencesTab) head(width, height int, st *kit.Styles) []string {
	all := append(t.banner(width, st), t.outsideBanner(width, st)...)
	all = append(all, t.proposalsBanner(width, height, st)...)
	all = append(all, t.suggested(width, height, st)...)
	if len(t.book.rules) == 0 {
		return all
	}
	what := t.book.number()
	if t.filtered() {
		what = fmt.Sprintf("%d of %s", len(t.shown), what)
	}
	var about []string
	if t.mode != "" {
		about = append(about, modeBadge(t.mode).Word)
	}
	if t.scope != "" {
		about = append(about, kit.Short(t.home, t.scope))
	}
	if t.order != inFileOrder {
		about = append(about, orderNames[t.order])
	}
	left := " " + kit.FindLine(&t.find, t.finding, width/2, st)
	if left == " " {
		if t.unhooked {
			text := "○ hooks not installed: no rule answers"
			if width < kit.Wide {
				text = "○ not installed"
			}
			about = append(about, text)
		}
		left += st.Muted.Render(strings.Join(append([]string{what}, about...), " · "))
		all = append(all, kit.Fit(left, width))
	} else {
		all = append(all, kit.Ends(left, st.Muted.Render(strings.Join(append(about, what), " · "))+" ", width))
	}
	return append(all, kit.ColumnNames(width, height, st, func(w int) string { return t.columns(w).head() })...)
}

// suggested says that rules wait to be reviewed.
func (t *preferencesTab) suggested(width, height int, st *kit.Styles) []string {
	if len(t.advice.list) == 0 {
		return nil
	}
	label := " " + st.Accent.Render("Suggested") + "  "
	key := "  " + st.Key.Render("s") + " " + st.Muted.Render(fmt.Sprintf("to review %d", len(t.advice.list))) + " "
	room := width - lipgloss.Width(label) - lipgloss.Width(key)
	return kit.Spaced(height, label+t.advice.entry(t.now(), room)+key, "")
}

// banner says why the rules cannot be edited, or which of them do nothing.
func (t *preferencesTab) banner(width int, st *kit.Styles) []string {
	var all []string
	say := func(b kit.Badge, text, fix string) {
		lines := kit.Indented(kit.Clean(t.home, text), 2, width-1)
		lines[0] = "  " + b.Draw(st) + " " + lines[0][2:]
		if lipgloss.Width(lines[0]) > width {
			lines = append([]string{"  " + b.Draw(st)}, kit.Indented(kit.Clean(t.home, text), 2, width-1)...)
		}
		all = append(append(all, lines...), kit.Styled(kit.Indented("→ "+fix, 2, width-1), st.Muted)...)
	}
	if t.book.err != nil {
		say(kit.Mark("✗", "broken", kit.Bad), t.book.err.Error(), "Fix the file: until then Claude asks you everything, and nothing can be changed here. neverask reloads it when it changes.")
	}
	for i, p := range t.book.broken {
		if i == 2 && len(t.book.broken) > 3 {
			all = append(all, st.Muted.Render("  … and "+strconv.Itoa(len(t.book.broken)-i)+" more; neverask rules lint lists them"))
			break
		}
		say(kit.Mark("✗", "broken", kit.Bad), fmt.Sprintf("%s:%d:%d: %s", t.book.path, p.Line, p.Column, p.Message), "This rule has no effect until you fix it in the file.")
	}
	return all
}

// empty says what to do when there are no rules.
func (t *preferencesTab) empty(width int, st *kit.Styles) []string {
	para := func(s string) []string { return append(kit.Indented(s, 2, kit.Prose(width)-2), "") }
	all := append([]string{""}, kit.Styled(para("No rules yet, so Claude asks you everything."), st.Strong)...)
	if lost := t.book.lost; lost != nil {
		all = append([]string{""}, kit.Styled(para(kit.Capital(kit.Clean(t.home, lost.Message))+"."), st.Strong)...)
		all = append(all, para("→ "+kit.Clean(t.home, lost.Fix))...)
	}
	if t.book.readOnly {
		return all
	}
	all = append(all, para("Press a to add one, from a question you have answered or from scratch.")...)
	all = append(all, para("If you use gstack: "+kit.Tied("neverask rules import gstack")+" imports its preferences.")...)
	return all
}

// ruleColumns are the widths of the columns of the list; 0 leaves one out.
type ruleColumns struct{ mode, question, answer, scope, used, last int }

func (t *preferencesTab) columns(width int) (c ruleColumns) {
	c.mode = 13
	switch {
	case width >= 110:
		c.answer, c.scope, c.used, c.last = 22, 18, 6, 5
	case width >= 76:
		c.answer, c.scope, c.used, c.last = 14, 12, 5, 5
	case width >= 60:
		c.answer, c.used, c.last = 14, 5, 5
	case width >= 46:
		c.answer = 12
	default:
		c.answer = 9
	}
	c.question = width - 2 - c.mode - c.answer - c.scope - c.used - c.last
	return c
}

func (c ruleColumns) head() string {
	s := "  " + kit.Pad("mode", c.mode) + kit.Pad("question", c.question) + kit.Pad("answer", c.answer)
	if c.scope > 0 {
		s += kit.Pad("where", c.scope)
	}
	if c.used > 0 {
		s += kit.Right("used", c.used-1) + kit.Right("last", c.last)
	}
	return s
}

func (t *preferencesTab) row(i, width int, needle *kit.Needle, st *kit.Styles) string {
	r, c := t.book.rules[t.shown[i]], t.columns(width)
	style, left := kit.RowStart(i == t.pane.Chosen, st)
	s := left + kit.Pad(modeBadge(r.Mode).Draw(st), c.mode) + t.questionCell(r, c.question, needle, style, st) + " " + kit.Pad(answerText(r.Effective()), c.answer-1) + " "
	if c.scope > 0 {
		s += kit.Pad(st.Muted.Render(kit.FitPath(scopeText(t.home, r), c.scope-1)), c.scope)
	}
	if c.used > 0 {
		u := t.usage(r)
		s += kit.Right(strconv.Itoa(u.times), c.used-1) + st.Muted.Render(kit.Right(kit.Ago(t.now(), u.last), c.last))
	}
	return kit.Fit(s, width)
}

// questionCell is what a rule matches, after what must not be missed about it.
// What may be missed gives way to the question.
func (t *preferencesTab) questionCell(r question.Rule, width int, needle *kit.Needle, style lipgloss.Style, st *kit.Styles) string {
	var said string
	room := width - 1
	for i, d := range t.doors(r) {
		left := 8
		if d.Word == findingNames[unmatched] {
			left = 20
		}
		text := d.Draw(st) + " "
		if after := room - lipgloss.Width(text); i == 0 && left == 8 || after >= left {
			said, room = said+text, after
		}
	}
	return kit.Pad(said+needle.Mark(kit.Fit(matchText(r.Match), room), style), width-1)
}
