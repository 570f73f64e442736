package tui

import (
	"fmt"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"neverask/hooks/rule/question"
)

func (t *preferencesTab) page(width, height int, st *styles) page {
	p := page{subject: short(t.home, t.book.path)}
	if !t.book.read {
		return p
	}
	p.head = t.head(width, height, st)
	if len(t.book.rules) == 0 && t.book.err == nil {
		rows := t.empty(width, st)
		p.rows, p.row = len(rows), func(i int) string { return rows[i] }
		return p
	}
	if len(t.book.rules) == 0 {
		return p
	}
	needle := newNeedle(t.find.text)
	return t.pane.lay(p, width, height, len(t.shown), st,
		func(i, width int) string { return t.row(i, width, &needle, st) },
		func(width, height int) []string { return t.detail(width, height, st) })
}

// head is what is wrong with the file, what is listed, and the columns.
func (t *preferencesTab) head(width, height int, st *styles) []string {
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
		about = append(about, modeBadge(t.mode).word)
	}
	if t.scope != "" {
		about = append(about, short(t.home, t.scope))
	}
	if t.order != inFileOrder {
		about = append(about, orderNames[t.order])
	}
	left := " " + findLine(&t.find, t.finding, width/2, st)
	if left == " " {
		if t.unhooked {
			text := "○ hooks not installed: nothing is answered"
			if width < wide {
				text = "○ not installed"
			}
			about = append(about, text)
		}
		left += st.muted.Render(strings.Join(append([]string{what}, about...), " · "))
		all = append(all, fit(left, width))
	} else {
		all = append(all, ends(left, st.muted.Render(strings.Join(append(about, what), " · "))+" ", width))
	}
	return append(all, columnNames(width, height, st, func(w int) string { return t.columns(w).head() })...)
}

// suggested says that rules wait to be reviewed.
func (t *preferencesTab) suggested(width, height int, st *styles) []string {
	if len(t.advice.list) == 0 {
		return nil
	}
	label := " " + st.accent.Render("Suggested") + "  "
	key := "  " + st.key.Render("s") + " " + st.muted.Render(fmt.Sprintf("reviews %d", len(t.advice.list))) + " "
	room := width - lipgloss.Width(label) - lipgloss.Width(key)
	return spaced(height, label+t.advice.entry(t.now(), room)+key, "")
}

// banner says why the rules cannot be edited, or which of them do nothing.
func (t *preferencesTab) banner(width int, st *styles) []string {
	var all []string
	say := func(b badge, text, fix string) {
		lines := indented(clean(t.home, text), 2, width-1)
		lines[0] = "  " + b.draw(st) + " " + lines[0][2:]
		if lipgloss.Width(lines[0]) > width {
			lines = append([]string{"  " + b.draw(st)}, indented(clean(t.home, text), 2, width-1)...)
		}
		all = append(append(all, lines...), styled(indented("→ "+fix, 2, width-1), st.muted)...)
	}
	if t.book.err != nil {
		say(mark("✗", "broken", bad), t.book.err.Error(), "Correct the file: until then every question is asked, and nothing can be changed here. It is read again as soon as it changes.")
	}
	for i, p := range t.book.broken {
		if i == 2 && len(t.book.broken) > 3 {
			all = append(all, st.muted.Render("  … and "+strconv.Itoa(len(t.book.broken)-i)+" more; neverask prefs lint lists them"))
			break
		}
		say(mark("✗", "broken", bad), fmt.Sprintf("%s:%d:%d: %s", t.book.path, p.Line, p.Column, p.Message), "This rule does nothing until it is corrected in the file.")
	}
	return all
}

// empty says what to do when there are no rules.
func (t *preferencesTab) empty(width int, st *styles) []string {
	para := func(s string) []string { return append(indented(s, 2, prose(width)-2), "") }
	all := append([]string{""}, styled(para("No rules yet, so every question is asked."), st.strong)...)
	if lost := t.book.lost; lost != nil {
		all = append([]string{""}, styled(para(capital(clean(t.home, lost.Message))+"."), st.strong)...)
		all = append(all, para("→ "+clean(t.home, lost.Fix))...)
	}
	if t.book.readOnly {
		return all
	}
	all = append(all, para("Press a to add one: for a question that Claude has asked you, with the answer you gave, or a blank one.")...)
	all = append(all, para("If you use gstack: "+tied("neverask prefs import gstack")+" takes over its preferences.")...)
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
	s := "  " + pad("mode", c.mode) + pad("question", c.question) + pad("answer", c.answer)
	if c.scope > 0 {
		s += pad("where", c.scope)
	}
	if c.used > 0 {
		s += right("used", c.used-1) + right("last", c.last)
	}
	return s
}

func (t *preferencesTab) row(i, width int, needle *needle, st *styles) string {
	r, c := t.book.rules[t.shown[i]], t.columns(width)
	style, left := rowStart(i == t.pane.chosen, st)
	s := left + pad(modeBadge(r.Mode).draw(st), c.mode) + t.questionCell(r, c.question, needle, style, st) + " " + pad(answerText(r.Effective()), c.answer-1) + " "
	if c.scope > 0 {
		s += pad(st.muted.Render(fitPath(scopeText(t.home, r), c.scope-1)), c.scope)
	}
	if c.used > 0 {
		u := t.usage(r)
		s += right(strconv.Itoa(u.times), c.used-1) + st.muted.Render(right(ago(t.now(), u.last), c.last))
	}
	return fit(s, width)
}

// questionCell is what a rule matches, after what must not be missed about it.
// What may be missed gives way to the question.
func (t *preferencesTab) questionCell(r question.Rule, width int, needle *needle, style lipgloss.Style, st *styles) string {
	var said string
	room := width - 1
	for i, d := range t.doors(r) {
		left := 8
		if d.word == findingNames[unmatched] {
			left = 20
		}
		text := d.draw(st) + " "
		if after := room - lipgloss.Width(text); i == 0 && left == 8 || after >= left {
			said, room = said+text, after
		}
	}
	return pad(said+needle.mark(fit(matchText(r.Match), room), style), width-1)
}
