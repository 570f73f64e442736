package conflict

import (
	"cmp"
	"slices"

	"neverask/hooks"
	"neverask/hooks/thirdparty/chain"
)

// A Verdict is what a hook does with a question, in a word.
type Verdict string

const (
	Answers  Verdict = "answers"  // it answers in place of the person
	Rewrites Verdict = "rewrites" // it puts other questions, or another result, in their place
	Allows   Verdict = "allows"   // it allows the tool and says no more
	Asks     Verdict = "asks"     // it wants the person to be asked
	Denies   Verdict = "denies"   // it denies the question, or stops Claude
	Defers   Verdict = "defers"   // it puts the question off to another day
	Silent   Verdict = "silent"   // it leaves the question as it is
	Fails    Verdict = "fails"    // it breaks, or prints what the client passes over
	Unknown  Verdict = "unknown"
)

// rank orders verdicts by how much they interfere.
var rank = map[Verdict]int{Denies: 8, Asks: 7, Defers: 6, Answers: 5, Rewrites: 4, Allows: 3, Unknown: 2, Fails: 1, Silent: 0}

// Stops reports whether a hook may stop Claude at a question.
func (c *Conflict) Stops() bool {
	return slices.ContainsFunc(c.Effects, func(e Effect) bool { return e.Stops })
}

// An Input is what a hook wants the tool to work on.
type Input string

const (
	Kept      Input = ""          // what it was called with
	Answered  Input = "answered"  // questions with an answer to one of them at least
	Rewritten Input = "rewritten" // questions without answers
	Invalid   Input = "invalid"   // something that the client refuses
)

// An Effect is what one run of a hook asks the client to do.
type Effect struct {
	Decision hooks.Decision
	Input    Input
	Replaces bool   // it puts another result in the place of the tool's
	Stops    bool   // Claude is to stop
	Fault    string // why the client passes over what it printed
}

// EffectOf reads what a hook left behind at an event.
func EffectOf(event hooks.Event, out chain.Output) Effect {
	o := out.Opinion(event)
	e := Effect{Decision: o.Decision, Replaces: o.Result.Kind() != hooks.Absent, Stops: o.Stop, Fault: o.Fault}
	if o.Input.Kind() == hooks.Object {
		switch answered, ok := chain.Answers(o.Input); {
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

// worst returns the effect that interferes most. Of none, nothing is known.
func worst(effects []Effect) (Effect, Verdict) {
	if len(effects) == 0 {
		return Effect{}, Unknown
	}
	w := slices.MaxFunc(effects, func(a, b Effect) int { return cmp.Compare(rank[a.Verdict()], rank[b.Verdict()]) })
	return w, w.Verdict()
}
