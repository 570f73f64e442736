package chain

import (
	"time"

	"neverask/hooks"
)

// An Output is what a hook leaves behind.
type Output struct {
	Stdout, Stderr []byte
	Exit           int // -1 when it was killed or could not be started
	Took           time.Duration
	// Fault says why what it printed does not count: it took too long, printed
	// too much, or could not be started.
	Fault string
}

// An Opinion is what the client makes of an output.
type Opinion struct {
	Decision hooks.Decision
	Reason   string
	Input    hooks.Value // updatedInput: it takes the place of the tool's input
	Result   hooks.Value // updatedToolOutput: it takes the place of the tool's result
	Context  string      // for the model
	Message  string      // for the person
	Stop     bool        // Claude is to stop
	// StopReason is what the person is told when it stops.
	StopReason string
	// Fault says why the client passes over the output as a whole.
	Fault string
}

// None reports that the opinion leaves the call as it is.
func (o Opinion) None() bool {
	return o.Decision == hooks.NoDecision && o.Input.Kind() == hooks.Absent && o.Result.Kind() == hooks.Absent && !o.Stop
}

// Opinion reads an output as [hooks.ReadExit] does, and puts what is said in a
// different way at each event into the same members.
func (o Output) Opinion(event hooks.Event) Opinion {
	if o.Fault != "" {
		return Opinion{Fault: o.Fault}
	}
	out, err := hooks.ReadExit(event, hooks.Exit{Stdout: o.Stdout, Stderr: o.Stderr, Status: o.Exit})
	if err != nil {
		return Opinion{Fault: err.Error()}
	}
	opinion := Opinion{Message: out.SystemMessage, Stop: out.Stop, StopReason: out.StopReason}
	if out.Block {
		opinion.Decision, opinion.Reason = hooks.Deny, out.Reason
	}
	switch s := out.Specific.(type) {
	case hooks.PreToolUseOutput:
		opinion.Decision, opinion.Reason, opinion.Input, opinion.Context = s.Decision, s.Reason, s.UpdatedInput, s.AdditionalContext
	case hooks.PermissionRequestOutput:
		opinion.Decision, opinion.Reason, opinion.Input = s.Decision, s.Message, s.UpdatedInput
	case hooks.PostToolUseOutput:
		opinion.Result, opinion.Context = s.UpdatedToolOutput, s.AdditionalContext
	case hooks.PostToolUseFailureOutput:
		opinion.Context = s.AdditionalContext
	}
	return opinion
}

// Answers reports whether a tool input that a hook has written answers its
// questions: at least one of them has an answer. ok is false for input that the
// client refuses. A question beside an answered one is not asked at all (Claude
// Code 2.1.329).
func Answers(input hooks.Value) (answered, ok bool) {
	questions := input.Last("questions")
	answers := input.Last("answers")
	if questions.Kind() != hooks.Array || questions.Len() == 0 || answers.Kind() != hooks.Absent && answers.Kind() != hooks.Object {
		return false, false
	}
	for q := range questions.Elements() {
		a := answers.Last(q.Last("question").String())
		answered = answered || a.Kind() == hooks.Array && a.Len() > 0 || a.String() != ""
	}
	return answered, true
}
