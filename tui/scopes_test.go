package tui

import (
	"strings"
	"testing"

	"neverask/settings"
)

// form is the form on the screen.
func (d *driver) form() *scopes {
	d.T.Helper()
	s, ok := d.m.Current().Layer.(*scopes)
	if !ok {
		d.T.Fatalf("no form:\n%s", d.Screen())
	}
	return s
}

// point moves the pointer to a row of the form, one step at a time.
func (d *driver) point(to int) *driver {
	for range 20 {
		switch at := d.form().at; {
		case at < to:
			d.Keys("j")
		case at > to:
			d.Keys("k")
		}
	}
	return d
}

// Walking through the form changes nothing: what was chosen is chosen.
func TestMovingChoosesNothing(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.Keys("i")
	for key := range strings.FieldsSeq("k k k k k k k j j j g j j j G g tab j shift+tab down up") {
		d.Keys(key)
		s := d.form()
		if target := s.statuses[s.chosen].Target; target.Scope != settings.User || len(s.ticks()) != 1 {
			t.Fatalf("%s chose %s with %v:\n%s", key, target.Scope, s.ticks(), d.Screen())
		}
	}
	// The person's own way: down to the activity hooks, which are ticked for the
	// file that was marked before.
	d.point(4).Keys("space")
	d.point(0).point(5).point(d.form().last())
	d.Sees("[Continue]  question and activity hooks into user ~/.claude/settings.json")
	d.Keys("enter")
	d.Sees("Install question and activity hooks into ~/.claude/settings.json")
}

// What is ticked is ticked, whichever file is marked; of what the person has not
// touched, what a file has already stays ticked.
func TestTicksAreOfAllFiles(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.install()
	d.Keys("i")
	d.point(4).Keys("space")
	d.point(1).Keys("enter")
	d.Sees("(•) project", "[x] activity", "question and activity hooks into project ~/")
	d.point(3).Keys("space")
	d.point(2).Keys("space")
	d.Sees("(•) local", "[ ] questions", "[x] activity")
	d.point(0).Keys("space")
	d.Sees("(•) user", "[ ] questions", "[x] activity")
	d.point(4).Keys("enter")
	d.Sees("no hooks are ticked")
	if d.point(d.form().last()); d.Helps("enter") {
		t.Error("it can go on with nothing ticked")
	}
}

func TestPartsOfTheForm(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.Keys("i")
	var at []int
	for range 4 {
		at = append(at, d.form().at)
		d.Keys("tab")
	}
	d.Keys("shift+tab", "shift+tab")
	if at = append(at, d.form().at); len(at) != 5 || at[0] != 6 || at[1] != 0 || at[2] != 3 || at[3] != 6 || at[4] != 3 {
		t.Errorf("tab goes to %v", at)
	}
}

// The mouse marks, ticks and goes on.
func TestClicksInTheForm(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.Keys("i")
	d.ClickOn(") local")
	d.Sees("(•) local")
	d.ClickOn("[ ] activity")
	d.Sees("[x] activity")
	d.ClickOn("[Continue]")
	d.Sees("settings.local.json")
}

// The title of a plan says which file it is about.
func TestTitleNamesTheFile(t *testing.T) {
	for _, width := range []int{80, 90, 100, 120} {
		d := newDriver(t, newFake(t), width, 24)
		d.Keys("i")
		d.point(4).Keys("space")
		d.point(6).Keys("enter")
		d.Sees("Install question and activity hooks into ~/.claude/settings.json")
	}
}
