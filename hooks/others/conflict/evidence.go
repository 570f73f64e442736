package conflict

import (
	"slices"
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

func appendNew[T comparable](list []T, e T) []T {
	if slices.Contains(list, e) {
		return list
	}
	return append(list, e)
}
