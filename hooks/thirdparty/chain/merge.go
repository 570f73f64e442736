package chain

import (
	"fmt"
	"slices"
)

// Merge returns the entries with added ones, which take the place of those with
// the same ID.
func Merge(entries, added []Entry) []Entry {
	entries = slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool {
		return slices.ContainsFunc(added, func(a Entry) bool { return a.ID == e.ID })
	})
	return append(entries, added...)
}

// Key is the same for two commands that do the same at an event.
func (c Command) Key(event string) string {
	return fmt.Sprintf("%q %q %t %q %q", event, c.Line, c.Exec, c.Shell, c.Args)
}
