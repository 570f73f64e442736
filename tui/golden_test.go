package tui

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"neverask/hooks/app/planner"
	"neverask/settings"
	"neverask/tui/change"
)

// typical is a typical settings file.
const typical = `{
  "model": "opus",
  "permissions": {
    "allow": ["Bash(npm run test:*)"]
  },
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": "~/.claude/guard.sh" }]
      }
    ]
  }
}
`

// edited is typical after an edit by another program.
var edited = strings.Replace(typical, "opus", "sonnet", 1)

// contested has hooks that can fire on a question.
const contested = `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "*",
        "hooks": [
          { "type": "command", "command": "~/.claude/skills/gstack/bin/question-preference-hook --token s3cr3t" }
        ]
      },
      {
        "matcher": "AskUserQuestion",
        "hooks": [{ "type": "http", "url": "https://hooks.example/ask" }]
      }
    ]
  }
}
`

const userFile = home + "/.claude/settings.json"

// screens are all screens, with the keys that lead there.
var screens = []struct {
	name, like string // like has texts on the screen, separated by "|"
	show       func(*driver)
}{
	{"first-run", "▸1 Home|▸ ○ Install neverask's hooks|Claude Code 2.1.329 · 0 hooks|enter install…", func(*driver) {}},
	{"first-run-others", "✗ 1 hook in the way|question-preference-hook: some questions are denied|Claude Code 2.1.329 · 2 hooks", func(d *driver) { d.f.Put(userFile, contested); d.Keys("r") }},
	{"cards", "Home › Install › Conflicts|Conflict   ✗ blocks|to be decided|What to do about it", func(d *driver) { d.f.Put(userFile, contested); d.Keys("i", "enter") }},
	{"diff-semantic", "Install question hooks into ~/.claude/settings.json|▸semantic|space leave out deny rules|y apply", func(d *driver) { d.f.Put(userFile, typical); d.Keys("i", "enter") }},
	{"diff-unified", "▸unified|@@ ", func(d *driver) { d.f.Put(userFile, typical); d.Keys("i", "enter", "right") }},
	{"diff-new-file", "· creates the file (readable only by you)|copies the hook program to ~/.local/share", func(d *driver) { d.Keys("i", "enter") }},
	{"diff-changed", "~/.claude/settings.json has changed: this is the new plan|y apply", func(d *driver) {
		d.f.Put(userFile, typical)
		d.Keys("i", "enter")
		d.f.Put(userFile, edited)
		d.Tick()
	}},
	{"progress", "Writing ~/.claude/settings.json|will quit when the change is written|esc stop waiting", func(d *driver) {
		d.f.Put(userFile, typical)
		d.Keys("i", "enter")
		d.Hold = true
		d.Keys("y")
		d.Hold = false
		d.Keys("ctrl+c")
	}},
	{"result", "✓ installed question hooks|z to undo|▸ ○ No rules yet", func(d *driver) { d.f.Put(userFile, typical); d.Keys("i", "enter", "y") }},
	{"installed", "▸ ○ No rules yet|Installed in ~/.claude/settings.json|z undo…", func(d *driver) { d.f.Put(userFile, typical); d.install() }},
	{"installed-busy", "▸ ▲ Something to look at|~/.claude/settings.json: permissions.ask has AskUserQuestion,|· The hook program is of another build", func(d *driver) {
		d.f.Put(userFile, contested)
		d.f.Put(home+"/.config/neverask/preferences.json", `{"version":1,"rules":[{"id":"a","match":{"header":"Tests"},"mode":"never-ask","answer":"recommended"}]}`)
		d.install()
		d.f.Found = []planner.Problem{
			{ID: "hook-outdated", Severity: "info", Message: "the installed hook program is from a different build of neverask", Fix: "run neverask install to update it"},
			{ID: "permission-ask", Severity: "warning", Message: userFile + ": permissions.ask has AskUserQuestion, which overrides any hook", Fix: "remove it from permissions.ask"},
		}
		d.Keys("r")
	}},
	{"broken", "▸ ✗ settings.json is broken|~/.claude/settings.json:2:18: a trailing comma", func(d *driver) { d.f.Put(userFile, "{\n  \"model\": \"opus\",\n}\n"); d.Keys("r") }},
	{"broken-install", "✗ Cannot install|a trailing comma: Claude Code rejects the whole file|Nothing was written.", func(d *driver) { d.f.Put(userFile, "{\n  \"model\": \"opus\",\n}\n"); d.Keys("i", "enter") }},
	{"locked", "✗ Cannot install|another neverask process is changing files (waited 10s|Nothing was written. Try again", func(d *driver) {
		d.f.ApplyErr = fmt.Errorf("%w (waited 10s for %s)", settings.ErrLocked, home+"/.local/state/neverask/lock")
		d.Keys("i", "enter", "y")
	}},
	{"uninstall", "Uninstall from ~/.claude/settings.json|removes the hook program once no settings file uses it|your file is then as it was before install, byte for byte|your rules, records and backups stay; neverask uninstall|6 to remove (3 hooks, 3 deny rules) · backup kept · undo with z", func(d *driver) { d.f.Put(userFile, typical); d.install(); d.Keys("u") }},
	{"uninstall-result", "✓ removed question hooks · Claude Code asks every question again · z to undo", func(d *driver) { d.f.Put(userFile, typical); d.install(); d.Keys("u", "y") }},
	{"undo", "Undo: install the question hooks (20 Nov 12:00)|deletes the file: neverask created it", func(d *driver) { d.install(); d.Keys("z") }},
	{"undo-result", "✓ undone|▸ ○ Install neverask", func(d *driver) { d.install(); d.Keys("z", "y") }},
	{"outdated", "· no settings change|· replaces the hook program ~/.local/share/neverask/bin/neverask-hook|no settings change", func(d *driver) {
		d.f.Put(userFile, typical)
		d.install()
		d.f.Hook.Current = false
		d.Keys("r", "i", "enter")
	}},
	{"outdated-result", "Update the hook program?|▸ No, leave everything as it is", func(d *driver) {
		d.f.Put(userFile, typical)
		d.install()
		d.f.Hook.Current = false
		d.Keys("r", "i", "enter", "y")
	}},
	{"left-behind", "✗ Removed question hooks, but something is left|the hooks are uninstalled, but the binary is left", func(d *driver) {
		d.install()
		d.f.Leftovers = errors.New("the hooks are uninstalled, but the binary is left: remove " + home + "/.local/share/neverask/bin/neverask-hook: permission denied")
		d.Keys("u", "y")
	}},
	{"nothing", "Nothing to do|The hooks are already in ~/.claude/settings.json", func(d *driver) {
		d.Keys("i")
		other := newDriver(d.T, d.f, 80, 24)
		other.install()
		d.Keys("enter")
	}},
	{"help", "─ Keys ─|This screen|  i  ", func(d *driver) { d.f.Put(userFile, typical); d.install(); d.Keys("?") }},
	{"help-diff", "─ Keys ─|This screen|view of the change: the other of semantic", func(d *driver) { d.f.Put(userFile, typical); d.Keys("i", "enter", "right", "?") }},
}

// install installs into the first file, and goes back.
func (d *driver) install() {
	d.Keys("i", "enter")
	for range 20 { // cards
		if _, ok := d.m.Current().Layer.(*change.Diff); ok {
			break
		}
		d.Keys("enter")
	}
	d.Keys("y")
}

func TestScreens(t *testing.T) {
	for _, s := range screens {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			d := newDriver(t, newFake(t), 80, 24)
			s.show(d)
			d.Looks(s.like, "")
		})
	}
}
