package home

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/settings"
	"neverask/tui/change"
	"neverask/tui/change/changetest"
	"neverask/tui/kit/kittest"
)

// asked is a place under the form that keeps the form's requests.
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

// form asks which file an install is for.
type form struct {
	*kittest.Driver
	asked *asked
}

// newForm shows the form in a world.
func newForm(w *changetest.World) *form {
	f := &form{asked: &asked{}}
	f.Driver = w.Show(f.asked, 80, 24)
	s := &scopes{home: w.Home}
	for _, target := range w.Targets() {
		s.statuses = append(s.statuses, w.Inspect(target))
	}
	f.M.Push(s)
	f.M.Changed()
	return f
}

func TestForm(t *testing.T) {
	f := newForm(changetest.New(t))
	f.Keys("down")
	kittest.Golden(t, "scopes", f.Screen())
	f.Keys("enter")
	if got := f.asked.install; got == nil || got.Target.Scope != settings.Project {
		t.Errorf("it asks for %+v", got)
	}
	f.Resize()
}

// A click chooses a file, and a second one continues with it.
func TestClicksInTheForm(t *testing.T) {
	f := newForm(changetest.New(t))
	f.ClickOn("  local")
	f.Sees("▸ local")
	if f.asked.install != nil {
		t.Error("one click goes on")
	}
	f.ClickOn("▸ local")
	if got := f.asked.install; got == nil || got.Target.Scope != settings.Local {
		t.Errorf("it asks for %+v", got)
	}
}

// A broken file cannot be chosen: it is opened in the editor, or left to the doctor.
func TestBrokenFileInTheForm(t *testing.T) {
	w := changetest.New(t)
	w.Put(userFile, trailing)
	f := newForm(w)
	f.Sees("✗ broken", "press D to repair it", "o open", "D doctor")
	f.Keys("enter")
	f.Sees("press D to repair it: ~/.claude/settings.json:")
	f.ClickOn("▸ user")
	if f.asked.install != nil {
		t.Error("it goes on")
	}
	f.M.Getenv = func(string) string { return "vi" }
	if f.Keys("o"); len(f.Edited) != 1 {
		t.Errorf("opened: %v", f.Edited)
	}
}
