package log

import (
	"neverask/hooks/record/activity"
	"neverask/hooks/rule/question"
)

// Backend is what the Log asks of the world.
type Backend interface {
	// Decide says what the hook would do with a call in a project, by the rules as they
	// are now.
	Decide(call question.Call, project string) (question.Decision, []question.Step, error)
	// Activity returns a reader of the tool calls that are recorded. It reads nothing yet.
	Activity(activity.Filter) *activity.Reader
}
