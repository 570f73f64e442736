package change

import (
	"slices"
	"strings"
	"testing"

	"neverask/settings"
)

// A change that only settles a conflict is named by what it does with the hook.
func TestWaysTakenNameTheChange(t *testing.T) {
	group := func(matcher, command string) string {
		return `{"matcher": "` + matcher + `", "hooks": [{"type": "command", "command": "` + command + `"}]}`
	}
	edit := func(old, now string) []settings.Edit {
		return []settings.Edit{{Path: settings.Path{"hooks", "PreToolUse"}, Old: old, New: now}}
	}
	for want, r := range map[string]settings.Receipt{
		"park guard":                 {Op: "install", Edits: edit(group("*", "guard"), "")},
		"narrow guard":               {Op: "install", Edits: edit(group("*", "guard"), group("Bash", "guard"))},
		"chain guard":                {Op: "install", Edits: edit(group("*", "guard"), ""), Marks: []string{"chain:3f9a"}},
		"park old-guard":             {Op: "resolve", Edits: edit(group("*", "old-guard"), "")},
		"install the hooks":          {Op: "install", Edits: edit(group("Bash", "/d/neverask-hook"), group("Edit", "/d/neverask-hook"))},
		"install the question hooks": {Op: "install", Edits: append(edit(group("*", "guard"), ""), edit("", group("AskUserQuestion", "/d/neverask-hook"))...)},
	} {
		if got := description([]settings.Receipt{r}, nil, nil); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

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
