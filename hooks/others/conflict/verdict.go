package conflict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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

// pastTense is the past tense of the verdicts, for counts.
var pastTense = []struct {
	verdict Verdict
	text    string
}{
	{Denies, "denied"}, {Asks, "insisted on asking you"}, {Defers, "put off"},
	{Answers, "answered"}, {Rewrites, "rewrote"}, {Allows, "allowed"},
	{Fails, "failed"}, {Silent, "left alone"},
}

// past says in the past tense what a hook did.
func (v Verdict) past() string {
	for _, d := range pastTense {
		if d.verdict == v {
			return d.text
		}
	}
	return string(v)
}

// counted says how often a hook did each thing: "denied 2, left 4 alone".
func counted(seen map[Verdict]int) string {
	var parts []string
	total := 0
	for _, d := range pastTense {
		if n := seen[d.verdict]; n > 0 {
			total += n
			parts = append(parts, fmt.Sprintf("%s %d", d.text, n))
		}
	}
	if len(parts) == 1 {
		return fmt.Sprintf("%s of %d", parts[0], total)
	}
	return strings.Join(parts, ", ") + fmt.Sprintf(" of %d", total)
}
