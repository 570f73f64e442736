package home

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/install"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/tui/change"
	"neverask/tui/change/changetest"
	"neverask/tui/kit/kittest"
)

// asked is a place under the form, which keeps what the form asks for.
type asked struct {
	kittest.Blank
	install *change.InstallIntoMsg
}

func (a *asked) Receive(msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(change.InstallIntoMsg); ok {
		a.install = &msg
	}
	return nil
}

// form is the question which file an install is for, and which hooks.
type form struct {
	*kittest.Driver
	scopes *scopes
	asked  *asked
}

// newForm asks somebody who has these packs already, in the file of the user.
func newForm(t *testing.T, packs ...config.Pack) *form {
	t.Helper()
	w := changetest.New(t)
	if packs != nil {
		p, err := install.Install(w.In, w.Targets()[0], install.Options{Packs: packs})
		if err == nil {
			_, err = w.Apply(t.Context(), p)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	f := &form{asked: &asked{}}
	f.Driver = w.Show(f.asked, 80, 24)
	f.scopes = newScopes(&Place{home: w.Home}, wish{}, nil, 0)
	for _, target := range w.Targets() {
		f.scopes.statuses = append(f.scopes.statuses, w.Inspect(target))
	}
	f.scopes.at = f.scopes.last()
	f.M.Push(f.scopes)
	f.M.Changed()
	return f
}

// point moves the pointer to a row of the form, one step at a time.
func (f *form) point(to int) *form {
	for range 20 {
		switch at := f.scopes.at; {
		case at < to:
			f.Keys("j")
		case at > to:
			f.Keys("k")
		}
	}
	return f
}

// On a tall page the last row stands under the others, where it can be clicked, too; on a
// narrow one whom a file is for is said where it fits.
func TestFormAtOtherSizes(t *testing.T) {
	f := newForm(t)
	f.Send(tea.WindowSizeMsg{Width: 120, Height: 40})
	lines := strings.Split(f.Screen(), "\n")
	at := slices.IndexFunc(lines, func(s string) bool { return strings.Contains(s, "[Continue]") })
	if !strings.Contains(lines[at-2], "runs a small program") {
		t.Errorf("not under the last row:\n%s", f.Screen())
	}
	f.ClickOn("[Continue]")
	if f.asked.install == nil {
		t.Error("a click does not go on")
	}
	f = newForm(t)
	f.Send(tea.WindowSizeMsg{Width: 60, Height: 20})
	f.Sees("user      you, in every project", "question hooks into user ~/…/settings.json")
	f.Send(tea.WindowSizeMsg{Width: 60, Height: 30})
	f.Sees("▸ [Continue]  question hooks into user ", "               ~/.claude/settings.json  ")
}

// Walking through the form changes nothing: what was chosen is chosen.
func TestMovingChoosesNothing(t *testing.T) {
	f := newForm(t)
	for key := range strings.FieldsSeq("k k k k k k k j j j g j j j G g tab j shift+tab down up") {
		f.Keys(key)
		s := f.scopes
		if target := s.statuses[s.chosen].Target; target.Scope != settings.User || len(s.ticks()) != 1 {
			t.Fatalf("%s chose %s with %v:\n%s", key, target.Scope, s.ticks(), f.Screen())
		}
	}
	// The person's own way: down to the activity hooks, which are ticked for the
	// file that was marked before.
	f.point(4).Keys("space")
	f.point(0).point(5).point(f.scopes.last())
	f.Sees("[Continue]  question and activity hooks into user ~/.claude/settings.json")
	f.Keys("enter")
	if got := f.asked.install; got == nil || got.Target.Scope != settings.User || len(got.Packs) != 2 {
		t.Errorf("it asks for %+v", got)
	}
}

// What is ticked is ticked, whichever file is marked; of what the person has not
// touched, what a file has already stays ticked.
func TestTicksAreOfAllFiles(t *testing.T) {
	f := newForm(t, config.Questions)
	f.scopes.statuses[0].Hook.Current = true
	f.point(4).Keys("space")
	f.Sees("● installed", "[Continue]  activity hooks into user ~/")
	f.Sees("space untick")
	f.Keys("space")
	f.Sees("[Continue]  look for what is missing in user ~/", "space tick")
	f.Keys("space")
	f.point(1).Keys("enter")
	f.Sees("(•) project", "[x] activity", "question and activity hooks into project ~/")
	f.point(3).Keys("space")
	f.point(2).Keys("space")
	f.Sees("(•) local", "[ ] questions", "[x] activity")
	f.point(0).Keys("space")
	f.Sees("(•) user", " ●  questions", "[x] activity")
	if f.point(3); f.Helps("space") {
		t.Error("what is installed can be left out of an install")
	}
	f.point(2).Keys("space")
	f.point(4).Keys("enter")
	f.Sees("(•) local", "no hooks are ticked")
	if f.point(f.scopes.last()); f.Helps("enter") {
		t.Error("it can go on with nothing ticked")
	}
}

func TestPartsOfTheForm(t *testing.T) {
	f := newForm(t)
	var at []int
	for range 4 {
		at = append(at, f.scopes.at)
		f.Keys("tab")
	}
	f.Keys("shift+tab", "shift+tab")
	if at = append(at, f.scopes.at); len(at) != 5 || at[0] != 6 || at[1] != 0 || at[2] != 3 || at[3] != 6 || at[4] != 3 {
		t.Errorf("tab goes to %v", at)
	}
}

// The mouse marks, ticks and goes on.
func TestClicksInTheForm(t *testing.T) {
	f := newForm(t)
	f.ClickOn(") local")
	f.Sees("(•) local")
	f.ClickOn("[ ] activity")
	f.Sees("[x] activity")
	f.ClickOn("[Continue]")
	if got := f.asked.install; got == nil || got.Target.Scope != settings.Local {
		t.Errorf("it asks for %+v", got)
	}
}

func TestForm(t *testing.T) {
	f := newForm(t)
	f.Keys("tab", "down")
	kittest.Golden(t, "scopes", f.Screen())
	f.Resize()
}
