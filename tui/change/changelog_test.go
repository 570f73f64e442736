package change

import (
	"fmt"
	"slices"
	"testing"

	"neverask/settings"
)

func TestUndoable(t *testing.T) {
	past := NewChangelog([]settings.Receipt{
		{ID: "a", Op: "park", Path: "/x", State: settings.Undone},
		{ID: "b", Op: "undo", Path: "/x", Undoes: "a", State: settings.Applied},
		{ID: "c", Op: "remove", Path: "/x", State: settings.Applied},
		{ID: "d", Op: "remove", Path: "/y", Follows: "c", State: settings.Applied},
		{ID: "e", Op: "fix", Path: "/x", State: settings.Failed},
	}, nil)
	var got []string
	for i := range past.Entries {
		o := &past.Entries[i]
		got = append(got, fmt.Sprint(o.ID(), " ", o.Description, " ", o.State(), " ", o.Undoable()))
	}
	want := []string{"e repair the settings failed false", "c delete applied true", "b undo: park applied false", "a park undone false"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
