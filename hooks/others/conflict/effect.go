package conflict

import "neverask/hooks"

// An Input is the input that a hook wants the tool to have.
type Input string

const (
	Kept      Input = ""          // what it was called with
	Answered  Input = "answered"  // questions, at least one of them with an answer
	Rewritten Input = "rewritten" // questions without answers
	Invalid   Input = "invalid"   // something that the client refuses
)

// An Effect is what one run of a hook asks of the client.
type Effect struct {
	Decision hooks.Decision `json:"decision,omitempty"`
	Input    Input          `json:"input,omitempty"`
	Replaces bool           `json:"replaces,omitempty"` // it puts another result in the place of the tool's
	Stops    bool           `json:"stops,omitempty"`    // Claude is to stop
	Fault    string         `json:"fault,omitempty"`    // why the client ignores what it printed
}

// EffectOf reads what a hook left behind at an event. fault says why that does not count: the
// hook took too long, printed too much, or could not be started.
func EffectOf(event hooks.Event, left hooks.Exit, fault string) Effect {
	if fault != "" {
		return Effect{Fault: fault}
	}
	out, err := hooks.ReadExit(event, left)
	if err != nil {
		return Effect{Fault: err.Error()}
	}
	e := Effect{Stops: out.Stop}
	if out.Block {
		e.Decision = hooks.Deny
	}
	var input hooks.Value
	switch s := out.Specific.(type) {
	case hooks.PreToolUseOutput:
		e.Decision, input = s.Decision, s.UpdatedInput
	case hooks.PermissionRequestOutput:
		e.Decision, input = s.Decision, s.UpdatedInput
	case hooks.PostToolUseOutput:
		e.Replaces = s.UpdatedToolOutput.Kind() != hooks.Absent
	}
	if input.Kind() == hooks.Object {
		switch answered, ok := answers(input); {
		case !ok:
			e.Input = Invalid
		case answered:
			e.Input = Answered
		default:
			e.Input = Rewritten
		}
	}
	return e
}

// answers reports whether a tool input written by a hook answers at least one of its
// questions. ok is false for input that the client rejects. A question beside an answered one
// is not asked at all (Claude Code 2.1.329).
func answers(input hooks.Value) (answered, ok bool) {
	questions := input.Last("questions")
	answers := input.Last("answers")
	if questions.Kind() != hooks.Array || questions.Len() == 0 ||
		answers.Kind() != hooks.Absent && answers.Kind() != hooks.Object {
		return false, false
	}
	for q := range questions.Elements() {
		a := answers.Last(q.Last("question").String())
		answered = answered || a.Kind() == hooks.Array && a.Len() > 0 || a.String() != ""
	}
	return answered, true
}
