package change_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
	"neverask/tui/change"
	"neverask/tui/kit/kittest"
)

// screens are those of the place: after keys. Like is what is to be seen on one, and
// unlike what is not.
var screens = []struct {
	name         string
	before       func(*world)
	keys         string
	like, unlike string
}{
	{"empty", nothing, "", "neverask has not changed anything yet.|how to undo it", "/ find|enter"},
	{"changes", busy, "", "4 changes|▸  now ● applied    undo: delete “~/bin/shiny”", "z undo|Z redo"},
	{"parts", busy, "G up", "▸  now ● applied    delete “~/.claude/guard.sh --token •••”|user, project|000000000-k3f9a2d|z undo this…", ""},
	{"record", busy, "G enter", "Changes › Details|park “~/bin/notify done”|- |1 removed|applied · just now", "Plan"},
	{"record unified", busy, "G up enter right", "▸unified|file 1 of 2|@@ |~/.claude/guard.sh --token •••", ""},
	{"undone", busy, "down", "▸  now ○ undone     delete “~/bin/shiny”|undone     just now, by change k3f9a2f", ""},
	{"undo", busy, "G z", "Undo: park “~/bin/notify done” (20 Nov 12:00)|y apply", "redo"},
	{"undo result", busy, "G z y", "✓ undone", "Redo|press z"},
	{"superseded", clash, "down", "· superseded|neverask changed it again later, in k3f9a2c", ""},
	{"record superseded", clash, "down enter", "superseded · just now|· superseded: cannot be undone|command ~/bin/notify done → ~/bin/notify done1", "applied ·|is not as this change left it"},
	{"undo superseded", clash, "down z", "✗ Cannot undo|Nothing was written.", "y apply"},
	{"blocked", byHand, "", "▲ blocked|Someone else has edited it since", "● applied"},
	{"undo blocked", byHand, "z", "✗ Cannot undo|hooks › Stop", "y apply"},
	{"found", busy, "/ n o t i", "/ noti|1 of 4 changes|park “~/bin/notify done”|enter done", "guard.sh"},
	{"file", busy, "f down down enter", "1 of 4 changes · ~/work/shop/.claude/settings.json|f filter…|esc show all", "shiny"},
	{"help", busy, "?", "show the change line by line", ""},
	{"help mouse", busy, "? m o u s e", "mouse    click a tab, a row or a key; the wheel scrolls", ""},
}

func TestChangesScreens(t *testing.T) {
	for _, s := range screens {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			d := show(t, s.before)
			d.Keys(strings.Fields(s.keys)...)
			d.Looks(s.like, s.unlike)
		})
	}
}

func TestChangesGoldens(t *testing.T) {
	kittest.Golden(t, "none", newWorld(t).show(80, 24).Screen())
	d := show(t, busy)
	kittest.Golden(t, "changes", d.Sizes())
	d.Keys("G", "enter")
	kittest.Golden(t, "record", d.Screen())
	d = show(t, clash)
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.Keys("down")
	kittest.Golden(t, "superseded", d.Screen())
}

// What is being read says so, and nothing can be done with it.
func TestReading(t *testing.T) {
	w := newWorld(t)
	busy(w)
	d := w.Show(kittest.Blank{}, 120, 40)
	d.M.Push(change.NewChanges(w, w.Home, w.Backups(), w.In.Now)) // which has read nothing yet
	d.Sees("reading the history …")
	if d.Helps("z") || d.Helps("enter") {
		t.Errorf("it can be worked with:\n%s", d.Screen())
	}
}

func TestReadOnly(t *testing.T) {
	d := show(t, busy)
	d.M.ReadOnly = true
	d.M.Say("")
	d.Sees("4 changes", "enter show")
	d.SeesNot("undo…")
	before := d.w.Get(userFile)
	d.Keys("z", "y", "z", "y")
	if d.w.Get(userFile) != before {
		t.Error("written")
	}
}

