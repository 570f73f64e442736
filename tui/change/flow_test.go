package change_test

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/settings"
	"neverask/tui/change"
	"neverask/tui/change/changetest"
	"neverask/tui/kit/kittest"
)

const userFile = "~/.claude/settings.json"

// planned shows the plan of an install beside somebody's hook.
func planned(t *testing.T) (*kittest.Driver, *changetest.World) {
	t.Helper()
	w := changetest.New(t)
	w.Put(userFile, `{
  "model": "opus",
  "permissions": {
    "allow": ["Bash(npm run test:*)"]
  },
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": "~/.claude/guard.sh --token s3cr3t" }]
      }
    ]
  }
}
`)
	d := w.Show(kittest.Blank{}, 80, 24)
	d.Run(change.Begin(d.M, installing(w)))
	return d, w
}

func installing(w *changetest.World) change.Operation {
	user := w.Targets()[0]
	return change.Operation{
		Target: user, Cannot: "install", Title: "Install %s into ", Done: "installed %s",
		Plan: func() (planner.Plan, error) { return install.Install(w.In, user, install.Options{}) },
	}
}

// TestTypedAhead: a yes that was pressed before a plan was on the screen does not apply it.
func TestTypedAhead(t *testing.T) {
	d, w := planned(t)
	d.Keys("esc")
	before := w.Get(userFile)
	plan := change.Begin(d.M, installing(w))
	d.Keys("y")
	d.Hold = true
	d.Send(plan())
	d.Keys("y", "y")
	d.Sees("this is the plan: press y once more to apply it", "y apply")
	if d.Release(); w.Get(userFile) != before {
		t.Fatal("a yes from before the plan applied it")
	}
	if d.Keys("y"); w.Get(userFile) == before {
		t.Error("the second yes does not apply the plan")
	}
}

func TestGoldens(t *testing.T) {
	d, _ := planned(t)
	kittest.Golden(t, "plan", d.Sizes())
	d.Keys("right")
	kittest.Golden(t, "unified", d.Screen())
	d.Keys("right", "enter")
	d.Hold = true
	d.Keys("y")
	d.Hold = false
	d.Send(tea.QuitMsg{})
	kittest.Golden(t, "progress", d.Screen())
	d, _ = planned(t)
	d.Keys("y")
	kittest.Golden(t, "result", d.Screen())
	d, w := planned(t)
	w.ApplyErr = fmt.Errorf("%w (waited 10s for %s)", settings.ErrLocked, w.Path("~/.local/state/neverask/lock"))
	d.Keys("y")
	kittest.Golden(t, "failure", d.Screen())
}

// A click on the name of a view shows it.
func TestClickOnAView(t *testing.T) {
	d, _ := planned(t)
	d.ClickOn("unified")
	d.Sees("▸unified", "@@ ")
	d.ClickOn("semantic")
	d.Sees("▸semantic")
}

// Every step of a change fits every size, and shows no secret.
func TestEverySize(t *testing.T) {
	for _, s := range []struct {
		keys         []string
		like, unlike string
	}{
		{nil, "into ~/.claude/settings.json|▸semantic|y apply", "▸unified"},
		{[]string{"right"}, "▸unified|@@ ", ""},
		{[]string{"right", "left"}, "▸semantic", "▸unified"},
		{[]string{"enter"}, "▸semantic|y apply", "✓"},
		{[]string{"enter", "enter", "enter", "enter", "enter", "enter"}, "y applies this plan, esc goes back|y apply", "✓"},
		{[]string{"y"}, "✓ installed question hooks", "No, leave|Plan"},
	} {
		d, _ := planned(t)
		d.Keys(s.keys...)
		d.Looks(s.like, s.unlike)
	}
}
