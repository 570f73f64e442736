package transcript

import (
	"time"

	"neverask/hooks/rule/question"
)

// AnswersTo returns the user's answers to the questions that a rule is about, in the order of
// asked, whether or not they agree with the rule.
func AnswersTo(r question.Rule, asked []Question) (all []question.PastAnswer) {
	matches := r.Match.Matcher()
	for _, q := range asked {
		a, ok := q.PastAnswer()
		if !ok || r.Project != "" && !question.NewLocation(q.Project).Within(r.Project) {
			continue
		}
		if matches(q.around(a), a.Question, question.Identify(a.Question)) {
			all = append(all, a)
		}
	}
	return all
}

// Accepted returns the answers to record when the user accepts a suggested rule: all their own
// and, if some differ from the rule, the rule's answer to the latest question.
func Accepted(r question.Rule, asked []Question, now time.Time) []question.PastAnswer {
	all := AnswersTo(r, asked)
	for i := len(all) - 1; i >= 0 && r.CountAgreeing(all) < len(all) && r.Sameness() == question.SameOptions; i-- {
		given, err := r.Answering(all[i].Asked(), all[i].Question)
		if err != nil {
			continue
		}
		given.At, given.By, given.Project = now, question.AnsweredOnScreen, all[i].Project
		return append(all, given)
	}
	return all
}

// AnswerOf returns the answer that the user gives when they make a rule from a past question:
// they saw the question, and now say how to answer it, whatever they answered then. It is empty
// if it is not certain what they saw, or if the rule is not about the question.
func AnswerOf(r question.Rule, q Question, now time.Time) []question.PastAnswer {
	a, ok := q.PastAnswer()
	if !ok {
		return nil
	}
	given, err := r.Answering(q.around(a), a.Question)
	switch {
	case err != nil:
		return nil
	case a.SameAnswer(given):
		return []question.PastAnswer{a}
	}
	given.At, given.By, given.Others = now, question.AnsweredOnScreen, a.Others
	return []question.PastAnswer{given}
}

// around returns the call of an answered question.
func (q Question) around(a question.PastAnswer) question.Call {
	return question.Call{Tool: q.Tool, Server: a.Server, Source: q.Source,
		Questions: []question.Question{a.Question}}.WithOthers(a.Others)
}
