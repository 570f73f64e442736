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
	original := d.f.get(userFile)
	d.park("notify")
	d.chooseRow("shiny")
	d.keys("d", "a", "y", "enter")
	d.openTab("Changes")
	d.keys("down")
	d.sees("▸  now ● applied    park ~/bin/notify done", "only its own entries")
	d.keys("z")
	d.sees("Undo in ~/.claude/settings.json")
	d.keys("a", "y")
	got := d.f.get(userFile)
	if !strings.Contains(got, "notify") || strings.Contains(got, "shiny") {
		t.Errorf("got:\n%s", got)
	}
	d.keys("enter")
	d.sees("undo: park ~/bin/notify done", "○ undone     park ~/bin/notify done")

	// The other one too: then everything is as it was.
	d.keys("up")
	d.sees("▸  now ● applied    remove ~/bin/shiny")
	d.keys("z", "a", "y", "enter")
	if got := d.f.get(userFile); got != original {
		t.Errorf("got:\n%s\nwant:\n%s", got, original)
	}
}

// What was undone is made again from its own row, and from that of its undo.
func TestRedoFromBothRows(t *testing.T) {
	for _, row := range []string{"", "down"} {
		d := newDriver(t, newFake(t), 120, 40)
		onHooks(d)
		d.park("notify")
		parked := d.f.get(userFile)
		d.openTab("Changes")
		d.keys("z", "a", "y", "enter")
		if row != "" {
			d.keys(row)
		}
		d.sees("can be redone")
		d.keys("Z")
		d.sees("Redo in ~/.claude/settings.json")
		d.keys("a", "y", "enter")
		if got := d.f.get(userFile); got != parked {
			t.Errorf("%q: got:\n%s", row, got)
		}
	}
}

// All parts of a change are one row, and one undo.
func TestPartsAreOneChange(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	user, project := d.f.get(userFile), d.f.get(projectFile)
	d.chooseRow("notify")
	d.keys("m", "enter", "a", "y", "enter")
	d.openTab("Changes")
	d.sees("1 change", "move ~/bin/notify done", projectFile[len(home):])
	d.keys("enter")
	d.sees("file 1 of 2", "file 2 of 2", "1 added, 0 changed, 1 removed")
	d.keys("z", "a", "y")
	if d.f.get(userFile) != user || d.f.get(projectFile) != project {
		t.Error("not taken back as a whole")
	}
}

func TestWhatIsInTheWayIsNamed(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	byHand(d)
	content := d.f.get(userFile)
	d.sees("▲ blocked", "Someone else has edited it since", "~/bin/notify again")
	d.keys("z")
	d.sees("Cannot undo", "hooks › Stop", "left ~/bin/notify done1", "now:", "Nothing was written.")
	if d.f.get(userFile) != content {
		t.Error("written")
	}

	d = newDriver(t, newFake(t), 120, 40)
	clash(d)
	d.sees("▲ superseded", "undo that first")
	d.keys("up", "z", "a", "y", "enter", "G")
	d.sees("● applied    change ~/bin/notify done1", "can be undone")
}

// The file of a change may be gone as a whole.
func TestNothingToUndoInAFileThatIsGone(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	byHand(d)
	if err := os.Remove(d.f.root + userFile); err != nil {
		t.Fatal(err)
	}
	d.keys("r")
	d.sees("▲ blocked", "settings.json is gone.", "Nothing is left to undo.")
	d.keys("z")
	d.sees("Cannot undo", "settings.json is gone.", "Nothing was written.")
}

// The rules are changes too, told by their wording.
func TestRulesInTheHistory(t *testing.T) {
	d := onPreferences(t)
	d.keys("space", "d")
	d.openTab("Changes")
	d.sees("2 changes", "delete the rule “", "change the mode of the rule", "ferences.json")
	before := d.f.get(rulesFile)
	d.keys("enter")
	d.sees("removed")
	d.keys("z", "a", "y")
	if d.f.get(rulesFile) == before {
		t.Error("not taken back")
	}
}

func TestHistoryIsSearched(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	busy(d)
	d.keys("/")
	d.text("shiny")
	d.sees("2 of 4 changes")
	d.seesNot("notify")
	d.keys("enter", "esc")
	d.sees("4 changes")
	d.keys("G", "up", "f")
	d.sees("1 of 4 changes")
	d.keys("f")
	d.sees("4 changes")
}

// Where the contents are no longer kept, what the record says is shown.
func TestRecordWithoutContents(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	onHooks(d)
	d.park("guard.sh")
	if err := os.RemoveAll(d.f.root + home + "/.local/state/neverask/backups"); err != nil {
		t.Fatal(err)
	}
	d.openTab("Changes")
	d.keys("enter")
	d.sees("▲ cannot be shown", "/hooks/PreToolUse", "- {", "guard.sh")
	d.seesNot("s3cr3t")
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
	d.f.put(userFile, typical)
	d.install()
	d.keys("i", "up", "up", "space", "G", "enter")
	unchanged := regexp.MustCompile(`= unchanged: \d+ groups?, \d+ hooks? of yours`)
	d.keys("G")
	planned := unchanged.FindString(d.screen())
	if planned == "" {
		t.Fatal(d.screen())
	}
	d.keys("a", "y", "enter", "7", "enter", "G")
	if shown := unchanged.FindString(d.screen()); shown != planned {
		t.Errorf("planned %q, and the history says %q:\n%s", planned, shown, d.screen())
	}
}
