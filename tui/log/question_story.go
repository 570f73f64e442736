package log

import (
	"slices"
	"strings"
	"time"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/hooks/rule/suggest"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// oneWay caches [drawing.OneWay]. It is called only for questions on the screen.
func (t *Place) oneWay(q *transcript.Question) bool {
	known, ok := t.oneWays[q]
	if !ok {
		known = drawing.OneWay(q)
		t.oneWays[q] = known
	}
	return known
}

// story draws a question and its outcome.
func (t *Place) story(q *transcript.Question, described bool, width int, st *kit.Styles) []string {
	all := drawing.Question(q, drawing.Chosen(q), described, width, st)
	if described {
		all = append(all, "")
	}
	all = append(all, became(t, q, width, st)...)
	add := func(label, text string) {
		if text != "" {
			all = append(all, kit.Labelled(label, text, width, st)...)
		}
	}
	add("asked", kit.Moment(q.Time))
	add("took", waited(q))
	add("project", kit.Short(t.home, q.Project))
	add("session", diffview.Visible(q.Session))
	if server := serverOf(q); server != "" {
		add("from", "the MCP server "+diffview.Visible(server))
	}
	return all
}

// became says what became of a question, and what is odd about that.
func became(t *Place, q *transcript.Question, width int, st *kit.Styles) []string {
	all := kit.Noted(drawing.Answered(q), outcomeText(t.state.Rules, t.home, q), width, st)
	add := func(label, text string) { all = append(all, kit.Labelled(label, text, width, st)...) }
	if marked(t.state.Rules, q) {
		add("marked", "as wrong: Claude asks you from now on")
	}
	for _, l := range suggest.Told(t.state.Rules.Lines.List, q) {
		add("asked although", "Claude was told “"+diffview.Visible(l.Text)+"”")
	}
	if t.oneWay(q) {
		text := "⚠ may be irreversible"
		if q.Judged { // what the check says now, of what is still known, may be something else
			text += ", as judged when Claude asked"
		}
		add("safety", st.Warn.Render(text))
	}
	if q.Answered() && q.Shown == "" && q.Rule == "" {
		add("rules", "this answer doesn't count for rules: the transcript doesn't prove that you saw this exact question")
	}
	return all
}

// waited returns how long a question waited for its answer, or "" if unknown.
func waited(q *transcript.Question) string {
	if q.Wait > 0 && q.By == transcript.Person { // otherwise it is the time until the tool's end
		return activity.Brief(q.Wait)
	}
	return ""
}

// briefly draws a question, its outcome, and one line with the facts that every question has, with or
// without the options that were not chosen.
func briefly(t *Place, q *transcript.Question, options bool, width int, st *kit.Styles) []string {
	asked, chosen := *q, drawing.Chosen(q)
	asked.Header = ""
	if !options {
		asked.Options, chosen = nil, drawing.Taken{}
	}
	all := drawing.Question(&asked, chosen, false, width, st)
	if !options && !strings.Contains(outcomeText(t.state.Rules, t.home, q), diffview.Visible(q.Answer)) {
		all = append(all, kit.Styled(kit.Indented("▸ "+diffview.Visible(q.Answer), 1, width), st.Selected)...)
	}
	all = append(all, whenAndWhere(t, q.Time, waited(q), q.Project, q.Session, width))
	return append(all, became(t, q, width, st)...)
}

// whenAndWhere says on one line when something happened, how long it took and where; the session only
// if there is room.
func whenAndWhere(t *Place, at time.Time, took, project, session string, width int) string {
	day := "2 Jan 15:04"
	if at.Local().Year() != t.now().Local().Year() {
		day = "2 Jan 2006 15:04"
	}
	parts := slices.DeleteFunc([]string{at.Local().Format(day),
		took, kit.Short(t.home, project), diffview.Visible(session)}, func(s string) bool { return s == "" })
	text := strings.Join(parts, " · ")
	if session != "" && kit.Width(text) >= width {
		text = strings.Join(parts[:len(parts)-1], " · ")
	}
	return " " + kit.Fit(text, width-1)
}
