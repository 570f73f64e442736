package tui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks/app/installer"
	"neverask/hooks/claude/transcript"
)

// onHooks shows the Hooks tab of somebody who has hooks of every kind.
func onHooks(d *driver) {
	zoo(d.f)
	d.openTab("Hooks")
}

// park parks a hook and goes back to the list.
func (d *driver) park(text string) {
	d.chooseRow(text)
	d.Keys("space", "a", "y", "enter")
}

var hookScreens = []struct {
	name string
	show func(*driver)
}{
	{"hooks", onHooks},
	{"hooks-end", func(d *driver) { onHooks(d); d.Keys("G") }},
	{"hooks-empty", func(d *driver) { d.openTab("Hooks") }},
	{"hooks-idle", func(d *driver) { onHooks(d); d.Keys("E", "G") }},
	{"hooks-looking", func(d *driver) { d.Hold = true; d.openTab("Hooks") }},
	{"hooks-detail", func(d *driver) { onHooks(d); d.chooseRow("format"); d.Keys("enter") }},
	{"hooks-event", func(d *driver) { onHooks(d); d.chooseRow("PreToolUse"); d.Keys("enter") }},
	{"hooks-unknown-event", func(d *driver) { onHooks(d); d.chooseRow("Shiny") }},
	{"hooks-file", func(d *driver) { onHooks(d); d.Keys("g") }},
	{"hooks-group", func(d *driver) { onHooks(d); d.chooseRow("all of these") }},
	{"hooks-managed", func(d *driver) { onHooks(d); d.chooseRow("audit") }},
	{"hooks-duplicate", func(d *driver) { onHooks(d); d.chooseRow("duplicate") }},
	{"hooks-find", func(d *driver) { onHooks(d); d.Keys("/"); d.Text("edit") }},
	{"hooks-filter", func(d *driver) { onHooks(d); d.Keys("f", "f"); d.Keys("s") }},
	{"hooks-nothing-found", func(d *driver) { onHooks(d); d.Keys("/"); d.Text("nowhere") }},
	{"hooks-invalid", func(d *driver) {
		d.f.Put(userFile, strings.Replace(typical, `"command": "~/.claude/guard.sh"`, `"command": "~/.claude/guard.sh", "timeout": "5"`, 1))
		d.openTab("Hooks")
	}},
	{"hooks-off", func(d *driver) {
		zoo(d.f)
		d.f.Put(userFile, strings.Replace(typical, `"model": "opus"`, `"disableAllHooks": true`, 1))
		d.openTab("Hooks")
	}},
	{"hooks-ours", func(d *driver) { d.install(); d.openTab("Hooks"); d.Keys("enter") }},
	{"hooks-park", func(d *driver) { onHooks(d); d.chooseRow("notify"); d.Keys("space") }},
	{"hooks-park-confirm", func(d *driver) { onHooks(d); d.chooseRow("notify"); d.Keys("space", "a") }},
	{"hooks-park-result", func(d *driver) { onHooks(d); d.chooseRow("notify"); d.Keys("space", "a", "y") }},
	{"hooks-park-group", func(d *driver) { onHooks(d); d.chooseRow("all of these"); d.Keys("space") }},
	{"hooks-parked", func(d *driver) { onHooks(d); d.park("notify") }},
	{"hooks-unpark", func(d *driver) { onHooks(d); d.park("notify"); d.Keys("space") }},
	{"hooks-unpark-result", func(d *driver) { onHooks(d); d.park("notify"); d.Keys("space", "a", "y") }},
	{"hooks-remove", func(d *driver) { onHooks(d); d.chooseRow("notify"); d.Keys("d") }},
	{"hooks-edit", func(d *driver) { onHooks(d); d.chooseRow("format"); d.Keys("e") }},
	{"hooks-edit-typing", func(d *driver) { onHooks(d); d.chooseRow("format"); d.Keys("e"); d.Text("|Read") }},
	{"hooks-edit-slip", func(d *driver) {
		onHooks(d)
		d.chooseRow("format")
		d.Keys("e", "ctrl+u")
		d.Text("Eddit")
	}},
	{"hooks-edit-refused", func(d *driver) {
		onHooks(d)
		d.chooseRow("format")
		d.Keys("e", "ctrl+u")
		d.Text("(?i)edit")
	}},
	{"hooks-edit-discard", func(d *driver) { onHooks(d); d.chooseRow("format"); d.Keys("e"); d.Text("x"); d.Keys("esc") }},
	{"hooks-edit-diff", func(d *driver) { onHooks(d); d.chooseRow("format"); d.Keys("e"); d.Text("|Read"); d.Keys("enter") }},
	{"hooks-add", func(d *driver) { onHooks(d); d.Keys("a") }},
	{"hooks-add-prompt", func(d *driver) {
		onHooks(d)
		d.chooseRow("Stop")
		d.Keys("a", "tab", "tab", "right", "right", "right", "tab")
		d.Text("Are the tests green?")
	}},
	{"hooks-add-diff", func(d *driver) {
		onHooks(d)
		d.Keys("a", "tab", "right", "tab", "tab", "tab")
		d.Text("make lint")
		d.Keys("enter")
	}},
	{"hooks-move", func(d *driver) { onHooks(d); d.chooseRow("notify"); d.Keys("m") }},
	{"hooks-move-diff", func(d *driver) { onHooks(d); d.chooseRow("notify"); d.Keys("m", "enter") }},
	{"hooks-fires", func(d *driver) { onHooks(d); d.Keys("t"); d.Text("Bash") }},
	{"hooks-fires-empty", func(d *driver) { onHooks(d); d.Keys("t") }},
	{"hooks-fires-value", func(d *driver) { onHooks(d); d.Keys("t"); d.Text("SessionStart") }},
	{"hooks-fires-input", func(d *driver) { onHooks(d); d.Keys("t"); d.Text(`Edit {"file_path": "a.go"}`) }},
	{"hooks-fires-nothing", func(d *driver) { onHooks(d); d.Keys("t"); d.Text("Notification idle_prompt") }},
	{"hooks-seen", func(d *driver) {
		d.f.stats = []transcript.HookStat{{Event: "Stop", Name: "~/bin/notify done", Seen: 12, Errors: 2, Last: noon.Add(-50 * time.Hour)}}
		onHooks(d)
		d.chooseRow("notify")
	}},
	{"hooks-running", func(d *driver) {
		d.f.Running = []installer.Problem{{ID: "sessions-running", Severity: "warning", Message: "1 session of Claude Code is running", Fix: "apply it all the same"}}
		onHooks(d)
		d.chooseRow("notify")
		d.Keys("space")
	}},
	{"hooks-read-only", func(d *driver) { d.m.ReadOnly = true; onHooks(d); d.chooseRow("notify"); d.Keys("enter") }},
	{"help-hooks", func(d *driver) { onHooks(d); d.chooseRow("notify"); d.Keys("?") }},
}

func TestHookScreens(t *testing.T) {
	for _, s := range hookScreens {
		screensOf(t, s.name, s.show)
	}
}

// Every screen fits every size, and holds no control character of a file.
func TestHooksAtEverySize(t *testing.T) {
	for _, s := range slices.Concat(hookScreens, historyScreens, activityScreens) {
		d := newDriver(t, newFake(t), 80, 24)
		s.show(d)
		d.Resize()
	}
}
