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
	d.keys("space", "a", "y", "enter")
}

var hookScreens = []struct {
	name string
	show func(*driver)
}{
	{"hooks", onHooks},
	{"hooks-end", func(d *driver) { onHooks(d); d.keys("G") }},
	{"hooks-empty", func(d *driver) { d.openTab("Hooks") }},
	{"hooks-idle", func(d *driver) { onHooks(d); d.keys("E", "G") }},
	{"hooks-looking", func(d *driver) { d.hold = true; d.openTab("Hooks") }},
	{"hooks-detail", func(d *driver) { onHooks(d); d.chooseRow("format"); d.keys("enter") }},
	{"hooks-event", func(d *driver) { onHooks(d); d.chooseRow("PreToolUse"); d.keys("enter") }},
	{"hooks-unknown-event", func(d *driver) { onHooks(d); d.chooseRow("Shiny") }},
	{"hooks-file", func(d *driver) { onHooks(d); d.keys("g") }},
	{"hooks-group", func(d *driver) { onHooks(d); d.chooseRow("all of these") }},
	{"hooks-managed", func(d *driver) { onHooks(d); d.chooseRow("audit") }},
	{"hooks-duplicate", func(d *driver) { onHooks(d); d.chooseRow("duplicate") }},
	{"hooks-find", func(d *driver) { onHooks(d); d.keys("/"); d.text("edit") }},
	{"hooks-filter", func(d *driver) { onHooks(d); d.keys("f", "f"); d.keys("s") }},
	{"hooks-nothing-found", func(d *driver) { onHooks(d); d.keys("/"); d.text("nowhere") }},
	{"hooks-invalid", func(d *driver) {
		d.f.put(userFile, strings.Replace(typical, `"command": "~/.claude/guard.sh"`, `"command": "~/.claude/guard.sh", "timeout": "5"`, 1))
		d.openTab("Hooks")
	}},
	{"hooks-off", func(d *driver) {
		zoo(d.f)
		d.f.put(userFile, strings.Replace(typical, `"model": "opus"`, `"disableAllHooks": true`, 1))
		d.openTab("Hooks")
	}},
	{"hooks-ours", func(d *driver) { d.install(); d.openTab("Hooks"); d.keys("enter") }},
	{"hooks-park", func(d *driver) { onHooks(d); d.chooseRow("notify"); d.keys("space") }},
	{"hooks-park-confirm", func(d *driver) { onHooks(d); d.chooseRow("notify"); d.keys("space", "a") }},
	{"hooks-park-result", func(d *driver) { onHooks(d); d.chooseRow("notify"); d.keys("space", "a", "y") }},
	{"hooks-park-group", func(d *driver) { onHooks(d); d.chooseRow("all of these"); d.keys("space") }},
	{"hooks-parked", func(d *driver) { onHooks(d); d.park("notify") }},
	{"hooks-unpark", func(d *driver) { onHooks(d); d.park("notify"); d.keys("space") }},
	{"hooks-unpark-result", func(d *driver) { onHooks(d); d.park("notify"); d.keys("space", "a", "y") }},
	{"hooks-remove", func(d *driver) { onHooks(d); d.chooseRow("notify"); d.keys("d") }},
	{"hooks-edit", func(d *driver) { onHooks(d); d.chooseRow("format"); d.keys("e") }},
	{"hooks-edit-typing", func(d *driver) { onHooks(d); d.chooseRow("format"); d.keys("e"); d.text("|Read") }},
	{"hooks-edit-slip", func(d *driver) {
		onHooks(d)
		d.chooseRow("format")
		d.keys("e", "ctrl+u")
		d.text("Eddit")
	}},
	{"hooks-edit-refused", func(d *driver) {
		onHooks(d)
		d.chooseRow("format")
		d.keys("e", "ctrl+u")
		d.text("(?i)edit")
	}},
	{"hooks-edit-discard", func(d *driver) { onHooks(d); d.chooseRow("format"); d.keys("e"); d.text("x"); d.keys("esc") }},
	{"hooks-edit-diff", func(d *driver) { onHooks(d); d.chooseRow("format"); d.keys("e"); d.text("|Read"); d.keys("enter") }},
	{"hooks-add", func(d *driver) { onHooks(d); d.keys("a") }},
	{"hooks-add-prompt", func(d *driver) {
		onHooks(d)
		d.chooseRow("Stop")
		d.keys("a", "tab", "tab", "right", "right", "right", "tab")
		d.text("Are the tests green?")
	}},
	{"hooks-add-diff", func(d *driver) {
		onHooks(d)
		d.keys("a", "tab", "right", "tab", "tab", "tab")
		d.text("make lint")
		d.keys("enter")
	}},
	{"hooks-move", func(d *driver) { onHooks(d); d.chooseRow("notify"); d.keys("m") }},
	{"hooks-move-diff", func(d *driver) { onHooks(d); d.chooseRow("notify"); d.keys("m", "enter") }},
	{"hooks-fires", func(d *driver) { onHooks(d); d.keys("t"); d.text("Bash") }},
	{"hooks-fires-empty", func(d *driver) { onHooks(d); d.keys("t") }},
	{"hooks-fires-value", func(d *driver) { onHooks(d); d.keys("t"); d.text("SessionStart") }},
	{"hooks-fires-input", func(d *driver) { onHooks(d); d.keys("t"); d.text(`Edit {"file_path": "a.go"}`) }},
	{"hooks-fires-nothing", func(d *driver) { onHooks(d); d.keys("t"); d.text("Notification idle_prompt") }},
	{"hooks-seen", func(d *driver) {
		d.f.stats = []transcript.HookStat{{Event: "Stop", Name: "~/bin/notify done", Seen: 12, Errors: 2, Last: noon.Add(-50 * time.Hour)}}
		onHooks(d)
		d.chooseRow("notify")
	}},
	{"hooks-running", func(d *driver) {
		d.f.running = []installer.Problem{{ID: "sessions-running", Severity: "warning", Message: "1 session of Claude Code is running", Fix: "apply it all the same"}}
		onHooks(d)
		d.chooseRow("notify")
		d.keys("space")
	}},
	{"hooks-read-only", func(d *driver) { d.m.ReadOnly = true; onHooks(d); d.chooseRow("notify"); d.keys("enter") }},
	{"help-hooks", func(d *driver) { onHooks(d); d.chooseRow("notify"); d.keys("?") }},
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
		d.resize()
	}
}
