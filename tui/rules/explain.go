package rules

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/tui/drawing"
	"neverask/tui/follow"
	"neverask/tui/kit"
)

// explanation shows how a question is decided, step by step.
type explanation struct {
	home     string
	question *transcript.Question
	rules    *follow.Rules
	drawing.Decision
}

func (*explanation) Crumb() string { return "Explain" }

// explain shows how the last question that the rule matches is decided.
func (t *Place) explain(m *kit.Model) tea.Cmd {
	r, _ := t.Chosen()
	f := t.facts[follow.Key(r)]
	m.Push(&explanation{t.home, f.Latest, t.state.Rules, drawing.Decision{Decision: f.decision, Steps: f.steps}})
	return nil
}

func (e *explanation) Page(width, height int, st *kit.Styles) kit.Page {
	inner := kit.Prose(width)
	all := slices.Concat(kit.Spaced(height, ""), e.Verdict(e.home, e.rules.Rule, inner, st), kit.Spaced(height, ""),
		drawing.Question(e.question, drawing.TakenBy(e.Decision.Decision), true, inner, st), kit.Spaced(height, ""), e.Reasons(e.home, e.rules.Rule, inner, st))
	p := kit.Lines(all)
	p.Subject = kit.Short(e.home, e.question.Project)
	p.Head = []string{" " + st.Strong.Render("How neverask decides this question now")}
	return p
}

func (e *explanation) Bindings() []kit.Binding {
	return append(e.Decision.Bindings(), kit.Bind("back", (*kit.Model).Back, "esc", "enter"))
}
