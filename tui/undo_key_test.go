package tui

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/settings"
	"neverask/settings/musttest"
	"neverask/tui/kit"
)

// A tool rule is deleted with a plan, and restored with one, whichever place undo is
// pressed on.
func TestUndoOfToolRulesIsShownFirst(t *testing.T) {
	t.Parallel()
	for _, tab := range []string{"1", "2", "3", "4", "@Changes"} {
		d := driverWith(t, withTools, 80, 24)
		d.Keys("2", "d", "y", "esc")
		if strings.Contains(d.f.Get(rulesFile), "Really push?") {
			t.Fatal("the rule was not deleted")
		}
		d.Keys(tab, "z")
		if strings.Contains(d.f.Get(rulesFile), "Really push?") {
			t.Fatalf("on tab %s the rule is back without a plan:\n%s", tab, d.Screen())
		}
		d.Sees("Really push?", "y apply")
		d.Keys("y")
		if d.f.Get(rulesFile) != toolsText {
			t.Errorf("on tab %s the rule is not back after undoing", tab)
		}
		d.Sees("✓ undone")
	}
}

// A change that needed more than one key is not undone with one.
func TestUndoOfWhatWasAgreedToIsShownFirst(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, change := range map[string]func(*driver) error{
		"permission for what cannot be undone": func(d *driver) error {
			for _, permission := range []string{question.OneWayAllow, ""} {
				_, err := d.outside().Change(ctx, "tests", "rules edit", func(r question.Rule) (question.Rule, error) { r.OneWay = permission; return r, nil })
				if err != nil {
					return err
				}
			}
			return nil
		},
		"several rules": func(d *driver) error { return d.outside().Remove(ctx, "tests", "library") },
	} {
		d := onPreferences(t)
		if err := change(d); err != nil {
			t.Fatal(name, err)
		}
		before := d.f.Get(rulesFile)
		d.Keys("r", "z")
		if d.f.Get(rulesFile) != before {
			t.Errorf("%s came back without a plan:\n%s", name, d.Screen())
		}
		d.Sees("y apply")
	}
}

// A change by another process, or by neverask before a restart, is not undone before it was
// shown.
func TestUndoOfWhatWasDoneElsewhereIsShownFirst(t *testing.T) {
	t.Parallel()
	d := onPreferences(t)
	theirs := preferences.Open(d.f.Root+rulesFile, settings.NewStore(d.f.In.Paths.State, func() time.Time { return noon }), func() time.Time { return noon })
	musttest.Do(t, theirs.Remove(context.Background(), "library"))
	before := d.f.Get(rulesFile)
	d.Keys("r")
	d.Sees("z undo…")
	d.Keys("z")
	if d.f.Get(rulesFile) != before {
		t.Errorf("the change of another process was undone without a plan:\n%s", d.Screen())
	}
	d.Sees("y apply")
	d.Keys("y")
	d.Sees("✓ undone")
	d.Keys("space", "z")
	d.Sees("✓ undone: the rule is as before: ")
}

// TestUndoOfRepairs: on the doctor's page, z takes back a repair, as everywhere.
func TestUndoOfRepairs(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	const broken = `{"hooks": {"PreToolUse": [{"matcher": "Edit", "hooks": "oops"}]}}`
	f.Put(userFile, broken)
	d := newDriver(t, f, 100, 30)
	d.Keys("D", "enter", "y")
	d.Sees("✓ repaired", "Doctor")
	d.Keys("z", "y")
	if d.Sees("✓ undone", "Doctor"); f.Get(userFile) != broken {
		t.Error(f.Get(userFile))
	}
}

// about returns what the help says about a key; "" if it does nothing.
func (d *driver) about(key string) string {
	all := d.m.Bindings()
	if i := slices.IndexFunc(all, func(b kit.Binding) bool { return b.Keys()[0] == key }); i >= 0 {
		return all[i].About
	}
	return ""
}

// A place's own keys come before undo, which is on the help line if there is room.
func TestOwnKeysComeBeforeUndo(t *testing.T) {
	d := driverWith(t, nil, 60, 20)
	d.Keys("2", "d", "z", "d")
	for _, key := range []string{"space", "e", "d", "a"} {
		if !d.Helps(key) {
			t.Errorf("%s is not offered:\n%s", key, d.Screen())
		}
	}
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	if !d.Helps("z") || d.about("z") == "" {
		t.Errorf("undo is not on the line:\n%s", d.Screen())
	}
}

// The undo key says what it undoes, because the change may be from another screen.
func TestUndoSaysWhatItTakesBack(t *testing.T) {
	t.Parallel()
	d := onPreferences(t)
	says := func(key, text string) {
		t.Helper()
		if got := d.about(key); got != text {
			t.Errorf("%s is not %q:\n%q", key, text, got)
		}
	}
	d.Keys("space")
	says("z", "undo: change the mode of the rule “"+runTests+"”")
	d.Keys("z")
	d.Keys("d")
	says("z", "undo: delete the rule “"+runTests+"”")
	d.Send(tea.WindowSizeMsg{Width: 200, Height: 40})
	d.SeesNot("z undo:") // a cut name would look like a key that asks first
	d.Send(tea.WindowSizeMsg{Width: 240, Height: 40})
	d.Sees("z undo: delete the rule “" + runTests + "”")
	d = driverWith(t, func(f *fake) { f.Put(rulesFile, toolsText) }, 80, 24)
	d.Keys("2", "d", "y", "esc")
	says("z", "undo: delete the tool rule ask Bash; shows it first")
}

// TestUndoAmongChanges: on Changes, z undoes only the chosen change.
func TestUndoAmongChanges(t *testing.T) {
	t.Parallel()
	d := onPreferences(t)
	d.Keys("space", "d", "z", "@Changes")
	d.Sees("▸  now ● applied    undo: delete the rule")
	if d.Helps("z") {
		t.Errorf("z is about another change:\n%s", d.Screen())
	}
	d.Keys("down", "down")
	d.Sees("▸  now ● applied    change the mode")
	if !d.Helps("z") {
		t.Errorf("z is about another change:\n%s", d.Screen())
	}
}
