package log

import "neverask/hooks/rule/question"

// Backend is what the Log asks of the world.
type Backend interface {
	// Decide says what the hook would do with a call in a project, by the rules as they
	// are now.
	Decide(call question.Call, project string) (question.Decision, []question.Step, error)
}
