package log

import (
	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/hooks/rule/suggest"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// oneWay is what is drawn of [drawing.OneWay]. Only those in sight are looked at.
func (t *Place) oneWay(q *transcript.Question) bool {
	known, ok := t.judged[q]
	if !ok {
		known = drawing.OneWay(q)
		t.judged[q] = known
	}
	return known
}

// story returns a question and what became of it.
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
	if q.Wait > 0 && q.By == transcript.Person { // else it is the time until the tool's end
		add("took", activity.Brief(q.Wait))
	}
	add("project", kit.Short(t.home, q.Project))
	add("session", diffview.Visible(q.Session))
	if server := serverOf(q); server != "" {
		add("from", "the MCP server "+diffview.Visible(server))
	}
	return all
}
