package log

import (
	"time"

	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
)

// Backend is what the Log needs from outside.
type Backend interface {
	// Decide returns what the hook would do with a past question under the current rules.
	Decide(*transcript.Question) (question.Decision, []question.Step, error)
	// RecordActivity returns the first settings file that has the activity recording or would get
	// it, and a function that plans to change how much is recorded.
	RecordActivity(install.Recording) (planner.Target, func() (planner.Plan, error))
	// Activity returns a reader of the recorded tool calls. It reads nothing yet.
	Activity(activity.Filter) *activity.Reader
	// RuleActs returns what tool rules did since a time, the oldest first.
	RuleActs(since time.Time) []eventlog.RuleAct
}
