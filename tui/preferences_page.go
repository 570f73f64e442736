package tui

import (
	"fmt"
	"strconv"
	"strings"

	"neverask/hooks/app/trust"

	"charm.land/lipgloss/v2"

	"neverask/hooks/rule/question"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

func (t *preferencesTab) Page(width, height int, st *kit.Styles) kit.Page {
	p := kit.Page{Subject: kit.Short(t.home, t.state.Rules.Path)}
	if !t.state.Rules.Read {
		return p
	}
	p.Head = t.head(width, height, st)
	if len(t.state.Rules.List) == 0 && t.state.Rules.Err == nil {
		rows := t.empty(width, st)
		p.Rows, p.Row = len(rows), func(i int) string { return rows[i] }
		return p
	}
	if len(t.state.Rules.List) == 0 {
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
	if len(t.state.Rules.List) == 0 {
		return all
	}
	what := t.state.Rules.Number()
	if t.filtered() {
		what = fmt.Sprintf("%d of %s", len(t.shown), what)
	}
	var about []string
	if t.mode != "" {
		about = append(about, drawing.ModeBadge(t.mode).Word)
	}
	if t.scope != "" {
		about = append(about, kit.Short(t.home, t.scope))
	}
	if t.order != inFileOrder {
		about = append(about, orderNames[t.order])
	}
	left := " " + kit.FindLine(&t.find, t.finding, width/2, st)
	if left == " " {
		if t.state.Unhooked {
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
	if len(t.state.Suggestions.List) == 0 {
		return nil
	}
	label := " " + st.Accent.Render("Suggested") + "  "
	key := "  " + st.Key.Render("s") + " " + st.Muted.Render(fmt.Sprintf("to review %d", len(t.state.Suggestions.List))) + " "
	room := width - lipgloss.Width(label) - lipgloss.Width(key)
	return kit.Spaced(height, label+t.state.Suggestions.Entry(t.now(), room)+key, "")
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
	if t.state.Rules.Err != nil {
		say(kit.Mark("✗", "broken", kit.Bad), t.state.Rules.Err.Error(), "Fix the file: until then Claude asks you everything, and nothing can be changed here. neverask reloads it when it changes.")
	}
	for i, p := range t.state.Rules.Broken {
		if i == 2 && len(t.state.Rules.Broken) > 3 {
			all = append(all, st.Muted.Render("  … and "+strconv.Itoa(len(t.state.Rules.Broken)-i)+" more; neverask rules lint lists them"))
			break
		}
		say(kit.Mark("✗", "broken", kit.Bad), fmt.Sprintf("%s:%d:%d: %s", t.state.Rules.Path, p.Line, p.Column, p.Message), "This rule has no effect until you fix it in the file.")
	}
	return all
}

// empty says what to do when there are no rules.
func (t *preferencesTab) empty(width int, st *kit.Styles) []string {
	para := func(s string) []string { return append(kit.Indented(s, 2, kit.Prose(width)-2), "") }
	all := append([]string{""}, kit.Styled(para("No rules yet, so Claude asks you everything."), st.Strong)...)
	if lost := t.state.Rules.Lost; lost != nil {
		all = append([]string{""}, kit.Styled(para(kit.Capital(kit.Clean(t.home, lost.Message))+"."), st.Strong)...)
		all = append(all, para("→ "+kit.Clean(t.home, lost.Fix))...)
	}
	if t.state.Rules.ReadOnly {
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
	r, c := t.state.Rules.List[t.shown[i]], t.columns(width)
	style, left := kit.RowStart(i == t.pane.Chosen, st)
	s := left + kit.Pad(drawing.ModeBadge(r.Mode).Draw(st), c.mode) + t.questionCell(r, c.question, needle, style, st) + " " + kit.Pad(drawing.AnswerText(r.Effective()), c.answer-1) + " "
	if c.scope > 0 {
		s += kit.Pad(st.Muted.Render(kit.FitPath(drawing.ScopeText(t.home, r), c.scope-1)), c.scope)
	}
	if c.used > 0 {
		u := t.state.Usage(r)
		s += kit.Right(strconv.Itoa(u.Times), c.used-1) + st.Muted.Render(kit.Right(kit.Ago(t.now(), u.Last), c.last))
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
		if d.Word == drawing.Unmatched {
			left = 20
		}
		text := d.Draw(st) + " "
		if after := room - lipgloss.Width(text); i == 0 && left == 8 || after >= left {
			said, room = said+text, after
		}
	}
	return kit.Pad(said+needle.Mark(kit.Fit(drawing.MatchText(r.Match), room), style), width-1)
}

// doors are what is to be known of a rule before anything else: whose it is when
// it is not the person's own, that it may answer what cannot be undone, and what
// is wrong with it.
func (t *preferencesTab) doors(r question.Rule) (all []kit.Badge) {
	if r.Trusted != nil {
		state := trust.Accepted
		if review, read := t.state.Proposals.Of(r.Project); read {
			state = review.State
		}
		all = append(all, drawing.ProposalBadge(state))
	}
	if r.OneWay != "" {
		all = append(all, kit.Mark("⚠", "one-way", kit.Warn))
	}
	for _, f := range t.state.Rules.About(r) {
		all = append(all, drawing.FindingBadge(f))
	}
	return all
}
