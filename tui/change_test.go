package tui

import (
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/planner"
	"neverask/settings"
	"neverask/tui/change"
)

// onPlan returns a driver that shows the plan of an install into a typical file.
func onPlan(t *testing.T) *driver {
	t.Helper()
	d := newDriver(t, newFake(t), 80, 24)
	d.f.Put(userFile, typical)
	d.Keys("i", "enter")
	d.Sees("Install question hooks", "y apply")
	return d
}

// TestOnlyYesApplies: no key that leads to a plan agrees to it.
func TestOnlyYesApplies(t *testing.T) {
	t.Parallel()
	for _, way := range [][]string{{"enter"}, {"n"}, {"esc"}, {"right", "left", "enter"}, {"down", "up", "enter"}, {"space"}, {"Y"}} {
		t.Run(strings.Join(way, " "), func(t *testing.T) {
			d := onPlan(t)
			d.Keys(way...)
			if len(d.f.Applied) != 0 || d.f.Get(userFile) != typical {
				t.Fatal("written without a yes")
			}
		})
	}
}

func TestYesAppliesThePlanThatWasShown(t *testing.T) {
	t.Parallel()
	for _, way := range [][]string{{"y"}, {"right", "y"}, {"down", "y"}} {
		t.Run(strings.Join(way, " "), func(t *testing.T) {
			d := onPlan(t)
			shown := d.m.Current().Layer.(*change.Diff).Preview.Plan
			d.Keys(way...)
			d.Sees("✓ installed question hooks", "z to undo")
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
	t.Parallel()
	for _, over := range []string{"diff", "help"} {
		t.Run(over, func(t *testing.T) {
			d := onPlan(t)
			if over == "help" {
				d.Keys("?")
			}
			d.f.Put(userFile, edited)
			d.Hold = true
			d.Tick() // the check of the file
			d.Release()
			d.Sees("has changed: this is the new plan", "Install question hooks")
			d.Keys("y") // may have been meant for the old plan
			d.Sees("press y once more")
			if d.f.Get(userFile) != edited {
				t.Fatal("a plan was applied that had just taken the place of another one")
			}
			d.Keys("y")
			if got := d.f.Get(userFile); !strings.Contains(got, "sonnet") || !strings.Contains(got, "neverask-hook") {
				t.Errorf("the new plan was not applied to the new file:\n%s", got)
			}
		})
	}
}

func TestChangeBetweenLooksIsCaughtWhenApplied(t *testing.T) {
	d := onPlan(t)
	d.f.Put(userFile, edited)
	d.Keys("y")
	if got := d.f.Get(userFile); got != edited {
		t.Fatalf("written over a change:\n%s", got)
	}
	d.Sees("has changed: this is the new plan", "Install question hooks")
	d.Keys("y", "y")
	d.Sees("✓ installed question hooks")
}

// With a broken file, the repair is offered first, and another file is not chosen for the
// person.
func TestInstallIntoBrokenFile(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	d := newDriver(t, f, 80, 24)
	d.Keys("i", "j", "enter", "y") // into that of the project
	f.Put(userFile, "{\n  // mine\n}")
	d.Keys("r", "i")
	d.Sees("▸ project")
	d.Keys("k")
	d.Sees("▸ user", "✗ broken", "~/.claude/settings.json:2:3: a comment: C… · press D to repair it", " D doctor")
	d.Keys("enter")
	d.Sees("Home › Install")
	d.SeesNot("enter continue")
	d.Keys("j")
	d.Sees("▸ project", "enter continue")
	d.Keys("k")
	d.Keys("D")
	d.Sees("Home › Doctor", "comments")
}

func TestConflictsThatAppearAreDecidedFirst(t *testing.T) {
	d := onPlan(t)
	d.f.Put(userFile, contested)
	d.Tick()
	d.Sees("✗ blocks", "to be decided", "the third-party hooks have changed")
	d.Keys("enter")
	d.Sees("Install question hooks", "y apply")
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
	d.SeesNot("y apply", "reading")

	d.Hold = true
	d.Keys("r")
	first := d.Held
	d.Held = nil
	d.f.Found = nil
	d.Keys("r")
	d.Release()
	d.m.installs.Statuses[0].Problems = []planner.Problem{{ID: "late", Severity: "warning", Message: "seven"}}
	d.Held = first
	d.Release()
	d.Sees("Seven")
}

func TestQuitWaitsForTheWrite(t *testing.T) {
	d := onPlan(t)
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
	d := onPlan(t)
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

// TestQuitAnywhere: ctrl+c quits everywhere. q quits on a place; on a layer above, it goes
// back like esc.
func TestQuitAnywhere(t *testing.T) {
	t.Parallel()
	for n := '1'; n <= '4'; n++ {
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

// TestDigitsAnywhere: a digit opens its place from any layer, after a question if something
// was typed.
func TestDigitsAnywhere(t *testing.T) {
	t.Parallel()
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
	d.Keys("2", "e", "x", "down", "4", "4")
	d.Sees("▸2 Rules", "Discard what you typed?", "▸ No, keep typing")
	d.Keys("esc")
	d.Sees("Rules › Edit")
	d.Keys("4", "y")
	d.Sees("▸4 Hooks", "─ Hooks ─")
	d.Keys("2", "e", "down", "4")
	d.Sees("▸4 Hooks", "─ Hooks ─")
	d.Keys("2", "e", "x")
	d.ClickOn("3 Log")
	d.Sees("Discard what you typed?")
	d.Keys("y")
	d.Sees("▸3 Log", "─ Log ─")
}

// TestDialogTakesItsKeysAlone: over a form, no key but those of the question does or says anything.
func TestDialogTakesItsKeysAlone(t *testing.T) {
	t.Parallel()
	d := newDriver(t, life(t), 80, 24)
	d.Keys("2", "e", "x", "esc")
	before := d.Screen()
	for key := range strings.SplitSeq("abcdefimoprstuvwxzABCDEIJKNORSTUWZ!/:+-1234567890", "") {
		if d.Keys(key); d.Screen() != before {
			t.Fatalf("%s:\n%s", key, d.Screen())
		}
	}
}

func TestStopWaiting(t *testing.T) {
	d := onPlan(t)
	d.Hold = true
	d.Keys("y", "esc")
	d.Release()
	d.Sees("nothing was written: you stopped waiting", "y apply")
	if d.f.Get(userFile) != typical {
		t.Error("written after the wait was ended")
	}
}

func TestErrorLeavesThePlan(t *testing.T) {
	d := onPlan(t)
	d.f.ApplyErr = settings.ErrLocked
	d.Keys("y")
	d.Sees("✗ Cannot install", "another neverask process is changing files", "Try again")
	d.f.ApplyErr = nil
	d.Keys("enter", "y")
	d.Sees("✓ installed question hooks")
}

func TestEscGoesBackOneLayer(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.f.Put(userFile, contested)
	d.Keys("i", "enter", "enter", "?")
	for _, seen := range []string{"─ Keys ─", "y apply", "✓ decided: narrow", "Where should", "Install neverask's hooks"} {
		d.Sees(seen)
		d.Keys("esc")
	}
	d.Sees("Install neverask's hooks")
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
	d.Sees("Install question hooks into ~/elsewhere/my.json", "y apply")
}

func TestFileThatIsTwoScopesIsOfferedOnce(t *testing.T) {
	f := newFake(t)
	f.In.Locations.Dir = f.Root + home
	d := newDriver(t, f, 80, 24)
	d.Keys("i")
	d.Sees("▸ user", "  local")
	d.SeesNot("everyone in this")
}

// TestFirstChangeNamesUndo: the message about the first change names undo before what undo takes back is read.
func TestFirstChangeNamesUndo(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.Keys("i", "enter")
	d.Hold = true
	d.Keys("y")
	written := d.Held[0]
	d.Held = nil
	d.Run(written)
	d.Sees("✓ ", " · z to undo")
	reread := d.Held
	d.Hold, d.Held = false, nil
	d.Keys("z")
	d.Sees("Undo: ", "y apply")
	d.Keys("esc")
	d.Held = reread
	d.Release()
	d.Sees("z undo…")
}
