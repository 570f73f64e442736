package conflict

import (
	"cmp"
	"slices"

	"neverask/hooks"
)

// A Verdict says in a word what a hook does with a question.
type Verdict string

const (
	Answers  Verdict = "answers"  // it answers in place of the person
	Rewrites Verdict = "rewrites" // it puts other questions, or another result, in their place
	Allows   Verdict = "allows"   // it allows the tool and says no more
	Asks     Verdict = "asks"     // it wants the person to be asked
	Denies   Verdict = "denies"   // it denies the question, or stops Claude
	Defers   Verdict = "defers"   // it defers the question to a later session
	Silent   Verdict = "silent"   // it leaves the question as it is
	Fails    Verdict = "fails"    // it fails, or prints something that the client ignores
	Unknown  Verdict = "unknown"
)

// rank orders verdicts by how much they interfere.
var rank = map[Verdict]int{
	Denies: 8, Asks: 7, Defers: 6, Answers: 5, Rewrites: 4, Allows: 3, Unknown: 2, Fails: 1, Silent: 0,
}

// Stops reports whether a hook may stop Claude at a question.
func (c *Conflict) Stops() bool {
	return slices.ContainsFunc(c.Effects, func(e Effect) bool { return e.Stops })
}

// LeavesSome reports whether a hook does what its verdict says with some questions, and nothing with others, as far as
// is known.
func (c *Conflict) LeavesSome() bool {
	return c.Verdict != Silent && slices.ContainsFunc(c.Effects, func(e Effect) bool { return e.Verdict() == Silent })
}

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

// Verdict sums an effect up.
func (e Effect) Verdict() Verdict {
	switch {
	case e.Fault != "":
		return Fails
	case e.Stops || e.Decision == hooks.Deny:
		return Denies
	case e.Replaces:
		return Rewrites
	case e.Input == Invalid && e.Decision == hooks.Allow:
		return Denies // as an error of the tool
	case e.Input == Answered && e.Decision == hooks.Allow:
		return Answers
	case e.Input == Rewritten || e.Input == Answered && e.Decision == hooks.NoDecision:
		return Rewrites
	}
	switch e.Decision {
	case hooks.Allow:
		return Allows
	case hooks.Ask:
		return Asks
	case hooks.Defer:
		return Defers
	}
	return Silent
}

// worst returns the effect that interferes most. Without effects the verdict is Unknown.
func worst(effects []Effect) (Effect, Verdict) {
	if len(effects) == 0 {
		return Effect{}, Unknown
	}
	w := slices.MaxFunc(effects, func(a, b Effect) int { return cmp.Compare(rank[a.Verdict()], rank[b.Verdict()]) })
	return w, w.Verdict()
}
