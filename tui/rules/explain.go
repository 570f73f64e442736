package rules

import (
	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/tui/drawing"
	"neverask/tui/follow"
	"neverask/tui/kit"
)

// explanation shows how a question is decided, step by step.
type explanation struct {
	home     string
	question *transcript.Question
	decision question.Decision
	steps    []question.Step
}

func (*explanation) Crumb() string { return "Explain" }

// explain shows how the last question that the rule matches is decided.
func (t *Place) explain(m *kit.Model) tea.Cmd {
	r, _ := t.Chosen()
	f := t.facts[follow.Key(r)]
	m.Push(&explanation{t.home, f.Latest, f.decision, f.steps})
	return nil
}

func (e *explanation) Page(width, height int, st *kit.Styles) kit.Page {
	inner := kit.Prose(width)
	all := kit.Spaced(height, "")
	all = append(all, drawing.Question(e.question, drawing.TakenBy(e.decision), true, inner, st)...)
	all = append(all, kit.Spaced(height, "")...)
	all = append(all, drawing.Decision(e.home, e.decision, e.steps, inner, st)...)
	p := kit.Lines(all)
	p.Subject = kit.Short(e.home, e.question.Project)
	p.Head = []string{" " + st.Strong.Render("How neverask decides this question now")}
	return p
}

func (e *explanation) Bindings() []kit.Binding {
	return []kit.Binding{kit.Bind("back", (*kit.Model).Back, "esc", "enter")}
}
