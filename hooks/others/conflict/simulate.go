package conflict

import "neverask/hooks"

// A Player is one hook in a simulated call.
type Player struct {
	Event  hooks.Event // PreToolUse or PermissionRequest
	Effect Effect
}

// A Host is the client's environment. The zero Host is Claude Code 2.1.329 in a
// terminal.
type Host struct {
	// SDK is a host without the client's own dialog: a desktop program, an
	// SDK, or a headless run.
	SDK bool
	// Version is the client's; zero for 2.1.329.
	Version [3]int
}

// An Ending is how a question ends.
type Ending string

const (
	GivenAnswer Ending = "answered"  // the answers of one player reach the model
	Dialog      Ending = "dialog"    // the person is asked
	Swallowed   Ending = "swallowed" // nobody is asked, and the model reads that the person did not answer
	Refused     Ending = "refused"   // the model reads an error
	Parked      Ending = "parked"    // the session ends, and the question waits for another one
)

// A Result is the ending of a simulated call. By is the player who brought it about; for a
// dialog, the player whose questions are shown, or -1 for the model's own.
type Result struct {
	Ending Ending
	By     int
}

// Simulate plays a call as Claude Code 2.1.329 does. The players are in the order in which
// they finish; all players of PreToolUse finish before the user is asked and the players of
// PermissionRequest get their turn.
func Simulate(host Host, players ...Player) Result {
	r := before(host, players)
	if r.Ending != Dialog {
		return r
	}
	for i, p := range players {
		if p.Event != hooks.EventPermissionRequest || p.Effect.Fault != "" || p.Effect.Decision == hooks.NoDecision {
			continue
		}
		// Only the first that decides counts.
		switch {
		case p.Effect.Decision == hooks.Deny:
			return Result{Refused, i}
		case p.Effect.Input == Kept:
			return r
		}
		return ran(p.Effect.Input, i)
	}
	return r
}

// before combines the outputs of PreToolUse. Deny always counts, ask counts unless there is a
// deny, and allow counts if there is no other decision. Input counts if the decision that
// comes with it does, and the last such input wins.
func before(host Host, players []Player) Result {
	decision, denier, input, deferred := hooks.NoDecision, -1, -1, false
	for i, p := range players {
		e := p.Effect
		if p.Event != hooks.EventPreToolUse || e.Fault != "" {
			continue
		}
		counts := false
		switch e.Decision {
		case hooks.Deny:
			decision, denier = hooks.Deny, i
		case hooks.Ask:
			counts = decision != hooks.Deny
		case hooks.Allow:
			counts = decision == hooks.NoDecision || decision == hooks.Allow
		case hooks.Defer:
			deferred = true
			counts = decision == hooks.NoDecision
		default:
			counts = true
		}
		if counts && e.Decision != hooks.NoDecision {
			decision = e.Decision
		}
		switch {
		case counts && e.Input != Kept:
			input = i
		case counts && e.Decision == hooks.Allow && host.bareAllowForgets():
			input = -1
		}
	}
	switch {
	case decision == hooks.Deny:
		return Result{Refused, denier}
	case deferred && host.SDK:
		return Result{Parked, -1}
	case decision == hooks.Allow && input >= 0:
		return ran(players[input].Effect.Input, input)
	case input >= 0 && players[input].Effect.Input == Invalid:
		return Result{Refused, input}
	case input >= 0 && players[input].Effect.Input == Rewritten:
		return Result{Dialog, input}
	}
	return Result{Dialog, -1}
}

// ran is the ending of a tool that runs without asking the user.
func ran(input Input, by int) Result {
	switch input {
	case Answered:
		return Result{GivenAnswer, by}
	case Invalid:
		return Result{Refused, by}
	}
	return Result{Swallowed, by}
}

// bareAllowForgets reports whether a later allow without input drops the input of an earlier
// one, as in SDK hosts of 2.1.251.
func (h Host) bareAllowForgets() bool {
	return h.SDK && h.Version != [3]int{} && !atLeast(h.Version, [3]int{2, 1, 252})
}

func atLeast(v, least [3]int) bool {
	for i := range v {
		if v[i] != least[i] {
			return v[i] > least[i]
		}
	}
	return true
}
