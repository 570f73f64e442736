package log

import (
	"cmp"
	"slices"
	"sync"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// Page draws the place.
func (t *Place) Page(width, height int, st *kit.Styles) kit.Page {
	p := kit.Page{Subject: t.state.Questions.From(t.all != nil && t.all.calls > 0)}
	rows := []string(nil)
	switch past := t.state.Questions; {
	case past.Err != nil:
		rows = append([]string{""},
			kit.Noted(kit.Mark("✗", "cannot read", kit.Bad), kit.Clean(t.home, past.Err.Error()), width, st)...)
		rows = append(rows, "   "+st.Muted.Render("press r to try again"))
	case past.All == nil && !past.Reading():
		rows = []string{"", "  " + st.Muted.Render("nothing read yet; press r to read")}
	case past.All == nil || t.all == nil:
		rows = []string{"", "  " + st.Muted.Render(past.Loading()+" …")}
	case len(t.all.lines) == 0 && !t.filtered():
		rows = t.nothing(width, st)
	default:
		measured := sync.OnceFunc(func() { t.widest.grow(t) })
		p.Names = func(w int) string { measured(); return t.widest.within(w).head() }
		p.Head = t.head(width, st)
		needle := t.find.Needle()
		return t.pane.Lay(p, width, height, t.Count(), st,
			func(i, width int) string { measured(); return t.row(i, width, &needle, st) },
			func(width, height int) []string { return t.summary(width, height, st) })
	}
	return p.Of(rows)
}

// nothing says why the log is empty.
func (t *Place) nothing(width int, st *kit.Styles) []string {
	room := kit.Prose(width) - 2
	rows := append([]string{""}, kit.Styled(kit.Indented("Claude hasn't asked anything yet.", 2, room), st.Strong)...)
	text := "Every question Claude Code asks appears here, with who answered or denied it."
	if t.state.Unhooked {
		text += " neverask's hooks are not installed, so only what Claude Code's transcripts keep is known."
	}
	rows = append(append(rows, ""), kit.Indented(text, 2, room)...)
	if len(t.state.Install()) > 0 {
		rows = append(append(rows, ""), "  Press "+st.Key.Render("i")+" to install the hooks.")
	} else if t.state.Off != "" {
		rows = append(append(rows, ""), kit.Indented(kit.Capital(t.state.Off)+". Press 1 to see what to do.", 2, room)...)
	}
	return rows
}

// head says what is listed and, during a search, names the scopes.
func (t *Place) head(width int, st *kit.Styles) []string {
	about := slices.Concat([]string{t.counted()}, t.calls.left(), t.filter.about(t.home))
	if t.order != newestFirst {
		about = append(about, orderNames[t.order])
	}
	all := []string{t.find.Listed(about, width, st)}
	if t.find.Active {
		all = append(all, t.scopeRow(width, st))
	}
	return all
}

// columns are the widths of the columns of the list; 0 leaves one out.
type columns struct {
	when, how, what, answer, project int
	calls                            bool // whether there are calls among the lines
	order                            order
}

// grow makes room for the visible texts. The columns do not shrink while the person scrolls.
func (c *columns) grow(t *Place) {
	c.calls, c.order = t.all.calls > 0, t.order
	for i := t.pane.Top; i < min(t.pane.Top+t.pane.Room, t.Count()); i++ {
		l := &t.lines[i]
		b := badge(t, l)
		c.how, c.what = max(c.how, kit.Width(b.Sign+" "+b.Word)+1), max(c.what, kit.Width("⚠ "+l.text())+1)
		if text := l.cell(c.order); text != "" {
			c.answer = max(c.answer, kit.Width(text)+1)
		}
		if l.project != "" {
			c.project = max(c.project, kit.Width(kit.Short(t.home, l.project))+1)
		}
	}
}

// within fits the columns into a width. A column that is empty in every row is omitted. A column gets
// more room only when those before it have enough, so that no greater width cuts a text that a smaller
// one shows whole.
func (c columns) within(width int) columns {
	answer, project, word := min(c.answer, mostAnswer+1), min(c.project, max(width/4, leastProject)),
		max(c.how, len(c.howName())+1)-2
	if c.answer > 0 {
		answer = max(answer, kit.Width(c.answerName())+1)
	}
	if c.project > 0 {
		project = max(project, len("project "))
	}
	what, whole := c.what, c.answer
	c.answer, c.project = 0, 0
	c.when, c.how = 5, 2 // the sign alone says what became of it
	room := kit.Room(width - 2 - c.when - c.how)
	if c.order == slowestFirst { // which the column is about
		c.answer = room.Take(answer, answer)
		whole = 0
	}
	c.what = room.Take(0, 31)
	c.how += room.Take(word, word)
	c.what += room.Take(0, min(max(what-c.what, 0), 8))
	if c.order != slowestFirst {
		c.answer = room.Take(min(answer, leastAnswer), answer)
	}
	c.what += room.Take(0, min(max(what-c.what, 0), 18))
	c.answer += room.Take(0, max(min(whole, wholeAnswer)-c.answer, 0))
	c.project = room.Take(min(project, leastProject), project)
	c.what += int(room)
	return c
}

// Widths of the columns of answers and of projects.
const (
	leastAnswer, mostAnswer = 8, 20
	wholeAnswer             = 40 // where questions have enough
	leastProject            = 12
)

// answerName returns the heading of the column of answers.
func (c columns) answerName() string {
	if c.order == slowestFirst {
		return "took ▾"
	}
	if c.calls {
		return "answer or time"
	}
	return "answer"
}

// howName returns the shortest heading of the column of outcomes.
func (c columns) howName() string {
	if c.calls {
		return "outcome"
	}
	return "by"
}

func (c columns) head() string {
	how, what := c.howName(), "question"
	if c.calls {
		what = "question or call"
	}
	switch {
	case c.how < len(how):
		how = ""
	case c.how > len("answered by") && !c.calls:
		how = "answered by"
	}
	if c.order == byText {
		what += " ▴"
	}
	when := map[order]string{newestFirst: "▾when", oldestFirst: "▴when"}[c.order]
	s := kit.Right(cmp.Or(when, "when"), c.when+1) + " " + kit.Pad(how, c.how) + kit.Pad(what, c.what)
	if c.answer > 0 {
		s += kit.Pad(c.answerName(), c.answer)
	}
	if c.project > 0 {
		s += kit.Pad("project", c.project)
	}
	return s
}

// badge returns the outcome of a line.
func badge(t *Place, l *line) kit.Badge {
	switch q := l.asked(); {
	case q != nil:
		return drawing.Judged(t.state.Rules.List, q)
	case l.call != nil:
		return callOutcome(l.call)
	}
	return callOutcome(l.run[0])
}

// text returns the subject of a line.
func (l *line) text() string {
	switch {
	case l.question != nil:
		return diffview.Visible(l.question.Text)
	case l.call != nil && l.inside:
		return "  " + callText(l.call)
	case l.call != nil:
		return callText(l.call)
	}
	return runText(l.run)
}

// cell returns what a row shows in the column of answers: how long the line took if the list is sorted by that.
func (l *line) cell(o order) string {
	if o == slowestFirst && l.run == nil {
		if d := l.wait(); d > 0 {
			return activity.Brief(d)
		}
		return ""
	}
	return l.answer()
}

// answer returns the answer to a question, or how long a call took.
func (l *line) answer() string {
	switch {
	case l.question != nil:
		return drawing.Given(l.question.Question)
	case l.call != nil:
		return took(l.call)
	}
	return ""
}

func (t *Place) row(i, width int, needle *kit.Needle, st *kit.Styles) string {
	l, c := &t.lines[i], t.widest.within(width)
	style, left := kit.RowStart(i == t.pane.Chosen, st)
	if l.question == nil && i != t.pane.Chosen {
		style = st.Muted
	}
	b := badge(t, l)
	how := b.Draw(st)
	if c.how == 2 {
		how = b.Style(st).Render(b.Sign)
	}
	s := left + st.Muted.Render(kit.Right(diffview.Ago(t.now(), l.time()), c.when-1)) + " " + kit.Pad(how, c.how)
	mark := ""
	if q := l.asked(); q != nil && t.oneWay(q) {
		mark = st.Warn.Render("⚠") + " "
	}
	text := kit.Fit(l.text(), c.what-1-kit.Width(mark))
	s += kit.Pad(mark+needle.Mark(text, style), c.what)
	if c.answer > 0 {
		look := kit.Plain
		if l.question == nil {
			look = st.Muted
		}
		answer := needle.Mark(kit.Fit(l.cell(c.order), c.answer-1), look)
		s += kit.Pad(answer, c.answer-1) + " "
	}
	if c.project > 0 {
		s += kit.Pad(st.Muted.Render(kit.FitPath(kit.Short(t.home, l.project), c.project-1)), c.project)
	}
	return kit.Fit(s, width)
}

// summary draws the chosen line and its outcome. On a low screen first the descriptions of the options
// give way, and then the options that were not chosen.
func (t *Place) summary(width, height int, st *kit.Styles) []string {
	l := t.line()
	switch {
	case l == nil:
		return t.unlisted(width, st)
	case l.call != nil:
		if all := t.callFacts(l, false, width, st); len(all) <= height {
			return all
		}
		return t.callFacts(l, true, width, st)
	case l.question == nil:
		return t.runFacts(l, width, st)
	}
	found := foundInOptions(t, l.asked(), width, st)
	height -= len(found)
	all := t.story(l.asked(), true, width, st)
	if len(all) > height {
		all = t.story(l.asked(), false, width, st)
	}
	for _, options := range []bool{true, false} {
		if len(all) > height {
			all = briefly(t, l.asked(), options, width, st)
		}
	}
	return append(found, all...)
}

// foundInOptions shows the line of an option for which the search found a question, if its row does not show why.
func foundInOptions(t *Place, q *transcript.Question, width int, st *kit.Styles) []string {
	missing := t.find.Needle().Missing(q.Text + " " + drawing.Given(q))
	has := func(text string) bool { return len(missing.Missing(text).Words) < len(missing.Words) }
	for _, o := range q.Options {
		for _, row := range kit.Wrap(diffview.Visible(o.Label+": "+o.Description), width-13) {
			if has(row) {
				return []string{" " + st.Muted.Render(kit.Pad("found", 11)) + missing.Mark(row, kit.Plain)}
			}
		}
	}
	return nil
}

// unlisted says why the list is empty.
func (t *Place) unlisted(width int, st *kit.Styles) []string {
	if t.filter.kind != toolCalls || t.all.calls > 0 {
		return t.find.NoMatches(t.filter != filter{}, st)
	}
	return t.noCalls(width, st)
}

// noCalls says why no calls are listed.
func (t *Place) noCalls(width int, st *kit.Styles) []string {
	text := "No tool call was recorded in the last four weeks. "
	switch found := t.calls.found; {
	case found == nil:
		text = "reading the record of tool calls …"
	case t.recording():
		text += "Activity recording is on, so tool calls appear here as Claude works."
	default:
		text += "With activity recording, neverask notes which tools Claude uses, how long each call takes and how it ends: names and numbers only, kept on this machine."
		if !t.state.Rules.ReadOnly && t.Typing() != nil {
			text += " It is off: esc leaves the search, then R switches it on. You'll see the exact change first."
		} else if !t.state.Rules.ReadOnly {
			text += " It is off until you press R to switch it on. You'll see the exact change first."
		}
	}
	return kit.Styled(kit.Indented(text, 1, kit.Prose(width)), st.Muted)
}
