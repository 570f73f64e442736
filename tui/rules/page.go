package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"neverask/diffview"
	"neverask/hooks/rule/question"
	"neverask/tui/drawing"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// Page draws the place.
func (t *Place) Page(width, height int, st *kit.Styles) kit.Page {
	p := kit.Page{Subject: kit.Short(t.home, t.state.Rules.Path)}
	if !t.state.Rules.Read {
		return p
	}
	p.Names = func(w int) string { return t.columnsOf(w).head() }
	p.Head = t.head(width, st)
	if nothing(&t.list) && t.state.Rules.Err == nil {
		rows := t.notices().empty(width, st)[min(len(p.Head), 1):] // a blank row comes first
		return p.Of(rows)
	}
	if nothing(&t.list) {
		return p
	}
	needle := t.find.Needle()
	t.pane.Read = len(t.offers) > 0 // whoever accepts a suggestion reads its question first
	t.pane.Wrap = func(i, width int) []string { return wrapped(t, i, width, &needle, st) }
	return t.pane.Lay(p, width, height, t.Count(), st,
		func(i, width int) string { return t.row(i, width, "", &needle, st) },
		func(width, height int) []string { return t.detail(width, height, height, false, st) })
}

func (t *Place) notices() notices { return notices{t.state, t.home, t.now} }

// head returns the errors in the file, a summary of the list, and the column names.
func (t *Place) head(width int, st *kit.Styles) []string {
	n := t.notices()
	all := slices.Concat(n.unknown(width, st), n.broken(width, st), n.appeared(width, st), n.idleTools(width, st))
	if nothing(&t.list) {
		return all
	}
	about := []string{cmp.Or(t.state.Rules.Counted(), diffview.Count(0, "rule"))}
	waiting := t.state.Suggestions.Waiting()
	if n := len(t.state.Suggestions.List) - waiting; n > 0 {
		about[0] = diffview.Count(n, "unproven suggestion") + ", " + about[0]
	}
	if waiting > 0 {
		about[0] = diffview.Count(waiting, "suggestion") + ", " + about[0]
	}
	if t.filtered() {
		about[0] = found(t)
	}
	fits := func(text string) bool { return kit.Width(about[0]+" · ○ "+text) <= width-3 }
	checking := t.state.Rules.Checked != t.state.Rules.Version && t.state.Questions.Err == nil
	if silent, ok := silent(t.state, fits); ok {
		about = append(about, silent.Draw(st))
	} else if idle := t.state.Rules.Idle(); idle != "" && !checking {
		about = append(about, idle)
	}
	if t.mode != "" {
		about = append(about, drawing.ModeBadge(t.mode).Word)
	}
	if t.scope != "" {
		about = append(about, kit.Short(t.home, t.scope))
	}
	if sorted(&t.list) {
		about = append(about, orderNames[t.order])
	}
	if checking {
		about = append(about, "checking …")
	}
	all = append(all, t.find.Listed(about, width, st))
	return all
}

// found says how many of the suggestions and of the rules are listed.
func found(t *Place) string {
	var all []string
	if n := len(t.state.Suggestions.List); n > 0 {
		shown := 0
		for _, alike := range t.offers {
			shown += len(alike)
		}
		all = append(all, fmt.Sprintf("%d of %s", shown, diffview.Count(n, "suggestion")))
	}
	if n := t.total(); n > 0 {
		all = append(all, fmt.Sprintf("%d of %s", t.Count()-len(t.offers), diffview.Count(n, "rule")))
	}
	return strings.Join(all, ", ")
}