// An older change is taken back, and what came after it stays.
func TestUndoAnOlderChange(t *testing.T) {
	w := newWorld(t)
	original := w.Get(userFile)
	w.park("notify")
	w.remove("shiny")
	d := w.show(120, 40)
	d.Keys("down")
	d.Sees("▸  now ● applied    park “~/bin/notify done”", "only its own entries")
	d.Keys("z")
	d.Sees("Undo: ")
	d.Keys("y")
	got := d.w.Get(userFile)
	if !strings.Contains(got, "notify") || strings.Contains(got, "shiny") {
		t.Errorf("got:\n%s", got)
	}
	d.Sees("undo: park “~/bin/notify done”", "○ undone     park “~/bin/notify done”")

	// The other one too: then everything is as it was.
	d.Keys("up")
	d.Sees("▸  now ● applied    delete “~/bin/shiny”")
	d.Keys("z", "y")
	if got := d.w.Get(userFile); got != original {
		t.Errorf("got:\n%s\nwant:\n%s", got, original)
	}
}

// All parts of a change are one row, and one undo.
func TestPartsAreOneChange(t *testing.T) {
	w := newWorld(t)
	user, project := w.Get(userFile), w.Get(projectFile)
	w.removeAll("guard.sh")
	d := w.show(120, 40)
	d.Sees("1 change", "delete “~/.claude/guard.sh --token •••”", projectFile)
	d.Keys("enter")
	d.Sees("file 1 of 2", "file 2 of 2", "2 removed")
	d.Keys("z", "y")
	if d.w.Get(userFile) != user || d.w.Get(projectFile) != project {
		t.Error("not taken back as a whole")
	}
}

// TestPartlyBack: undo of a parked group of which somebody has put back one hook says where the other is restored.
func TestPartlyBack(t *testing.T) {
	const group = `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true one"}%s]}]}}`
	w := newWorld(t)
	w.Put(userFile, fmt.Sprintf(group, `, {"type": "command", "command": "true two"}`))
	for _, h := range w.In.Sources().Hooks() {
		if h.Handler.Command == "true one" {
			w.Do(conflicts.Park(w.In, h, true))
		}
	}
	w.Put(userFile, fmt.Sprintf(group, ""))
	d := w.show(80, 24)
	d.Keys("z")
	d.Sees("Cannot undo", "some of its hooks are back, and others are parked", "space on it restores it")
	d.SeesNot("fix it by hand")
}

func TestWhatIsInTheWayIsNamed(t *testing.T) {
	d := show(t, byHand)
	content := d.w.Get(userFile)
	d.Sees("▲ blocked", "Someone else has edited it since", "~/bin/notify again")
	d.Keys("z")
	d.Sees("Cannot undo", "hooks › Stop", "it was changed to ~/bin/notify done1", "now:", "Nothing was written.")
	if d.w.Get(userFile) != content {
		t.Error("written")
	}

	d = show(t, overwritten)
	d.Keys("z")
	d.Sees("settings.json is not as this change left it:", "and 3 more", "fix it by hand or leave it")
	d.SeesNot("removed []")

	d = show(t, clash)
	d.Keys("down")
	d.Sees("· superseded", "undo that first")
	d.Keys("up", "z", "y", "G")
	d.Sees("● applied    repair the settings", "can be undone")
}

// The file of a change may be gone as a whole.
func TestNothingToUndoInAFileThatIsGone(t *testing.T) {
	d := show(t, byHand)
	d.w.Remove(userFile)
	d.Keys("r")
	d.Sees("▲ blocked", "settings.json is gone.", "Nothing can be undone until it is restored.")
	d.SeesNot("z undo")
	d.Keys("z")
	d.Sees("Cannot undo", "settings.json is gone.", "Nothing was written.")
}

// What each row says needs no pointer on it.
func TestRowsInSightAreTried(t *testing.T) {
	w := newWorld(t)
	for _, name := range []string{"notify", "guard.sh", "shiny"} {
		w.repair(name, "~/bin/other-"+name)
	}
	d := w.show(100, 30)
	w.Remove(userFile)
	d.Keys("r")
	if n := strings.Count(d.Screen(), "▲ blocked "); n != 3 {
		t.Errorf("%d rows are blocked:\n%s", n, d.Screen())
	}
}

// The rules are changes too, told by their wording.
func TestRules(t *testing.T) {
	w := newWorld(t)
	file := w.In.Paths.Preferences()
	w.Put(file, `{"version": 1, "rules": [{"id": "tests", "match": {"text": "Run the tests?"}, "mode": "never-ask", "answer": "Yes"}]}`)
	book := preferences.Open(file, w.In.Store, w.In.Now)
	_, err := book.Change(t.Context(), "tests", "rules mode", func(r question.Rule) (question.Rule, error) {
		r.Mode = question.AlwaysAsk
		return r, nil
	})
	if err == nil {
		err = book.Remove(t.Context(), "tests")
	}
	musttest.Do(t, err)
	d := w.show(120, 40)
	d.Sees("2 changes", "delete the rule “", "change the mode of the rule “", "ferences.json")
	before := w.Get(file)
	d.Keys("enter")
	d.Sees("removed")
	d.Keys("z", "y")
	if w.Get(file) == before {
		t.Error("not taken back")
	}
}

