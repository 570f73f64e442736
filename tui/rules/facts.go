package rules

import (
	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/question"
	"neverask/tui/rulestate"
)

// facts are what the past says about a rule.
type facts struct {
	rulestate.Backtest
	decision question.Decision // on that one, by all rules
	steps    []question.Step
	err      error // of the decision
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
		other string // another rule for its questions, in words
	}
)

// Follow looks up what the past says about the chosen rule.
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
			return nil // the choice has gone on
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
