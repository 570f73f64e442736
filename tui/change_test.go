package tui

import (
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/settings"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// onConfirm is a driver that asks whether to install into a typical file.
func onConfirm(t *testing.T) *driver {
	t.Helper()
	d := newDriver(t, newFake(t), 80, 24)
	d.f.put(userFile, typical)
	d.keys("i", "enter", "a")
	d.sees("▸ No, leave everything as it is")
	return d
}

func TestNoIsChosenFirst(t *testing.T) {
	for _, way := range [][]string{{"enter"}, {"n"}, {"esc"}, {"right", "left", "enter"}, {"down", "up", "enter"}, {"space"}, {"Y"}} {
		t.Run(strings.Join(way, " "), func(t *testing.T) {
			d := onConfirm(t).keys(way...)
			if len(d.f.applied) != 0 || d.f.get(userFile) != typical {
				t.Fatal("written without a yes")
			}
		})
	}
}

func TestYesAppliesThePlanThatWasShown(t *testing.T) {
	for _, way := range [][]string{{"y"}, {"right", "enter"}, {"down", "enter"}, {"tab", "enter"}} {
		t.Run(strings.Join(way, " "), func(t *testing.T) {
			d := onConfirm(t)
			shown := d.m.Layers[len(d.m.Layers)-2].Layer.(*change.Diff).Proposal.Plan
			d.keys(way...)
			d.sees("✓ Question hooks installed", "neverask undo k3f9a2b", "/backups/settings.json.k3f9a2b")
			if len(d.f.applied) != 1 {
				t.Fatalf("applied %d plans", len(d.f.applied))
			}
			if got := d.f.applied[0]; string(got.After) != string(shown.After) || d.f.get(userFile) != string(shown.After) {
				t.Errorf("not the plan that was shown: %s", d.f.get(userFile))
			}
		})
	}
}

func TestChangedFileIsPlannedAgain(t *testing.T) {
	for _, over := range []string{"diff", "confirm", "help"} {
		t.Run(over, func(t *testing.T) {
			d := onConfirm(t)
			switch over {
			case "diff":
				d.keys("esc")
			case "help":
				d.keys("esc", "?")
			}
			d.f.put(userFile, edited)
			d.hold = true
			d.tick() // the look at the file
			d.release()
			d.sees("has changed: this is the new plan", "Install question hooks")
			d.seesNot("Yes, make this change")
			d.keys("a", "y")
			if got := d.f.get(userFile); !strings.Contains(got, "sonnet") || !strings.Contains(got, "neverask-hook") {
				t.Errorf("the new plan was not applied to the new file:\n%s", got)
			}
		})
	}
}

func TestStalePlanCannotBeApplied(t *testing.T) {
	d := onConfirm(t)
	d.f.put(userFile, edited)
	looks := d.due
	d.due = nil
	var look tea.Cmd
	d.hold = true
	for _, msg := range looks {
		d.send(msg)
	}
	look = d.held[len(d.held)-1]
	d.held = nil
	d.send(look()) // sees the change; the new plan is held back
	d.seesNot("Yes, make this change", "apply…")
	d.keys("a", "y", "enter")
	d.seesNot("Writing")
	d.release()
	d.sees("apply…", "this is the new plan")
	if len(d.f.applied) != 0 {
		t.Fatal("the old plan was applied")
	}
}

func TestChangeBetweenLooksIsCaughtWhenApplied(t *testing.T) {
	d := onConfirm(t)
	d.f.put(userFile, edited)
	d.keys("y")
	if got := d.f.get(userFile); got != edited {
		t.Fatalf("written over a change:\n%s", got)
	}
	d.sees("has changed: this is the new plan", "Install question hooks")
	d.keys("a", "y")
	d.sees("✓ Question hooks installed")
}

func TestUnchangedFileIsNotMentioned(t *testing.T) {
	d := onConfirm(t)
	d.keys("esc")
	for range 3 {
		d.tick()
	}
	d.seesNot("changed:")
	watches := 0
	for _, msg := range d.due {
		if _, ok := msg.(change.WatchDueMsg); ok {
			watches++
		}
	}
	if watches != 1 {
		t.Errorf("%d timers run, want one", watches)
	}
	d.f.put(userFile, typical+"\n")
	d.f.put(userFile, typical) // another time stamp, the same bytes
	d.tick()
	d.seesNot("changed:")
	d.sees("apply…")
}

func TestBrokenWhileShown(t *testing.T) {
	d := onConfirm(t)
	d.f.put(userFile, "{\n  // mine\n}")
	d.tick()
	d.sees("✗ Cannot install", "~/.claude/settings.json:2:3", "Nothing was written.")
	d.keys("enter")
	d.seesNot("apply…")
}

func TestInstalledByAnotherWhileShown(t *testing.T) {
	d := onConfirm(t)
	newDriver(t, d.f, 80, 24).install()
	d.tick()
	d.sees("Nothing to do")
}

func TestConflictsThatAppearAreDecidedFirst(t *testing.T) {
	d := onConfirm(t)
	d.keys("esc")
	d.f.put(userFile, contested)
	d.tick()
	d.sees("Conflict 1 of 2", "the third-party hooks have changed")
	d.keys("enter", "enter")
	d.sees("Install question hooks", "apply…")
}

func TestLateResultsAreDropped(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.f.put(userFile, typical)
	d.keys("i")
	d.hold = true
	d.keys("enter")
	d.hold = false
	d.keys("esc")
	d.release()
	d.seesNot("apply…", "reading")

	d.hold = true
	d.keys("r")
	first := d.held
	d.held = nil
	d.f.problems = nil
	d.keys("r")
	d.release()
	d.m.tabs[0].tab.(*overview).installs.Statuses[0].Rules = 7
	d.held = first
	d.release()
	d.sees("7 rules")
}

func TestQuitWaitsForTheWrite(t *testing.T) {
	d := onConfirm(t)
	d.hold = true
	d.keys("y")
	d.hold = false
	d.send(tea.QuitMsg{})
	d.sees("will quit when the change is written")
	d.keys("ctrl+c", "q", "ctrl+z")
	if d.quit {
		t.Fatal("quit while a change is being written")
	}
	d.release()
	if !d.quit || d.m.Failure != nil {
		t.Fatalf("quit: %v, failure: %v", d.quit, d.m.Failure)
	}
	if !strings.Contains(d.f.get(userFile), "neverask-hook") {
		t.Error("quit without writing")
	}
}

func TestQuitKeepsTheError(t *testing.T) {
	d := onConfirm(t)
	d.f.applyErr = errors.New("no space left on device")
	d.hold = true
	d.keys("y")
	d.hold = false
	d.keys("q")
	d.release()
	if !d.quit || !errors.Is(d.m.Failure, d.f.applyErr) {
		t.Fatalf("quit: %v, failure: %v", d.quit, d.m.Failure)
	}
}

func TestQuitAnywhere(t *testing.T) {
	for _, s := range screens {
		for _, key := range []string{"q", "ctrl+c"} {
			d := newDriver(t, newFake(t), 80, 24)
			s.show(d)
			_, typing := d.m.Current().Layer.(*kit.Menu)
			if d.m.Writing() || typing && key == "q" {
				continue
			}
			if d.keys(key); !d.quit {
				t.Errorf("%s does not quit %s", key, s.name)
			}
		}
	}
}

func TestStopWaiting(t *testing.T) {
	d := onConfirm(t)
	d.hold = true
	d.keys("y", "esc")
	d.release()
	d.sees("nothing was written: you stopped waiting", "apply…")
	if d.f.get(userFile) != typical {
		t.Error("written after the wait was ended")
	}
}

func TestErrorLeavesThePlan(t *testing.T) {
	d := onConfirm(t)
	d.f.applyErr = settings.ErrLocked
	d.keys("y")
	d.sees("✗ Cannot install", "another neverask process is changing files", "Try again")
	d.f.applyErr = nil
	d.keys("enter", "a", "y")
	d.sees("✓ Question hooks installed")
}

func TestEscGoesBackOneLayer(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.f.put(userFile, contested)
	d.keys("i", "enter", "enter", "enter", "a", "?")
	for _, seen := range []string{"Keys of neverask", "▸ No, leave", "apply…", "Conflict 2 of 2", "Where should", "Press i to install"} {
		d.sees(seen)
		d.keys("esc")
	}
	d.sees("Press i to install")
}

func TestInstallUninstallUndoRedo(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.f.put(userFile, typical)
	d.install()
	with := d.f.get(userFile)
	d.sees("● installed")
	d.keys("u", "a", "y", "enter")
	d.sees("○ not installed")
	if got := d.f.get(userFile); got != typical {
		t.Fatalf("not restored:\n%s", got)
	}
	d.keys("z", "a", "y")
	d.sees("✓ Change undone")
	if got := d.f.get(userFile); got != with {
		t.Fatalf("undo gives:\n%s", got)
	}
	d.keys("Z")
	d.sees("Redo in ~/.claude/settings.json")
	d.keys("a", "y", "enter")
	if got := d.f.get(userFile); got != typical {
		t.Fatalf("redo gives:\n%s", got)
	}
}

func TestNamedFileSkipsTheChoice(t *testing.T) {
	f := newFake(t)
	f.named = home + "/elsewhere/my.json"
	f.put(f.named, "{}")
	d := newDriver(t, f, 80, 24)
	if d.helps("s") {
		t.Error("a scope is offered")
	}
	d.keys("i")
	d.sees("▸", "Which hooks?")
	d.keys("enter")
	d.sees("Install question hooks into ~/elsewhere/my.json", "apply…")
}

func TestPacksAreTicked(t *testing.T) {
	f := newFake(t)
	f.put(userFile, typical)
	d := newDriver(t, f, 120, 40)
	d.keys("i", "tab", "tab")
	if !d.helps("space") {
		t.Error("there is no key to tick")
	}
	d.sees("▸ [x] questions")
	d.keys("space")
	d.sees("no hooks are ticked")
	if d.keys("tab"); d.helps("enter") {
		t.Error("nothing is ticked, and it goes on")
	}
	d.keys("up", "up", "space")
	d.sees("(•) user", "[ ] questions", "▸ [x] activity")
	// What is ticked is ticked for every file.
	d.keys("tab", "tab", "down", "down", "enter")
	d.sees("( ) user", "▸ (•) local", "[ ] questions", "[x] activity")
	d.clickOn("activity")
	d.sees("(•) local", "[ ] questions", "▸ [ ] activity")
	d.clickOn("everyone who works")
	d.sees("▸ (•) project", "[ ] activity")
}

func TestPacksComeAndGoAlone(t *testing.T) {
	f := newFake(t)
	f.named = userFile
	f.put(userFile, typical)
	d := newDriver(t, f, 120, 40)
	d.keys("i", "up", "up", "space", "tab", "enter")
	d.sees("Install question and activity hooks into ~/.claude/settings.json", "records activity", "answers the questions you have rules for")
	d.keys("a", "y")
	d.sees("✓ Question and activity hooks installed")
	d.keys("enter")
	d.sees("Question hooks   ● installed", "Activity hooks   ● installed      13 events", "Rule hooks       ○ not installed")
	d.keys("u", "up", "up", "space", "tab", "enter")
	d.sees("Remove activity hooks from")
	d.seesNot("AskUserQuestion")
	d.keys("a", "y")
	d.sees("✓ Activity hooks removed")
	d.keys("enter", "u", "enter")
	d.sees("Remove question hooks from")
	d.keys("a", "y")
	if f.get(userFile) != typical {
		t.Errorf("got %s", f.get(userFile))
	}
	d.keys("enter")
	d.openTab("Changes")
	d.sees("install the question and activity", "remove the activity hooks", "remove the question hooks")
}

func TestFileThatIsTwoScopesIsOfferedOnce(t *testing.T) {
	f := newFake(t)
	f.in.Locations.Dir = f.root + home
	d := newDriver(t, f, 80, 24)
	d.keys("i")
	d.sees("(•) user", "( ) local")
	d.seesNot("everyone who works")
}

func TestChosenScopeIsTheOneOnTheScreen(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.keys("i")
	d.sees("(•) user")
	d.keys("esc", "s", "s", "i")
	d.sees("(•) local")
	d.keys("enter")
	d.sees("~/work/shop/.claude/settings.local.json")
}

// z is undo and Z is redo, on the page of a result as everywhere.
func TestKeysOfResults(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.install()
	d.keys("z", "a", "y")
	d.sees("Redo             press Z,", "Z redo…")
	d.keys("z")
	d.sees("Change undone")
	d.keys("Z", "a", "y")
	d.sees("Change redone", "Undo             press z,", "z undo…")
	d.keys("Z")
	d.sees("Change redone")
}
