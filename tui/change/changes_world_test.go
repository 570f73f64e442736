package change_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/musttest"
	"neverask/tui/change"
	"neverask/tui/change/changetest"
	"neverask/tui/kit/kittest"
)

// world is a person with hooks in two files, which neverask changes.
type world struct{ *changetest.World }

func (w *world) Made(r settings.Receipt) (planner.Plan, bool) { return changes.Made(w.In, r) }

const projectFile = "~/work/shop/.claude/settings.json"

func newWorld(t testing.TB) *world {
	w := &world{changetest.New(t)}
	w.Put(userFile, `{
  "model": "opus",
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": "~/.claude/guard.sh --token s3cr3t", "timeout": 10 }]
      },
      {
        "matcher": "Edit|Write",
        "hooks": [
          { "type": "command", "command": "~/bin/format", "args": ["-w", "."], "async": true },
          { "type": "http", "url": "https://hooks.example/edit", "if": "Edit(*.go)" }
        ]
      }
    ],
    "Stop": [
      { "hooks": [{ "type": "command", "command": "~/bin/notify done", "statusMessage": "notifying" }] }
    ],
    "Shiny": [
      { "hooks": [{ "type": "command", "command": "~/bin/shiny" }] }
    ]
  }
}
`)
	w.Put(projectFile, `{
  "model": "sonnet",
  "hooks": {
    "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "~/.claude/guard.sh --token s3cr3t", "timeout": 10 }] }]
  }
}
`)
	return w
}

// show shows the changes of a world.
func (w *world) show(width, height int) *driver {
	p := change.NewChanges(w, w.Home, w.Backups(), w.In.Now)
	return &driver{w.Show(p, width, height), w, p}
}

// driver shows the place.
type driver struct {
	*kittest.Driver
	w     *world
	place *change.Changes
}

// show shows what was done before.
func show(t testing.TB, before func(*world)) *driver {
	w := newWorld(t)
	before(w)
	return w.show(120, 40)
}

// hooks returns those that run a command.
func (w *world) hooks(command string) []config.Hook {
	found := slices.DeleteFunc(w.In.Sources().Hooks(), func(h config.Hook) bool { return !strings.Contains(h.Handler.Summary(), command) })
	if len(found) == 0 {
		w.T.Fatalf("there is no hook %s", command)
	}
	return found
}

// hook returns the first that runs a command.
func (w *world) hook(command string) config.Hook { return w.hooks(command)[0] }

func (w *world) park(command string) { w.Do(conflicts.Park(w.In, w.hook(command), false)) }

func (w *world) remove(command string) settings.Receipt {
	return w.Do(conflicts.Remove(w.In, w.hook(command)))
}

// removeAll deletes a hook from every file that has it, by one change.
func (w *world) removeAll(command string) {
	var whole planner.Plan
	for i, h := range w.hooks(command) {
		p, err := conflicts.Remove(w.In, h)
		musttest.Do(w.T, err)
		if i == 0 {
			whole = p
		} else {
			whole.Also = append(whole.Also, p)
		}
	}
	w.Do(whole, nil)
}

// repair changes what a hook runs, as a repair by the doctor does.
func (w *world) repair(command, to string) {
	h := w.hook(command)
	w.Do(w.In.Repair(w.Targets()[0], func(d settings.Document) (settings.Document, error) {
		return d.Set(append(h.Group.Path(), "hooks", strconv.Itoa(h.Handler.Index), "command"), settings.Quote(to))
	}))
}

// nothing leaves all as it is.
func nothing(*world) {}

// busy makes some changes: one in two files, and one that is undone.
func busy(w *world) {
	w.park("notify")
	w.removeAll("guard.sh")
	w.Do(changes.Undo(w.In, w.remove("shiny")))
}

// clash makes two edits of one hook, so that the first is covered.
func clash(w *world) {
	w.repair("notify", "~/bin/notify done1")
	w.repair("notify", "~/bin/notify done12")
}

// byHand edits a hook, and then somebody else does.
func byHand(w *world) {
	w.repair("notify", "~/bin/notify done1")
	w.Put(userFile, strings.Replace(w.Get(userFile), "notify done1", "notify again", 1))
}

// overwritten installs, and then somebody else writes the file anew.
func overwritten(w *world) {
	w.Do(install.Install(w.In, w.Targets()[0], install.Options{}))
	w.Put(userFile, `{"hooks": {"PreToolUse": [], "PostToolUse": 1, "PostToolUseFailure": 1, "SessionStart": 1}, "permissions": 1}`)
}
