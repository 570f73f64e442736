package change

import (
	"slices"
	"strings"
	"testing"

	"neverask/settings"
)

func TestUndoneChangesNameWhatUndidThem(t *testing.T) {
	past := NewChangelog([]settings.Receipt{
		{ID: "a", Op: "park", Path: "/x", State: settings.Undone},
		{ID: "b", Op: "undo", Path: "/x", Undoes: "a", State: settings.Applied},
		{ID: "c", Op: "move", Path: "/x", State: settings.Applied},
		{ID: "d", Op: "move", Path: "/y", Follows: "c", State: settings.Applied},
		{ID: "e", Op: "add", Path: "/x", State: settings.Failed},
	}, nil)
	var got []string
	for i := range past.Entries {
		o := &past.Entries[i]
		r, again, possible := o.Recall(past)
		op := ""
		if possible {
			op = map[bool]string{false: "undo", true: "redo"}[again]
		}
		got = append(got, o.ID()+" "+o.Description+" "+string(o.State())+" "+op+" "+r.ID)
	}
	want := []string{"e add failed  ", "c move applied undo c", "b undo: park applied redo b", "a park undone redo b"}
	for i := range want {
		want[i] = strings.TrimSpace(want[i])
	}
	for i := range got {
		got[i] = strings.TrimSpace(got[i])
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
