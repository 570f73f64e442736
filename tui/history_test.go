package tui

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"neverask/settings"
	"neverask/tui/change"
)

// An older change is taken back, and what came after it stays.
func TestUndoAnOlderChange(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	original := d.f.Get(userFile)
	d.park("notify")
	d.Choose("shiny")
	d.Keys("d", "a", "y", "enter")
	d.openTab("Changes")
	d.Keys("down")
	d.Sees("▸  now ● applied    park ~/bin/notify done", "only its own entries")
	d.Keys("z")
	d.Sees("Undo in ~/.claude/settings.json")
	d.Keys("a", "y")
	got := d.f.Get(userFile)
	if !strings.Contains(got, "notify") || strings.Contains(got, "shiny") {
		t.Errorf("got:\n%s", got)
	}
	d.Keys("enter")
	d.Sees("undo: park ~/bin/notify done", "○ undone     park ~/bin/notify done")

	// The other one too: then everything is as it was.
	d.Keys("up")
	d.Sees("▸  now ● applied    remove ~/bin/shiny")
	d.Keys("z", "a", "y", "enter")
	if got := d.f.Get(userFile); got != original {
		t.Errorf("got:\n%s\nwant:\n%s", got, original)
	}
}

// What was undone is made again from its own row, and from that of its undo.
func TestRedoFromBothRows(t *testing.T) {
	for _, row := range []string{"", "down"} {
		d := newDriver(t, newFake(t), 120, 40)
		onHooks(d)
		d.park("notify")
		parked := d.f.Get(userFile)
		d.openTab("Changes")
		d.Keys("z", "a", "y", "enter")
		if row != "" {
			d.Keys(row)
		}
		d.Sees("can be redone")
		d.Keys("Z")
		d.Sees("Redo in ~/.claude/settings.json")
		d.Keys("a", "y", "enter")
		if got := d.f.Get(userFile); got != parked {
			t.Errorf("%q: got:\n%s", row, got)
		}
	}
}

// All parts of a change are one row, and one undo.
func TestPartsAreOneChange(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	user, project := d.f.Get(userFile), d.f.Get(projectFile)
	d.Choose("notify")
	d.Keys("m", "enter", "a", "y", "enter")
	d.openTab("Changes")
	d.Sees("1 change", "move ~/bin/notify done", projectFile[len(home):])
	d.Keys("enter")
	d.Sees("file 1 of 2", "file 2 of 2", "1 added, 0 changed, 1 removed")
	d.Keys("z", "a", "y")
	if d.f.Get(userFile) != user || d.f.Get(projectFile) != project {
		t.Error("not taken back as a whole")
	}
}

func TestWhatIsInTheWayIsNamed(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	byHand(d)
	content := d.f.Get(userFile)
	d.Sees("▲ blocked", "Someone else has edited it since", "~/bin/notify again")
	d.Keys("z")
	d.Sees("Cannot undo", "hooks › Stop", "left ~/bin/notify done1", "now:", "Nothing was written.")
	if d.f.Get(userFile) != content {
		t.Error("written")
	}

	d = newDriver(t, newFake(t), 120, 40)
	clash(d)
	d.Sees("▲ superseded", "undo that first")
	d.Keys("up", "z", "a", "y", "enter", "G")
	d.Sees("● applied    change ~/bin/notify done1", "can be undone")
}

// The file of a change may be gone as a whole.
func TestNothingToUndoInAFileThatIsGone(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	byHand(d)
	if err := os.Remove(d.f.Root + userFile); err != nil {
		t.Fatal(err)
	}
	d.Keys("r")
	d.Sees("▲ blocked", "settings.json is gone.", "Nothing is left to undo.")
	d.Keys("z")
	d.Sees("Cannot undo", "settings.json is gone.", "Nothing was written.")
}

// The rules are changes too, told by their wording.
func TestRulesInTheHistory(t *testing.T) {
	d := onPreferences(t)
	d.Keys("space", "d")
	d.openTab("Changes")
	d.Sees("2 changes", "delete the rule “", "change the mode of the rule", "ferences.json")
	before := d.f.Get(rulesFile)
	d.Keys("enter")
	d.Sees("removed")
	d.Keys("z", "a", "y")
	if d.f.Get(rulesFile) == before {
		t.Error("not taken back")
	}
}

func TestHistoryIsSearched(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	busy(d)
	d.Keys("/")
	d.Text("shiny")
	d.Sees("2 of 4 changes")
	d.SeesNot("notify")
	d.Keys("enter", "esc")
	d.Sees("4 changes")
	d.Keys("G", "up", "f")
	d.Sees("1 of 4 changes")
	d.Keys("f")
	d.Sees("4 changes")
}

// Where the contents are no longer kept, what the record says is shown.
func TestRecordWithoutContents(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	d.park("guard.sh")
	if err := os.RemoveAll(d.f.Root + home + "/.local/state/neverask/backups"); err != nil {
		t.Fatal(err)
	}
	d.openTab("Changes")
	d.Keys("enter")
	d.Sees("▲ cannot be shown", "/hooks/PreToolUse", "- {", "guard.sh")
	d.SeesNot("s3cr3t")
}

func TestUndoneChangesNameWhatUndidThem(t *testing.T) {
	past := change.NewChangelog([]settings.Receipt{
		{ID: "a", Op: "park", Path: "/x", State: settings.Undone},
		{ID: "b", Op: "undo", Path: "/x", Undoes: "a", State: settings.Applied},
		{ID: "c", Op: "move", Path: "/x", State: settings.Applied},
		{ID: "d", Op: "move", Path: "/y", Follows: "c", State: settings.Applied},
		{ID: "e", Op: "add", Path: "/x", State: settings.Failed},
	})
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

// A change is shown in the history as it was when it was planned, with the same
// hooks told for the person's own.
func TestHistoryCountsLikeThePlan(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.f.Put(userFile, typical)
	d.install()
	d.Keys("i", "up", "up", "space", "G", "enter")
	unchanged := regexp.MustCompile(`= unchanged: \d+ groups?, \d+ hooks? of yours`)
	d.Keys("G")
	planned := unchanged.FindString(d.Screen())
	if planned == "" {
		t.Fatal(d.Screen())
	}
	d.Keys("a", "y", "enter", "7", "enter", "G")
	if shown := unchanged.FindString(d.Screen()); shown != planned {
		t.Errorf("planned %q, and the history says %q:\n%s", planned, shown, d.Screen())
	}
}
