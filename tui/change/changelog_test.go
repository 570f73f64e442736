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

// TestBlockedNamesTheRule: what is in the way of an undo is named as people know it, not by its place in the file.
func TestBlockedNamesTheRule(t *testing.T) {
	doc, err := settings.Parse([]byte(`{"rules": [{"id": "a", "match": {
  "header": "Tests"
}, "mode": "prefer"}], "tell": [{"id": "b", "line": "Start small"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for want, e := range map[string]settings.Edit{
		"rule “Tests” › mode: it was changed to always-ask, which is gone or edited; now: prefer": {
			Path: settings.Path{"rules", "0"}, Key: "mode", Old: `"never-ask"`, New: `"always-ask"`},
		"standing answer “Start small” › line: it was changed to Start, which is gone or edited; now: Start small": {
			Path: settings.Path{"tell", "0"}, Key: "line", Old: `"Begin"`, New: `"Start"`},
		`rule “Tests” › match: it was changed to { }, which is gone or edited; now: { "header": "Tests" }`: {
			Path: settings.Path{"rules", "0"}, Key: "match", Old: `{}`, New: "{\n}\n"},
	} {
		if got := blocked(doc, e); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
