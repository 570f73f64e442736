package dispatch

import (
	"fmt"

	"neverask/hooks/claude/config"
)

// A State says whether a hook runs at all.
type State string

const (
	Active       State = "active"
	Off          State = "off"           // by a switch, or because its source is not used
	Invalid      State = "invalid"       // the client rejects it, or its file
	UnknownEvent State = "unknown-event" // the client has no such event
	Duplicate    State = "duplicate"     // the same command runs already
	// Fails is a hook that would run if its program could, and Never one whose matcher or "if"
	// fits no call. Sources do not show these states: see doctor.Standings.
	Fails State = "fails"
	Never State = "never-fires"
	// NeverCalled is a hook whose type the client does not call at its event, or not with its
	// target.
	NeverCalled State = "never-called"
)

// Failing reports whether a hook should run and cannot.
func (s State) Failing() bool {
	return s == Fails || s == Never || s == NeverCalled || s == UnknownEvent
}

// Words returns what people call a state: the reason for it says more.
func (s State) Words() string {
	if s.Failing() {
		return "cannot run"
	}
	return string(s)
}

// HookState is the state of a hook and the reason for it. For an active hook, the reason says
// when it runs, if not always.
type HookState struct {
	State State
	Why   string
}

// Failing returns the indexes of the hooks that should run and cannot.
func Failing(all []HookState) (at []int) {
	for i, s := range all {
		if s.State.Failing() {
			at = append(at, i)
		}
	}
	return at
}

// Standings says for each hook of some sources, by its index in [config.Sources.Hooks],
// whether it runs at all.
func Standings(sources config.Sources, hooks []config.Hook) []HookState {
	known, broken := map[string]bool{}, map[string]bool{}
	for _, about := range Events() {
		known[string(about.Event)] = true
	}
	for _, f := range sources.Findings {
		broken[f.File] = true
	}
	doubles := Duplicates(hooks)
	var all []HookState
	for i, h := range hooks {
		s := HookState{Active, h.Source.When}
		switch {
		case h.Source.Off != "" && broken[h.Source.File]:
			s = HookState{Invalid, h.Source.Off}
		case h.Source.Off != "":
			s = HookState{Off, h.Source.Off}
		case !known[h.Group.Event]:
			s = HookState{UnknownEvent, fmt.Sprintf("Claude Code knows no event %q", h.Group.Event)}
		case uncalled(h, sources.Requests) != "":
			s = HookState{NeverCalled, uncalled(h, sources.Requests)}
		case doubles[i] != "":
			s = HookState{Duplicate, doubles[i]}
		}
		all = append(all, s)
	}
	return all
}