// silent says why no rule answers, unless that stands above, or who else does; in few words where more do not fit.
func silent(state *rulestate.State, fits func(string) bool) (b kit.Badge, ok bool) {
	why, brief := "", "no rule answers"
	switch {
	case state.Unknown, state.Rules.Err != nil:
		why = brief
	case state.Off != "":
		why = state.Off
	case state.Unhooked:
		why, brief = "hooks not installed: no rule answers", "hooks not installed"
	case state.Unable != "":
		why = "no rule answers: " + state.Unable
	case state.InTheWay() != "":
		theirs, count := state.Contested()
		if b = kit.Mark("▲", theirs, kit.Warn); !fits(theirs) {
			b = count
		}
		return b, true
	default:
		return b, false
	}
	if !fits(why) {
		why = brief
	}
	return kit.Mark("○", why, kit.Warn), true
}

// ruleColumns are the widths of the columns of the list; 0 leaves one out.
type ruleColumns struct {
	mode, question, answer, scope, used, last int
	calls                                     bool // there are tool rules, which match calls
	order                                     order
}

// columnsOf omits columns that say the same for every rule, and makes the others as wide as their
// texts; the question column gets the rest. A column gets more room only when those before it have
// enough, so that no greater width cuts a text that a smaller one shows whole.
func (l *list) columnsOf(width int) (c ruleColumns) {
	c.mode, c.calls, c.order = 13, len(l.tools) > 0, inFileOrder
	if sorted(l) {
		c.order = l.order
	}
	answer := max(l.answers, len("answer")) + 1
	room := kit.Room(width - 2 - c.mode)
	c.answer = room.Take(0, min(answer, 9))
	c.question = room.Take(0, min(l.questions+1, 30))
	c.answer += room.Take(0, max(min(answer, 16)-c.answer, 0))
	scope := 0
	if l.scopes > 0 {
		scope = max(l.scopes, len("where")) + 1
		c.question += room.Take(0, max(min(l.questions+1, 39)-c.question, 0))
		if c.scope = room.Take(min(scope, leastScope), min(scope, leastScope)); c.scope == 0 {
			room = 0 // as below
		}
	}
	c.question += room.Take(0, max(min(l.questions+1, 52)-c.question, 0))
	c.answer += room.Take(0, max(min(answer, mostAnswer)-c.answer, 0))
	if c.scope > 0 {
		c.scope += room.Take(0, max(min(scope, 26)-c.scope, 0))
	}
	last := 5
	if c.order == byLastUse {
		last = kit.Width(" ▾last")
	}
	if l.used && int(room) >= 6+last {
		c.used, c.last = 6, last
		room -= kit.Room(c.used + c.last)
	} else if l.used {
		room = 0 // else it would be another column's, which then had to shrink in a greater width
	}
	c.question += room.Take(0, max(l.questions+1-c.question, 0))
	c.answer += room.Take(0, answer-c.answer)
	c.question += int(room)
	return c
}

// mostAnswer is the width up to which the column of answers comes before the numbers and the rest of the question.
const mostAnswer = 36

// leastScope is the least width of the column that says where rules apply: in 80 columns, it has room for a short name.
const leastScope = 8

// where says in its column where a rule of a project applies. In a narrow one, everywhere is nothing.
func (c ruleColumns) where(home, project string, st *kit.Styles) string {
	if c.scope == 0 || project == "" && c.scope < 11 {
		return kit.Pad("", c.scope)
	}
	return kit.Pad(st.Muted.Render(kit.FitPath(drawing.Scope(home, project), c.scope-1)), c.scope)
}

func (c ruleColumns) head() string {
	question := "question"
	if c.calls {
		question = "question or call"
	}
	up, down := map[order]string{c.order: " ▴"}, map[order]string{c.order: "▾"}
	s := "  " + kit.Pad("now"+up[byMode], c.mode) + kit.Pad(question+up[byQuestion], c.question) +
		kit.Pad("answer", c.answer)
	if c.scope > 0 {
		s += kit.Pad("where"+up[byScope], c.scope)
	}
	if c.used > 0 {
		s += kit.Right(down[byUse]+"used", c.used-1) + kit.Right(down[byLastUse]+"last", c.last)
	}
	return s
}

