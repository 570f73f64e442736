package status

import (
	"neverask/hooks/claude/config"
)

// The states of an installable in a settings file.
const (
	Whole      = "installed"
	Incomplete = "incomplete" // entries are missing, or were changed
	Stale      = "stale"      // the rules name different tools than the entry
	Absent     = "absent"
)

// A Presence is the state of an installable in a settings file.
type Presence struct {
	What      config.Installable `json:"-"`
	State     string             `json:"state"`
	Events    []string           `json:"events"`              // whose entries exist
	Arguments bool               `json:"arguments,omitempty"` // activity recording includes the inputs of tools
}

// There reports whether it is in the file, complete or not.
func (p Presence) There() bool { return p.State != Absent }

// Of returns the presence of one installable.
func (s Status) Of(p config.Installable) Presence {
	for _, is := range s.Presences {
		if is.What == p {
			return is
		}
	}
	return Presence{What: p, State: Absent}
}

// There returns the installables in the file, complete or not.
func (s Status) There() (what []config.Installable) {
	for _, is := range s.Presences {
		if is.There() {
			what = append(what, is.What)
		}
	}
	return what
}
