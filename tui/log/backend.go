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

// Backend is what the Log asks of the world.
type Backend interface {
	// Decide says what the hook would do with a question of the past if it came again, by the
	// rules as they are now.
	Decide(*transcript.Question) (question.Decision, []question.Step, error)
	// RecordActivity returns the settings file in which it is said how much is recorded, the
	// first of several, and what plans to change that.
	RecordActivity(install.Recording) (planner.Target, func() (planner.Plan, error))
	// Activity returns a reader of the tool calls that are recorded. It reads nothing yet.
	Activity(activity.Filter) *activity.Reader
	// RuleActs returns what tool rules did since a time, the oldest first.
	RuleActs(since time.Time) []eventlog.RuleAct
}