func TestSearch(t *testing.T) {
	d := show(t, busy)
	d.Keys("/")
	d.Text("shiny")
	d.Sees("2 of 4 changes")
	d.SeesNot("notify")
	d.Keys("enter", "esc")
	d.Sees("4 changes")
	d.Keys("/")
	d.Text("undone")
	d.Sees("1 of 4 changes", "○ undone")
	d.Keys("enter", "esc")
	d.Keys("f")
	d.Sees("Which file?", "▸ 4  all  ✓", "  1  ~/work/shop/.claude/settings.json")
	d.Text("shop")
	d.Keys("enter")
	d.Sees("1 of 4 changes")
	d.Keys("f", "up", "enter")
	d.Sees("4 changes")
}

// Where the contents are no longer kept, what the record says is shown.
func TestRecordWithoutContents(t *testing.T) {
	w := newWorld(t)
	w.park("guard.sh")
	w.Remove(w.Backups())
	d := w.show(120, 40)
	d.Keys("enter")
	d.Sees("▲ cannot be shown", "/hooks/PreToolUse", "- {", "guard.sh")
	d.SeesNot("s3cr3t")
}

// A change is shown in the history as it was when it was planned, with the same
// hooks told for the person's own.
func TestCountsLikeThePlan(t *testing.T) {
	d := show(t, nothing)
	unchanged := regexp.MustCompile(`= unchanged: \d+ hooks? of yours`)
	user := d.w.Targets()[0]
	d.Run(change.Begin(d.M, change.Operation{
		Target: user, Title: "Install into ", Done: "installed",
		Plan: func() (planner.Plan, error) { return install.Install(d.w.In, user, install.Options{}) },
	}))
	d.Keys("G")
	planned := unchanged.FindString(d.Screen())
	if planned == "" {
		t.Fatal(d.Screen())
	}
	d.Keys("y", "enter", "G")
	if shown := unchanged.FindString(d.Screen()); shown != planned {
		t.Errorf("planned %q, and the history says %q:\n%s", planned, shown, d.Screen())
	}
}

// The undo of a change of a rule that was deleted since is about no other rule.
func TestUndoOfARuleThatIsGone(t *testing.T) {
	w := newWorld(t)
	file := w.In.Paths.Preferences()
	w.Put(file, `{"version": 1, "rules": [{"id": "tests", "match": {"text": "Run the tests of a/b.go?"}, "mode": "never-ask", "answer": "Yes"},
		{"id": "log", "match": {"text": "Update the changelog?"}, "mode": "prefer", "answer": "Yes"}]}`)
	book := preferences.Open(file, w.In.Store, w.In.Now)
	_, err := book.Change(t.Context(), "tests", "rules mode", func(r question.Rule) (question.Rule, error) {
		r.Mode = question.PreferMode
		return r, nil
	})
	musttest.Do(t, err)
	musttest.Do(t, book.Remove(t.Context(), "tests"))
	before := w.Get(file)
	d := w.show(120, 40)
	d.Keys("down")
	d.Sees("· superseded", "cannot be undone right now", "(delete the rule “Run the tests of a/b.go?”): undo that first.")
	d.SeesNot("its rule is gone", "changelog", "Someone else", "z undo")
	d.Keys("z", "y")
	if got := w.Get(file); got != before {
		t.Errorf("it was changed: %s", got)
	}
}

// z on a row of the list undoes that change, as in its details; where there is nothing to undo it says why.
func TestUndoInTheList(t *testing.T) {
	w := newWorld(t)
	w.park("notify")
	w.remove("shiny")
	d := w.show(120, 40)
	d.Sees("z undo this…   enter show")
	d.Keys("z", "y")
	d.Keys("G", "k")
	for _, c := range []struct{ key, said string }{{"g", "this took back another change"}, {"down", "already undone"}} {
		d.Keys(c.key, "z")
		d.Sees(c.said)
		d.SeesNot("nothing to undo here")
	}
}
