package history

import (
	"fmt"
	"strings"
	"testing"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/handlers"
	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/tui/change/changetest"
	"neverask/tui/kit/kittest"
)

// world is a person with hooks in two files, which neverask changes.
type world struct{ *changetest.World }

func (w *world) Made(r settings.Receipt) (installer.Plan, bool) { return changes.Made(w.In, r) }

const (
	userFile    = "~/.claude/settings.json"
	projectFile = "~/work/shop/.claude/settings.json"
)

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
	w.Put(projectFile, "{\n  \"model\": \"sonnet\"\n}\n")
	return w
}

// show shows the changes of a world.
func (w *world) show(width, height int) *driver {
	p := New(w, w.Home, w.Backups(), w.In.Now)
	return &driver{w.Show(p, width, height), w, p}
}

// driver shows the place.
type driver struct {
	*kittest.Driver
	w     *world
	place *Place
}

// show shows what was done before.
func show(t testing.TB, before func(*world)) *driver {
	w := newWorld(t)
	before(w)
	return w.show(120, 40)
}

// hook finds a hook by its command.
func (w *world) hook(command string) config.Hook {
	for _, h := range w.In.Sources(nil, nil).Hooks() {
		if strings.Contains(h.Handler.Summary(), command) {
			return h
		}
	}
	w.T.Fatalf("there is no hook %s", command)
	return config.Hook{}
}

func (w *world) park(command string) { w.Do(handlers.Park(w.In, w.hook(command), false)) }

func (w *world) remove(command string) settings.Receipt {
	return w.Do(handlers.Remove(w.In, w.hook(command)))
}

// move moves a hook from one file to the project's, which is a change of two files.
func (w *world) move(command string) {
	w.Do(handlers.Move(w.In, w.hook(command), installer.Target{Scope: settings.Project, Path: w.Path(projectFile)}))
}

func (w *world) revise(command, to string) {
	w.Do(handlers.Revise(w.In, w.hook(command), config.Revision{Members: map[string]string{"command": fmt.Sprintf("%q", to)}}))
}

// nothing leaves all as it is.
func nothing(*world) {}

// parked is one change.
func parked(w *world) { w.park("notify") }

// busy makes some changes: one in two files, and one that is undone.
func busy(w *world) {
	w.park("notify")
	w.move("guard.sh")
	w.Do(changes.Undo(w.In, w.remove("shiny")))
}

// clash makes two edits of one hook, so that the first is covered.
func clash(w *world) {
	w.revise("notify", "~/bin/notify done1")
	w.revise("notify", "~/bin/notify done12")
}

// byHand edits a hook, and then somebody else does.
func byHand(w *world) {
	w.revise("notify", "~/bin/notify done1")
	w.Put(userFile, strings.Replace(w.Get(userFile), "notify done1", "notify again", 1))
}

// overwritten installs, and then somebody else writes the file anew.
func overwritten(w *world) {
	w.Do(install.Install(w.In, w.Targets()[0], install.Options{}))
	w.Put(userFile, `{"hooks": {"PreToolUse": [], "PostToolUse": 1, "PostToolUseFailure": 1, "SessionStart": 1}, "permissions": 1}`)
}
