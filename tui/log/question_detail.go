package log

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// A questionDetail is the page of a question: all of it, what happened, and how it would be decided now.
type questionDetail struct {
	place    *Place
	question *transcript.Question
	drawing.Decision
	err     error
	decided bool
}

func (*questionDetail) Crumb() string { return kit.DetailsCrumb }

type decidedMsg struct {
	question *transcript.Question
	decision question.Decision
	steps    []question.Step
	err      error
}

// open shows the page of the chosen line, or unfolds or folds a run of calls.
func (t *Place) open(m *kit.Model) tea.Cmd {
	switch l := t.line(); {
	case l == nil:
		return nil
	case l.question != nil:
		return t.OpenQuestion(m, l.asked())
	case l.call != nil:
		shown := *l
		m.Push(&kit.Details{Subject: "a call in " + kit.Short(t.home, l.project),
			About: func(width int, st *kit.Styles) []string {
				return t.callFacts(&shown, false, width, st)
			}})
		return nil
	default:
		t.unfolded[l.id()] = !l.unfolded
		return t.relist()
	}
}

// OpenQuestion shows the page of a question, and requests how it would be decided now.
func (t *Place) OpenQuestion(m *kit.Model, q *transcript.Question) tea.Cmd {
	t.detail = &questionDetail{place: t, question: q}
	m.Push(t.detail)
	backend := t.backend
	return func() tea.Msg {
		msg := decidedMsg{question: q}
		msg.decision, msg.steps, msg.err = backend.Decide(q)
		return msg
	}
}

func (d *questionDetail) Page(width, height int, st *kit.Styles) kit.Page {
	inner := kit.Prose(width)
	t := d.place
	all := append(kit.Spaced(height, ""), t.story(d.question, true, inner, st)...)
	all = append(all, "", " "+st.Strong.Render("What would happen now"))
	d.Heading = len(all) - 1
	switch {
	case d.err != nil:
		all = append(all, kit.Noted(kit.Mark("✗", "unknown", kit.Bad), kit.Clean(t.home, d.err.Error()), inner, st)...)
	case !d.decided:
		all = append(all, " "+st.Muted.Render("comparing it with your rules …"))
	default:
		all = slices.Concat(all, t.state.SilentNote(inner, st), d.Verdict(t.home, t.state.Rules.Rule, inner, st),
			[]string{""}, d.Reasons(t.home, t.state.Rules.Rule, inner, st))
	}
	p := kit.Lines(all)
	p.Subject = "asked in " + kit.Short(t.home, d.question.Project)
	return p
}

func (d *questionDetail) Bindings() []kit.Binding {
	all := append(d.Decision.Bindings(), d.place.questionBindings(d.question)...)
	explain := kit.Quiet("x", "explain", func(m *kit.Model) tea.Cmd { m.To(d.Heading); return nil }, "x")
	return append(all, explain.Means("explain the question: show what would happen now"), kit.Bind("back", (*kit.Model).Back, "esc", "enter"))
}