// wrapped draws a row on several lines, followed by its mark, if its question does not fit on one;
// otherwise it returns nil.
func wrapped(t *Place, i, width int, needle *kit.Needle, st *kit.Styles) (rows []string) {
	text, mark, project, c := "", "", "", t.columnsOf(width)
	switch at := i - len(t.offers); {
	case at < 0:
		text, project = offerText(t.offers[i], kit.Far), t.offers[i][0].Where()
	case at < len(t.shown):
		r := t.state.Rules.List[t.shown[at]]
		text, project = drawing.MatchText(r.Match), r.Project
		if _, badge := t.state.Signs(r); badge.Word != "" {
			mark = "  " + badge.Draw(st)
		}
	case at < len(t.shown)+len(t.tools):
		r := t.state.Rules.Tools.List[t.tools[at-len(t.shown)]]
		text, project = t.calls(r), r.Project
	default:
		line, _ := t.lineIn(at)
		text, project = "“"+diffview.Visible(line.Text)+"”", line.Project
	}
	mark += placeBehind(&t.list, project, c, kit.Width(mark), st)
	if kit.Width(text)+kit.Width(mark) < c.question {
		return nil
	}
	lines := kit.Wrap(text, c.question-1)
	if last := lines[len(lines)-1]; kit.Width(last)+kit.Width(mark) >= c.question {
		lines, mark = append(lines, ""), strings.TrimLeft(mark, " ")
	}
	rows = append(rows, t.row(i, width, lines[0], needle, st))
	for _, line := range lines[1:] {
		rows = append(rows, kit.Pad("", 2+c.mode)+needle.Mark(line, st.Selected))
	}
	rows[len(rows)-1] += mark
	return rows
}

// answerCell draws an answer in its column.
func answerCell(text string, c ruleColumns, needle *kit.Needle) string {
	return kit.Pad(needle.Mark(kit.Fit(text, c.answer-1), kit.Plain), c.answer-1)
}

// beside returns what follows the question of a rule: its mark, whole or at least its sign if that alone says something,
// and its place.
func beside(t *Place, r question.Rule, mark kit.Badge, c ruleColumns, st *kit.Styles) string {
	text, sign := kit.Width(drawing.MatchText(r.Match)), ""
	if mark.Word != "" && mark.Sign != "·" {
		sign = " " + mark.Style(st).Render(mark.Sign)
	}
	place := placeBehind(&t.list, r.Project, c, text+kit.Width(sign), st)
	if whole := "  " + mark.Draw(st) + place; mark.Word != "" && text+kit.Width(whole) < c.question {
		return whole
	}
	return sign + place
}

// row draws a row. name, unless "", replaces the text of the question.
func (t *Place) row(i, width int, name string, needle *kit.Needle, st *kit.Styles) string {
	switch at := i - len(t.offers); {
	case at < 0:
		return t.offerRow(i, width, name, needle, st)
	case at >= len(t.shown)+len(t.tools):
		line, _ := t.lineIn(at)
		return lineRow(&t.list, line, i, width, name, needle, st)
	case at >= len(t.shown):
		return t.toolRow(i, width, name, needle, st)
	}
	r, c := t.state.Rules.List[t.shown[i-len(t.offers)]], t.columnsOf(width)
	style, left := kit.RowStart(i == t.pane.Chosen, st)
	mode, mark := t.state.Signs(r)
	rest := ""
	if name == "" {
		rest = beside(t, r, mark, c, st)
	}
	name = cmp.Or(name, kit.Fit(drawing.MatchText(r.Match), c.question-1-kit.Width(rest)))
	text := kit.Pad(needle.Mark(name, style)+rest, c.question)
	s := left + kit.Pad(mode.Draw(st), c.mode) + text + answerCell(drawing.AnswerText(r.Effective()), c, needle) + " " +
		c.where(t.home, r.Project, st)
	if c.used > 0 {
		u := t.state.Usage(r)
		s += kit.Right(strconv.Itoa(u.Times), c.used-1) + st.Muted.Render(kit.Right(diffview.Ago(t.now(), u.Last), c.last))
	}
	return kit.Fit(s, width)
}
