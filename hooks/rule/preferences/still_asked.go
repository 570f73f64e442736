package preferences

import (
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
)

// StillAsked says why the words of a rule make Claude ask despite it or, for mode prefer, without putting an answer
// first. It returns "" for other rules, and for one that would answer a question again that the person has answered:
// a question says more than the words of its rule.
func StillAsked(r question.Rule, past []question.PastAnswer) string {
	if r.OneWay != "" || r.Mode == question.AlwaysAsk {
		return ""
	}
	switch why := r.HeldUp(); {
	case why == "" || answersAgain(r, past):
		return ""
	case r.Mode == question.PreferMode:
		return why + ", so Claude asks without putting an answer first"
	default:
		return why + ", so Claude asks despite the rule"
	}
}

// Concern returns what the safety check finds in the words of a rule, or "" if the rule would answer a question again
// that the person has answered.
func Concern(r question.Rule, past []question.PastAnswer) string {
	why := r.Concern()
	if why != "" && answersAgain(r, past) {
		return ""
	}
	return why
}

// answersAgain reports whether the rule would answer one of the past questions, or put an answer first, if Claude
// asked it again.
func answersAgain(r question.Rule, past []question.PastAnswer) bool {
	replayer := transcript.Replayer{Past: question.Lookup(past)}
	for _, a := range r.About(past) {
		if replayer.Decide(a.Asked(), r.Project, r).Choices[0].Ruled != question.Asked {
			return true
		}
	}
	return false
}
