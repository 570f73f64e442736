package log

import (
	"fmt"
	"sync"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/hooks/rule/suggest"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// Page draws the place.
func (t *Place) Page(width, height int, st *kit.Styles) kit.Page {
	p := kit.Page{Subject: t.state.Questions.From()}
	rows := []string(nil)
	switch seen := t.state.Questions.All; {
	case t.state.Questions.Err != nil:
		rows = append([]string{""}, kit.Noted(kit.Mark("✗", "cannot read", kit.Bad), kit.Clean(t.home, t.state.Questions.Err.Error()), width, st)...)
		rows = append(rows, "   "+st.Muted.Render("press r to try again"))
	case seen == nil && !t.state.Questions.Reading():
		rows = []string{"", "  " + st.Muted.Render("nothing read yet; press r to read")}
	case seen == nil:
		rows = []string{"", "  " + st.Muted.Render(t.state.Questions.Loading()+" …")}
	case len(seen.List) == 0:
		rows = append([]string{""}, kit.Styled(kit.Indented("Claude hasn't asked anything yet.", 2, kit.Prose(width)-2), st.Strong)...)
		text := "Every question Claude Code asks appears here, with who answered or denied it."
		if t.state.Unhooked {
			text += " neverask's hooks are not installed, so only what Claude Code's transcripts keep is known."
		}
		rows = append(append(rows, ""), kit.Indented(text, 2, kit.Prose(width)-2)...)
		if len(t.state.Install()) > 0 {
			rows = append(append(rows, ""), "  Press "+st.Key.Render("i")+" to install the hooks.")
		} else if t.state.Off != "" {
			rows = append(append(rows, ""), kit.Indented(kit.Capital(t.state.Off)+". Press 1 to see what to do.", 2, kit.Prose(width)-2)...)
		}
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

func (t *Place) head(width int, st *kit.Styles) []string {
	total := diffview.Count(len(t.state.Questions.All.List), "question")
	if t.filtered() {
		total = fmt.Sprintf("%d of %s", t.Count(), total)
	}
	about := []string{total}
	if t.filter.by != everything {
		about = append(about, outcomeNames[t.filter.by])
	}
	if !t.filter.since.IsZero() {
		about = append(about, "since "+kit.Moment(t.filter.since))
	}
	if t.filter.project != "" {
		about = append(about, kit.Short(t.home, t.filter.project))
	}
	return []string{t.find.Listed(about, width, st)}
}

// questionColumns are the widths of the columns of the list; 0 leaves one out.
type questionColumns struct{ when, who, question, answer, project int }

// grow makes room for the texts in sight. The columns do not shrink while one scrolls.
func (c *questionColumns) grow(t *Place) {
	for i := t.pane.Top; i < min(t.pane.Top+t.pane.Room, t.Count()); i++ {
		q := t.at(i)
		c.answer = max(c.answer, kit.Width(diffview.Visible(q.Answer))+1)
		c.project = max(c.project, kit.Width(kit.Short(t.home, q.Project))+1)
	}
}

// within fits the widest texts into a width: what is free is for the question.
func (c questionColumns) within(width int) questionColumns {
	widest := c
	c.answer, c.project = 0, 0
	switch c.when, c.who = 5, 14; {
	case width >= 110:
		c.answer, c.project = 26, 24
	case width >= 60:
		c.answer = 16
	}
	c.answer, c.project = min(c.answer, max(widest.answer, len("answer "))), min(c.project, max(widest.project, len("project ")))
	c.question = width - 2 - c.when - c.who - c.answer - c.project
	return c
}

func (c questionColumns) head() string {
	s := "  " + kit.Right("when", c.when-1) + " " + kit.Pad("answered by", c.who) + kit.Pad("question", c.question)
	if c.answer > 0 {
		s += kit.Pad("answer", c.answer)
	}
	if c.project > 0 {
		s += kit.Pad("project", c.project)
	}
	return s
}

func (t *Place) row(i, width int, needle *kit.Needle, st *kit.Styles) string {
	q, c := t.at(i), t.widest.within(width)
	style, left := kit.RowStart(i == t.pane.Chosen, st)
	s := left + st.Muted.Render(kit.Right(diffview.Ago(t.now(), q.Time), c.when-1)) + " " + kit.Pad(drawing.Answered(q).Draw(st), c.who)
	mark := ""
	if t.oneWay(q) {
		mark = st.Warn.Render("⚠") + " "
	}
	text := kit.Fit(diffview.Visible(q.Text), c.question-1-kit.Width(mark))
	s += kit.Pad(mark+needle.Mark(text, style), c.question)
	if c.answer > 0 {
		s += kit.Pad(diffview.Visible(q.Answer), c.answer-1) + " "
	}
	if c.project > 0 {
		s += kit.Pad(st.Muted.Render(kit.FitPath(kit.Short(t.home, q.Project), c.project-1)), c.project)
	}
	return kit.Fit(s, width)
}

// oneWay is what is drawn of [drawing.OneWay]. Only those in sight are looked at.
func (t *Place) oneWay(q *transcript.Question) bool {
	known, ok := t.judged[q]
	if !ok {
		known = drawing.OneWay(q)
		t.judged[q] = known
	}
	return known
}

// summary draws the chosen question and what became of it. The descriptions of
// the options give way to the rest when the height is low.
func (t *Place) summary(width, height int, st *kit.Styles) []string {
	q := t.Chosen()
	if q == nil {
		return []string{st.Muted.Render(" No matches. Press esc to show all questions")}
	}
	all := t.story(q, true, width, st)
	if len(all) > height {
		all = t.story(q, false, width, st)
	}
	return all
}

// story is a question and what became of it.
func (t *Place) story(q *transcript.Question, described bool, width int, st *kit.Styles) []string {
	all := drawing.Question(q, drawing.Chosen(q), described, width, st)
	if described {
		all = append(all, "")
	}
	all = append(all, kit.Noted(drawing.Answered(q), outcomeText(t.state.Rules, t.home, q), width, st)...)
	add := func(label, text string) {
		if text != "" {
			all = append(all, kit.Labelled(label, text, width, st)...)
		}
	}
	if marked(t.state.Rules, q) {
		add("marked", "as wrong: Claude asks you from now on")
	}
	for _, l := range suggest.Told(t.state.Rules.Lines.List, q) {
		add("asked although", "Claude was told “"+diffview.Visible(l.Text)+"”")
	}
	if t.oneWay(q) {
		add("safety", st.Warn.Render("⚠ may be irreversible"))
	}
	if q.Answered() && q.Shown == "" && q.Rule == "" {
		add("rules", "this answer doesn't count for rules: the transcript doesn't prove that you saw this exact question")
	}
	add("asked", kit.Moment(q.Time))
	if q.Wait > 0 {
		add("took", activity.Brief(q.Wait))
	}
	add("project", kit.Short(t.home, q.Project))
	add("session", diffview.Visible(q.Session))
	if server := serverOf(q); server != "" {
		add("from", "the MCP server "+diffview.Visible(server))
	}
	return all
}
