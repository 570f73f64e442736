package conflict

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Basis says where evidence comes from.
type Basis string

// The kinds of evidence, the strongest first.
const (
	Observed Basis = "observed" // in past sessions
	Tested   Basis = "tested"   // run once with a made-up question
	Known    Basis = "known"    // by the name of its command
	ReadIn   Basis = "read"     // in its scripts
)

// Evidence is one reason for a verdict.
type Evidence struct {
	Basis  Basis
	Detail string
	When   time.Time // of the last observation
	Took   time.Duration
}

// String says how the evidence was obtained, and what it says.
func (e Evidence) String() string {
	return map[Basis]string{Known: "by its name: ", ReadIn: "by reading it: "}[e.Basis] + e.Detail
}

// finding is the result of one kind of evidence: everything the hook may do, or nothing if the
// evidence says nothing.
type finding struct {
	effects []Effect
	proof   []Evidence
	took    []time.Duration
	unnamed bool   // it rests on records that do not name the hook
	missing string // a program that it starts and that is not there
}

// known returns the median, or 0 if nothing was measured.
func (t Timing) known() time.Duration {
	if !t.Measured {
		return 0
	}
	return t.Median
}

func appendNew[T comparable](list []T, e T) []T {
	if slices.Contains(list, e) {
		return list
	}
	return append(list, e)
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
