package rulestate

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
)

// Requests of one place to another.
type (
	// NewRuleMsg asks for the form of a new rule.
	NewRuleMsg struct {
		Fill question.Rule // the initial values of the form
		By   preferences.Maker
		// Asked is the question that the rule is made from; or nil.
		Asked *transcript.Question
		// Answers returns the person's answers to the questions that the rule is made from; or nil.
		Answers func(question.Rule) []question.PastAnswer
		Saved   func(r question.Rule, said string) tea.Cmd // called after saving, with what was said; or nil
	}
	// AddRuleMsg asks what a new rule is made from, and then for its form.
	AddRuleMsg struct{}
	// MeanwhileMsg asks for the questions answered while the person was away, since a time.
	MeanwhileMsg struct{ Since time.Time }
	// QuestionMsg asks for a past question in the Log.
	QuestionMsg struct{ Question *transcript.Question }
	// RuleMsg asks for a rule in the list of rules: a question rule by its ID, a tool rule by
	// its [ToolKey].
	RuleMsg struct{ Key string }
)

// NewRule asks for the form of a rule made from a past question. Saving it records the
// person's answer to the question as they saw it.
func NewRule(q *transcript.Question, now func() time.Time) NewRuleMsg {
	asked := *q
	return NewRuleMsg{
		Fill: ruleFrom(q), By: preferences.ByQuestion, Asked: &asked,
		Answers: func(r question.Rule) []question.PastAnswer { return transcript.AnswerOf(r, asked, now()) },
	}
}

// ruleFrom returns a rule that would answer a question the way it was answered.
func ruleFrom(q *transcript.Question) question.Rule {
	r := question.Rule{Mode: question.NeverAsk, Match: question.Match{Text: q.Text}}
	if q.Cut {
		// The text is truncated, so nothing can be compared with it.
		r.Match = question.Match{Header: q.Header, Options: labelsOf(q)}
	}
	if server, ok := question.IsTool(q.Tool); ok && server != "" {
		r.Match.Tool = server
	}
	var labels []string
	for _, i := range q.Chosen {
		if i < len(q.Options) {
			labels = append(labels, q.Options[i].Label)
		}
	}
	switch {
	case q.Outcome == transcript.Picked && q.Multi:
		r.Answer = question.Answer{Labels: labels}
	case q.Outcome == transcript.Picked && len(labels) == 1:
		r.Answer = question.Answer{Label: labels[0]}
	case q.Outcome == transcript.Typed:
		r.Answer = question.Answer{Text: q.Answer}
	default:
		if call, err := q.Call(); err == nil && call.Questions[0].Recommended() >= 0 {
			r.Answer = question.Answer{Word: question.Recommended}
		}
	}
	return r
}

func labelsOf(q *transcript.Question) (all []string) {
	for _, o := range q.Options {
		all = append(all, o.Label)
	}
	return all
}
