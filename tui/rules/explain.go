package rules

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

const howDecided = "How neverask decides this question now"

// explanation shows how a question is decided, step by step.
type explanation struct {
	home     string
	question *transcript.Question
	place    *Place
	drawing.Decision
}

func (*explanation) Crumb() string { return "Explain" }

// explain shows how the last question that the rule matches is decided.
func (t *Place) explain(m *kit.Model) tea.Cmd {
	r, _ := t.Chosen()
	f := t.facts[r.ID]
	m.Push(&explanation{t.home, f.Latest, t, drawing.Decision{Decision: f.decision, Steps: f.steps}})
	return nil
}

func (e *explanation) Page(width, height int, st *kit.Styles) kit.Page {
	inner := kit.Prose(width)
	rule := e.place.state.Rules.Rule
	all := slices.Concat(kit.Spaced(height, ""), e.place.state.Otherwise(inner, st), e.Verdict(e.home, rule, inner, st), kit.Spaced(height, ""),
		drawing.Question(e.question, drawing.TakenBy(e.Decision.Decision), true, inner, st), kit.Spaced(height, ""), e.Reasons(e.home, rule, inner, st))
	p := kit.Lines(all)
	p.Subject = "asked in " + kit.Short(e.home, e.question.Project)
	p.Head = []string{" " + st.Strong.Render(howDecided)}
	return p
}

func (e *explanation) Bindings() []kit.Binding {
	all := e.Decision.Bindings()
	chosen, _ := e.place.Chosen()
	if r, ok := e.place.state.Rules.Rule(e.Choices[0].Rule); ok && r.ID != chosen.ID {
		all = append(all, goTo(e.place, r))
	}
	return append(all, kit.Bind("back", (*kit.Model).Back, "esc", "enter"))
}

// goTo is the key that goes to another rule of the list.
func goTo(t *Place, r question.Rule) kit.Binding {
	return kit.Bind("explain", func(m *kit.Model) tea.Cmd { return t.Show(m, r) }, "x").Means("explain more: go to the rule that decides").Of(drawing.Quoted(r))
}
