package tui

import (
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/question"
)

// TestMessagesPass: a message stays while keys only look around, until a key does something or
// some time has passed.
func TestMessagesPass(t *testing.T) {
	t.Parallel()
	for _, ends := range []string{"s", "/", "f", ""} {
		d := newDriver(t, life(t), 120, 40)
		d.Keys("2", "d", "down", "up")
		d.Sees("deleted “" + runTests + "” → Yes · never ask · z to undo")
		if d.Tick(); ends != "" {
			d = newDriver(t, life(t), 120, 40)
			d.Keys("2", "d", ends)
		}
		d.SeesNot("deleted “")
	}
	d := newDriver(t, life(t), 120, 40)
	d.Keys("2", "d")
	first := len(d.Due)
	d.Keys("down", "up")
	if len(d.Due) != first {
		t.Errorf("%d timers, after moving %d", first, len(d.Due))
	}
	d.Keys("space")
	d.Due = d.Due[:first] // including the one of the first message
	d.Tick()
	d.Sees("· z to undo")
}

// TestUndoOfTheTheme: after a theme was chosen, z undoes that, and after another change, that
// change.
func TestUndoOfTheTheme(t *testing.T) {
	t.Parallel()
	d := newDriver(t, life(t), 120, 40)
	kept := ""
	d.m.Options.SaveTheme = func(name string) error { kept = name; return nil }
	d.Keys("2", "d", ":")
	before := d.f.Get(rulesFile)
	d.Text("catpp")
	d.Keys("enter")
	d.Sees("✓ set the theme to catppuccin · z to undo")
	d.Keys("z")
	if d.Sees("✓ set the theme to terminal"); kept != "terminal" || d.f.Get(rulesFile) != before {
		t.Errorf("%q is kept, and the rules are\n%s", kept, d.f.Get(rulesFile))
	}
	d.Keys("z")
	d.Sees("✓ undone: the rule is back: “")
	d.Keys(":")
	d.Text("catpp")
	d.Keys("enter", "space", "z")
	if d.Sees("✓ undone: the rule is as before: “"); kept != "catppuccin" {
		t.Errorf("%q is kept", kept)
	}
	d.Keys(":")
	d.Text("theme dark")
	d.Keys("enter", "3", "z") // z undoes changes of files again
	if kept != "dark" {
		t.Errorf("%q is kept", kept)
	}
}

// TestUndoIsOneKeyEverywhere: a change of one rule, which needed one key, is undone with one on every place, and the
// status line says what came back.
func TestUndoIsOneKeyEverywhere(t *testing.T) {
	t.Parallel()
	for _, place := range []string{"1", "2", "3", "4"} {
		d := newDriver(t, life(t), 120, 40)
		d.Keys("2", "space", place, "z")
		d.Sees("✓ undone: the rule is as before: “" + runTests)
		if d.rule("tests").Mode != question.NeverAsk {
			t.Error(place, d.rule("tests"))
		}
	}
}

// TestKeysWaitForAChange: keys that are pressed while a change is written act on what follows it, in their order: z
// undoes that change, not the one before. If the change fails, they are dropped.
func TestKeysWaitForAChange(t *testing.T) {
	t.Parallel()
	d := newDriver(t, life(t), 120, 40)
	before := d.f.Get(rulesFile)
	d.Keys("2")
	d.Hold = true
	d.Keys("space", "z", "3")
	d.Release()
	d.Sees("▸3 Log")
	if d.f.Get(rulesFile) != before {
		t.Errorf("it is not undone:\n%s", d.f.Get(rulesFile))
	}
	d = onPlan(t)
	d.f.ApplyErr = errors.New("no space left on device")
	d.Hold = true
	d.Keys("y", "enter")
	d.Release()
	d.Sees("no space left on device")
}

// TestClickOnALatestQuestion: it opens the question in the Log, below the cards or beside them.
func TestClickOnALatestQuestion(t *testing.T) {
	t.Parallel()
	for _, width := range []int{100, 160} {
		d := newDriver(t, life(t), width, 45)
		d.ClickOn("Which library should parse")
		d.Sees("▸3 Log", "What would happen now", "Which library should parse dates?")
		d.Keys("esc", "1")
		d.ClickOn("Latest questions")
		d.Sees("▸1 Home")
	}
}

// TestClicksAroundABox: a click beside a box closes it; a click on the title goes back to that page.
func TestClicksAroundABox(t *testing.T) {
	t.Parallel()
	for _, height := range []int{24, 16} {
		d := newDriver(t, life(t), 100, height)
		for _, keys := range []string{"?", ":"} {
			d.Keys("esc", "esc", "esc", "1")
			d.Keys(strings.Fields(keys)...)
			layers := len(d.m.Layers)
			d.Send(tea.MouseClickMsg{X: 50, Y: height / 2, Button: tea.MouseLeft})
			if len(d.m.Layers) != layers {
				t.Errorf("%s: a click into the box closes it", keys)
			}
			d.Keys("esc")
			d.Keys(strings.Fields(keys)...)
			d.Send(tea.MouseClickMsg{X: 0, Y: 3, Button: tea.MouseLeft})
			if len(d.m.Layers) != layers-1 {
				t.Errorf("%s: a click beside the box does not close it:\n%s", keys, d.Screen())
			}
		}
		if len(d.f.Applied) > 0 {
			t.Error("something was written")
		}
	}
	d := newDriver(t, life(t), 100, 24)
	d.f.Put(userFile, typical)
	d.Keys("D", "right")
	d.Sees("─ Home › Doctor › Details ─")
	d.ClickOn("Details ─")
	d.Sees("─ Home › Doctor › Details ─")
	d.ClickOn("Doctor ›")
	d.Sees("─ Home › Doctor ─")
	d.ClickOn("Home ›")
	d.Sees("─ Home ─")
	d.Keys("2", "e", "x")
	d.ClickOn("Rules › Ed")
	d.Sees("Discard what you typed?")
}

// TestEmptyListsDoNotMove: an empty list has no keys that move, and no filters that would hide
// nothing.
func TestEmptyListsDoNotMove(t *testing.T) {
	d := newDriver(t, newFake(t), 100, 40)
	d.Keys("@Conflicts", "?", "?")
	d.SeesNot("Moving", "page down")
	d = driverWith(t, func(f *fake) { f.Questions = f.Questions[:1] }, 100, 40)
	d.Keys("3")
	if d.Helps("f") {
		t.Errorf("one question can be filtered:\n%s", d.Screen())
	}
}
