package outsidechanges

import "time"

// Kind says what happened to a hook.
type Kind string

// The kinds.
const (
	Lost    Kind = "lost"
	Changed Kind = "changed"
)

// A Change says how one hook was lost or changed outside neverask.
type Change struct {
	ID      string
	Kind    Kind
	Target  string // the settings file, symlinks resolved
	Item    Item   // as it was
	Now     *Item  // of a changed one
	Noticed time.Time
}
