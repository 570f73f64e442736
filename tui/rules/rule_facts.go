package rules

import (
	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/question"
	"neverask/tui/rulestate"
)

// facts are what past questions say about a rule.
type facts struct {
	rulestate.Backtest
	decision question.Decision // of all rules on the latest question
	steps    []question.Step
	err      error // from making the decision
}

type (
	factsMsg struct {
		known [2]int
		id    string
		facts facts
	}
	countMsg struct {
		rule  question.Rule
		facts rulestate.Backtest
		other string // describes another rule for the same questions
	}
)

// Follow looks up facts about the chosen rule.
func (t *Place) Follow() tea.Cmd {
	r, ok := t.Chosen()
	if !ok || t.facts == nil {
		return nil
	}
	if _, looked := t.facts[r.ID]; looked {
		return nil
	}
	mine, latest, known := t.latest.Add(1), t.latest, t.known
	backend, seen := t.backend, t.state.Questions.All
	return func() tea.Msg {
		if latest.Load() != mine {
			return nil // another rule is chosen by now
		}
		return factsMsg{known, r.ID, gather(backend, seen, r)}
	}
}

func gather(backend Backend, asked *rulestate.Asked, r question.Rule) (f facts) {
	if asked == nil {
		return f
	}
	f.Backtest = asked.Backtest(r)
	if f.Latest == nil {
		return f
	}
	if f.decision, f.steps, f.err = backend.Decide(f.Latest); f.err != nil {
		f.decision = question.Decision{}
	}
	return f
}
