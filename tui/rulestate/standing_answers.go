package rulestate

import (
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/suggest"
	"neverask/tui/kit"
)

// StandingAnswers are the standing answers, in the order of the file.
type StandingAnswers struct {
	List    []standinganswer.Line
	Texts   []kit.SearchText          // what a filter searches, by line
	Effects map[string]suggest.Effect // the effect of each, by its ID, if known
}

// readStandingAnswers reads the standing answers. Errors in the file as a whole are reported by the reading
// of the question rules.
func readStandingAnswers(b RulesBackend) (l StandingAnswers, broken []strictjson.Problem) {
	l.List, broken, _ = b.ReadLines()
	for _, line := range l.List {
		l.Texts = append(l.Texts, kit.NewSearchText(line.Text, line.Answer, line.Project, line.Note, "told").Called(line.ID))
	}
	return l, broken
}

// StandingAnswerKey returns a key that differs from those of rules, which may have the same ID.
func StandingAnswerKey(l standinganswer.Line) string { return "tell\x00" + l.ID }

// Contrary returns the standing answers that the person went against, in the order of the file.
func (l StandingAnswers) Contrary() (all []suggest.Effect) {
	for _, line := range l.List {
		if e := l.Effects[line.ID]; len(e.Contrary) > 0 {
			all = append(all, e)
		}
	}
	return all
}

func effectsByID(all []suggest.Effect) map[string]suggest.Effect {
	byID := make(map[string]suggest.Effect, len(all))
	for _, e := range all {
		byID[e.Line.ID] = e
	}
	return byID
}
