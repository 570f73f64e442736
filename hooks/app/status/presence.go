package status

import (
	"neverask/hooks/claude/config"
)

// What an installable may be in a settings file.
const (
	Whole      = "installed"
	Incomplete = "incomplete" // entries are missing, or were changed
	Stale      = "stale"      // the rules name other tools than the entry
	Absent     = "absent"
)

// A Presence says how an installable is in a settings file.
type Presence struct {
	What      config.Installable `json:"-"`
	State     string             `json:"state"`
	Events    []string           `json:"events"`              // whose entry is there
	Arguments bool               `json:"arguments,omitempty"` // activity recording holds the inputs of tools
}

// There reports whether it is in the file, whole or not.
func (p Presence) There() bool { return p.State != Absent }

// Of returns how one of them is.
func (s Status) Of(p config.Installable) Presence {
	for _, is := range s.Presences {
		if is.What == p {
			return is
		}
	}
	return Presence{What: p, State: Absent}
}

// There are those that are in the file, whole or not.
func (s Status) There() (what []config.Installable) {
	for _, is := range s.Presences {
		if is.There() {
			what = append(what, is.What)
		}
	}
	return what
}
