package transcript

import (
	"time"

	"neverask/hooks/rule/question"
)

// Evidence is what the person saw of what a rule is about, and answered
// themselves as the rule does, in the order of asked.
func Evidence(r question.Rule, asked []Question) (all []question.Seen) {
	matches := r.Match.Matcher()
	for _, q := range asked {
		s, ok := q.Seen()
		if !ok || r.Project != "" && !question.NewLocation(q.Project).Within(r.Project) {
			continue
		}
		c := q.around(s)
		if !matches(c, s.Question, question.Identify(s.Question)) {
			continue
		}
		if a, err := r.Answering(c, s.Question); err == nil && s.SameAnswer(a) {
			all = append(all, s)
		}
	}
	return all
}

// EvidenceOf is the evidence of a rule that the person makes from a question of the
// past: they were shown it, and now say how it is answered, whatever they answered
// then. It is empty where it is not certain what they were shown, and where the rule
// is not about the question.
func EvidenceOf(r question.Rule, q Question, now time.Time) []question.Seen {
	s, ok := q.Seen()
	if !ok {
		return nil
	}
	a, err := r.Answering(q.around(s), s.Question)
	switch {
	case err != nil:
		return nil
	case s.SameAnswer(a):
		return []question.Seen{s}
	}
	a.At, a.By = now, question.SeenPicked
	return []question.Seen{a}
}

// around is the call of a question that was seen.
func (q Question) around(s question.Seen) question.Call {
	return question.Call{Tool: q.Tool, Server: s.Server, Source: q.Source, Questions: []question.Question{s.Question}}
}
