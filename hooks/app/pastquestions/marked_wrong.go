package pastquestions

import (
	"slices"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
)

// MarkedWrong reports whether the user has marked neverask's answer to a question as wrong, so that a rule asks it.
func MarkedWrong(rules []question.Rule, q *transcript.Question) bool {
	return q.By == transcript.Neverask && slices.ContainsFunc(rules, func(r question.Rule) bool {
		return r.Mode == question.AlwaysAsk && question.MarkedWrong(r.Note, q.Text, q.ToolUseID)
	})
}
