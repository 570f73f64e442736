package tui

import (
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/settings"
	"neverask/tui/change"
)

// onConfirm is a driver that asks whether to install into a typical file.
func onConfirm(t *testing.T) *driver {
	t.Helper()
	d := newDriver(t, newFake(t), 80, 24)
	d.f.Put(userFile, typical)
	d.Keys("i", "enter", "enter")
	d.Sees("▸ No, leave everything as it is")
	return d
}

func TestNoIsChosenFirst(t *testing.T) {
	for _, way := range [][]string{{"enter"}, {"n"}, {"esc"}, {"right", "left", "enter"}, {"down", "up", "enter"}, {"space"}, {"Y"}} {
		t.Run(strings.Join(way, " "), func(t *testing.T) {
			d := onConfirm(t)
			d.Keys(way...)
			if len(d.f.Applied) != 0 || d.f.Get(userFile) != typical {
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
			d.Keys(way...)
			d.Sees("✓ Question hooks installed", "neverask undo k3f9a2b", "/backups/settings.json.k3f9a2b")
			if len(d.f.Applied) != 1 {
				t.Fatalf("applied %d plans", len(d.f.Applied))
			}
			if got := d.f.Applied[0]; string(got.After) != string(shown.After) || d.f.Get(userFile) != string(shown.After) {
				t.Errorf("not the plan that was shown: %s", d.f.Get(userFile))
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
				d.Keys("esc")
			case "help":
				d.Keys("esc", "?")
			}
			d.f.Put(userFile, edited)
			d.Hold = true
			d.Tick() // the look at the file
			d.Release()
			d.Sees("has changed: this is the new plan", "Install question hooks")
			d.SeesNot("Yes, make this change")
			d.Keys("enter", "y")
			if got := d.f.Get(userFile); !strings.Contains(got, "sonnet") || !strings.Contains(got, "neverask-hook") {
				t.Errorf("the new plan was not applied to the new file:\n%s", got)
			}
		})
	}
}

func TestStalePlanCannotBeApplied(t *testing.T) {
	d := onConfirm(t)
	d.f.Put(userFile, edited)
	looks := d.Due
	d.Due = nil
	var look tea.Cmd
	d.Hold = true
	for _, msg := range looks {
		d.Send(msg)
	}
	look = d.Held[len(d.Held)-1]
	d.Held = nil
	d.Send(look()) // sees the change; the new plan is held back
	d.SeesNot("Yes, make this change", "apply…")
	d.Keys("enter", "y", "enter")
	d.SeesNot("Writing")
	d.Release()
	d.Sees("apply…", "this is the new plan")
	if len(d.f.Applied) != 0 {
		t.Fatal("the old plan was applied")
	}
}

func TestChangeBetweenLooksIsCaughtWhenApplied(t *testing.T) {
	d := onConfirm(t)
	d.f.Put(userFile, edited)
	d.Keys("y")
	if got := d.f.Get(userFile); got != edited {
		t.Fatalf("written over a change:\n%s", got)
	}
	d.Sees("has changed: this is the new plan", "Install question hooks")
	d.Keys("enter", "y")
	d.Sees("✓ Question hooks installed")
}

func TestUnchangedFileIsNotMentioned(t *testing.T) {
	d := onConfirm(t)
	d.Keys("esc")
	for range 3 {
		d.Tick()
	}
	d.SeesNot("changed:")
	watches := 0
	for _, msg := range d.Due {
		if _, ok := msg.(change.WatchDueMsg); ok {
			watches++
		}
	}
	if watches != 1 {
		t.Errorf("%d timers run, want one", watches)
	}
	d.f.Put(userFile, typical+"\n")
	d.f.Put(userFile, typical) // another time stamp, the same bytes
	d.Tick()
	d.SeesNot("changed:")
	d.Sees("apply…")
}

func TestBrokenWhileShown(t *testing.T) {
	d := onConfirm(t)
	d.f.Put(userFile, "{\n  // mine\n}")
	d.Tick()
	d.Sees("✗ Cannot install", "~/.claude/settings.json:2:3", "Nothing was written. Press D to repair the file.")
	d.Keys("enter")
	d.SeesNot("apply…")
}

// With a broken file nothing is chosen for the person: the repair is named first, and another
// file is theirs to choose.
func TestInstallIntoBrokenFile(t *testing.T) {
	f := newFake(t)
	f.Put(userFile, "{\n  // mine\n}")
	d := newDriver(t, f, 80, 24)
	d.Keys("i")
	d.Sees("▸ ( ) user", "( ) project", "✗ broken", "~/.claude/settings.json · press D to repair it", "[Continue]  choose a file, or press D", " D doctor")
	d.Keys("enter", "space", "G", "enter")
	d.Sees("Home › Install", "( ) user")
	d.SeesNot("(•)", "enter continue")
	d.Keys("g", "j", "enter", "G")
	d.Sees("(•) project", "[Continue]  question hooks into project", "enter continue")
	d.Keys("D")
	d.Sees("Home › Doctor", "comments")
}

// What the doctor cannot repair is not sent to it.
func TestInstallIntoFileOnlyAPersonCanCorrect(t *testing.T) {
	f := newFake(t)
	f.Put(userFile, "{ model: 1 }")
	d := newDriver(t, f, 80, 24)
	d.Keys("i")
	d.Sees("✗ broken", "~/.claude/settings.json · no automatic repair", "[Continue]  choose a file, or correct the broken one")
	d.SeesNot("press D", "D doctor")
}

func TestInstalledByAnotherWhileShown(t *testing.T) {
	d := onConfirm(t)
	newDriver(t, d.f, 80, 24).install()
	d.Tick()
	d.Sees("Nothing to do")
}

func TestConflictsThatAppearAreDecidedFirst(t *testing.T) {
	d := onConfirm(t)
	d.Keys("esc")
	d.f.Put(userFile, contested)
	d.Tick()
	d.Sees("▲ races", "to be decided", "the third-party hooks have changed")
	d.Keys("enter")
	d.Sees("Install question hooks", "apply…")
}

func TestLateResultsAreDropped(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.f.Put(userFile, typical)
	d.Keys("i")
	d.Hold = true
	d.Keys("enter")
	d.Hold = false
	d.Keys("esc")
	d.Release()
	d.SeesNot("apply…", "reading")

	d.Hold = true
	d.Keys("r")
	first := d.Held
	d.Held = nil
	d.f.Found = nil
	d.Keys("r")
	d.Release()
	d.m.installs.Statuses[0].Rules = 7
	d.Held = first
	d.Release()
	d.Sees("7 rules")
}

func TestQuitWaitsForTheWrite(t *testing.T) {
	d := onConfirm(t)
	d.Hold = true
	d.Keys("y")
	d.Hold = false
	d.Send(tea.QuitMsg{})
	d.Sees("will quit when the change is written")
	d.Keys("ctrl+c", "ctrl+z")
	if d.Quit {
		t.Fatal("quit while a change is being written")
	}
	d.Release()
	if !d.Quit || d.m.Failure != nil {
		t.Fatalf("quit: %v, failure: %v", d.Quit, d.m.Failure)
	}
	if !strings.Contains(d.f.Get(userFile), "neverask-hook") {
		t.Error("quit without writing")
	}
}

func TestQuitKeepsTheError(t *testing.T) {
	d := onConfirm(t)
	d.f.ApplyErr = errors.New("no space left on device")
	d.Hold = true
	d.Keys("y")
	d.Hold = false
	d.Keys("ctrl+c")
	d.Release()
	if !d.Quit || !errors.Is(d.m.Failure, d.f.ApplyErr) {
		t.Fatalf("quit: %v, failure: %v", d.Quit, d.m.Failure)
	}
}

// TestQuitAnywhere: ctrl+c quits wherever one is. So does q on a place; over one it leads
// back as esc does.
func TestQuitAnywhere(t *testing.T) {
	t.Parallel()
	for n := '1'; n <= '7'; n++ {
		d := newDriver(t, life(t), 60, 20)
		d.Keys(string(n))
		d.Sees("q quit")
		if d.Keys("q"); !d.Quit {
			t.Errorf("q on %c does not quit", n)
		}
	}
	for _, s := range screens {
		after := map[string]*driver{}
		for _, key := range []string{"q", "ctrl+c", "esc"} {
			d := newDriver(t, newFake(t), 80, 24)
			s.show(d)
			if d.m.Writing() {
				break
			}
			after[key] = d
			place := d.m.OnPlace()
			d.Keys(key)
			if want := key == "ctrl+c" || key == "q" && place; d.Quit != want {
				t.Errorf("%s on %s: quits %v", key, s.name, d.Quit)
			}
		}
		if len(after) > 0 && !after["q"].Quit && !after["q"].m.Typing() && after["q"].Screen() != after["esc"].Screen() {
			t.Errorf("q on %s:\n%s\nand esc:\n%s", s.name, after["q"].Screen(), after["esc"].Screen())
		}
	}
}

// TestDigitsAnywhere: a digit opens its place from whatever lies over another one, and asks
// first where something was typed.
func TestDigitsAnywhere(t *testing.T) {
	for _, s := range screens {
		d := newDriver(t, newFake(t), 80, 24)
		s.show(d)
		if d.m.Writing() || d.m.Typing() {
			continue
		}
		d.Keys("4")
		d.Sees("▸4 Hooks", "─ Hooks ─")
	}
	d := newDriver(t, life(t), 80, 24)
	d.Keys("2", "e", "down", "x", "down", "4", "4")
	d.Sees("▸2 Rules", "Discard what you typed?", "▸ No, keep typing")
	d.Keys("esc")
	d.Sees("Rules › Edit")
	d.Keys("4", "y")
	d.Sees("▸4 Hooks", "─ Hooks ─")
	d.Keys("2", "e", "down", "down", "4")
	d.Sees("▸4 Hooks", "─ Hooks ─")
	d.Keys("2", "e", "down", "x")
	d.ClickOn("3 Log")
	d.Sees("Discard what you typed?")
	d.Keys("y")
	d.Sees("▸3 Log", "─ Log ─")
}

func TestStopWaiting(t *testing.T) {
	d := onConfirm(t)
	d.Hold = true
	d.Keys("y", "esc")
	d.Release()
	d.Sees("nothing was written: you stopped waiting", "apply…")
	if d.f.Get(userFile) != typical {
		t.Error("written after the wait was ended")
	}
}

func TestErrorLeavesThePlan(t *testing.T) {
	d := onConfirm(t)
	d.f.ApplyErr = settings.ErrLocked
	d.Keys("y")
	d.Sees("✗ Cannot install", "another neverask process is changing files", "Try again")
	d.f.ApplyErr = nil
	d.Keys("enter", "enter", "y")
	d.Sees("✓ Question hooks installed")
}

func TestEscGoesBackOneLayer(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.f.Put(userFile, contested)
	d.Keys("i", "enter", "enter", "enter", "?")
	for _, seen := range []string{"─ Keys ─", "▸ No, leave", "apply…", "✓ decided: narrow", "Where should", "Press i to install"} {
		d.Sees(seen)
		d.Keys("esc")
	}
	d.Sees("Press i to install")
}

func TestInstallUninstallUndo(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.f.Put(userFile, typical)
	d.install()
	with := d.f.Get(userFile)
	d.Sees("● installed")
	d.Keys("u", "enter", "y", "enter")
	d.Sees("○ not installed")
	if got := d.f.Get(userFile); got != typical {
		t.Fatalf("not restored:\n%s", got)
	}
	d.Keys("z", "enter", "y")
	d.Sees("✓ Change undone")
	if got := d.f.Get(userFile); got != with {
		t.Fatalf("undo gives:\n%s", got)
	}
	d.Keys("enter", "z", "enter", "y") // and then the one before it
	if got := d.f.Get(userFile); got != typical {
		t.Fatalf("undo of both gives:\n%s", got)
	}
}

func TestNamedFileSkipsTheChoice(t *testing.T) {
	f := newFake(t)
	f.named = home + "/elsewhere/my.json"
	f.Put(f.named, "{}")
	d := newDriver(t, f, 80, 24)
	if d.Helps("s") {
		t.Error("a scope is offered")
	}
	d.Keys("i")
	d.Sees("▸", "Which hooks?")
	d.Keys("enter")
	d.Sees("Install question hooks into ~/elsewhere/my.json", "apply…")
}

func TestPacksAreTicked(t *testing.T) {
	f := newFake(t)
	f.Put(userFile, typical)
	d := newDriver(t, f, 120, 40)
	d.Keys("i", "tab", "tab")
	if !d.Helps("space") {
		t.Error("there is no key to tick")
	}
	d.Sees("▸ [x] questions")
	d.Keys("space")
	d.Sees("no hooks are ticked")
	if d.Keys("tab"); d.Helps("enter") {
		t.Error("nothing is ticked, and it goes on")
	}
	d.Keys("up", "up", "space")
	d.Sees("(•) user", "[ ] questions", "▸ [x] activity")
	// What is ticked is ticked for every file.
	d.Keys("tab", "tab", "down", "down", "enter")
	d.Sees("( ) user", "▸ (•) local", "[ ] questions", "[x] activity")
	d.ClickOn("activity")
	d.Sees("(•) local", "[ ] questions", "▸ [ ] activity")
	d.ClickOn("everyone who works")
	d.Sees("▸ (•) project", "[ ] activity")
}

func TestPacksComeAndGoAlone(t *testing.T) {
	f := newFake(t)
	f.named = userFile
	f.Put(userFile, typical)
	d := newDriver(t, f, 120, 40)
	d.Keys("i", "up", "up", "space", "tab", "enter")
	d.Sees("Install question and activity hooks into ~/.claude/settings.json", "records activity", "answers the questions you have rules for")
	d.Keys("enter", "y")
	d.Sees("✓ Question and activity hooks installed")
	d.Keys("enter")
	d.Sees("Question hooks   ● installed", "Activity hooks   ● installed      13 events", "Tool-rule hooks  ○ not installed")
	d.Keys("u", "up", "up", "space", "tab", "enter")
	d.Sees("Remove activity hooks from")
	d.SeesNot("AskUserQuestion")
	d.Keys("enter", "y")
	d.Sees("✓ Activity hooks removed")
	d.Keys("enter", "u")
	d.Sees("Remove question hooks from")
	d.Keys("enter", "y")
	if f.Get(userFile) != typical {
		t.Errorf("got %s", f.Get(userFile))
	}
	d.Keys("enter")
	d.openTab("Changes")
	d.Sees("install the question and activity", "remove the activity hooks", "remove the question hooks")
}

func TestFileThatIsTwoScopesIsOfferedOnce(t *testing.T) {
	f := newFake(t)
	f.In.Locations.Dir = f.Root + home
	d := newDriver(t, f, 80, 24)
	d.Keys("i")
	d.Sees("(•) user", "( ) local")
	d.SeesNot("everyone who works")
}

func TestChosenScopeIsTheOneOnTheScreen(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.Keys("i")
	d.Sees("(•) user")
	d.Keys("esc", "o", "down", "down", "enter", "i")
	d.Sees("(•) local")
	d.Keys("enter")
	d.Sees("~/work/shop/.claude/settings.local.json")
}

// On the page of a result z undoes the change; of an undo there is no way back.
func TestKeysOfResults(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.Keys("i", "enter", "enter", "y")
	d.Sees("Undo             press z,", "z undo…")
	d.Keys("z", "enter", "y")
	d.Sees("Change undone")
	d.SeesNot("z undo…", "Redo")
	d.Keys("z")
	d.Sees("Change undone")
}
