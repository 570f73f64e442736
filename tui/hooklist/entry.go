package hooklist

import (
	"strconv"

	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/others/conflict"
	"neverask/tui/kit"
)

// A state says whether a hook runs.
type state string

const (
	isActive    = state(dispatch.Active)
	isParked    = state("parked")
	isRemoved   = state("removed") // parked by the doctor, and running nothing
	isOff       = state(dispatch.Off)
	isDuplicate = state(dispatch.Duplicate)
	isInvalid   = state(dispatch.Invalid)
	isReadOnly  = state("read-only")
)

// isFailing is the state of hooks that should run and cannot.
var isFailing = state(dispatch.Fails.Words())

// allStates are the states to filter by: the words of the rows. A read-only hook has another state,
// too.
var allStates = []state{isActive, state(conflict.Blocks), state(conflict.Races), isFailing, isParked, isRemoved,
	isOff, isDuplicate, isInvalid, isReadOnly}

// fixable reports whether the doctor says what is wrong with hooks in this state.
func (s state) fixable() bool { return s == isFailing || s == isInvalid }

func (s state) badge() kit.Badge {
	switch s {
	case isActive:
		return kit.Mark("●", "active", kit.Good)
	case isParked:
		return kit.Mark("○", "parked", kit.Calm)
	case isDuplicate:
		return kit.Mark("=", "duplicate", kit.Calm)
	case isOff:
		return kit.Mark("✗", "off", kit.Warn)
	}
	return kit.Mark("✗", string(s), kit.Bad)
}

// An entry is a hook in the list.
type entry struct {
	config.Hook
	state  state
	why    string          // why it does not run, or when it does
	parked *planner.Parked // nil for a hook in its file
	text   kit.SearchText
}

// badge returns the entry's state. What runs nothing is no parked hook.
func (e *entry) badge() kit.Badge {
	if e.parked != nil && e.Handler.Summary() == "" {
		return kit.Mark("○", string(isRemoved), kit.Calm)
	}
	return e.state.badge()
}

// group returns a key of the entry's matcher group.
func (e *entry) group() string {
	if e.parked != nil {
		return "parked " + e.parked.ID() + " " + e.Group.Event
	}
	return e.Source.File + "\x00" + e.Source.Name + "\x00" + strconv.Itoa(e.Group.Index)
}

// has reports whether the row of a hook says that it has a state, or it is read-only.
func has(k *known, e *entry, s state) bool {
	return s == "" || s == isReadOnly && e.Source.ReadOnly != "" || string(s) == k.badge(e).Word
}
