package home

import (
	"os"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/doctor"
	"neverask/hooks/app/planner"
	"neverask/hooks/rule/preferences"
	"neverask/settings/musttest"
	"neverask/tui/kit/kittest"
)

const threeGuards = `{"disableAllHooks": true, "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "a"}, {"type": "command", "command": "b"}, {"type": "command", "command": "c"}]}]}}`

// installed adds a third-party hook, and installs neverask beside it.
func installed(w *world) { w.Put(userFile, guarded); w.install() }

// screens are all screens, with the keys that lead there, and texts that they must show. Some
// have golden files, too.
var screens = []struct {
	name   string
	golden bool
	before func(*world)
	show   func(*driver)
	sees   []string
	not    []string
}{
	{name: "first-run", golden: true},
	{name: "first-run-small", before: func(w *world) { // the chosen card is whole, others are cut
		w.Put(userFile, guarded)
		w.failing = map[string]string{"~/.claude/guard.sh": "it is not there, and was never, for all that anybody knows"}
	}, show: func(d *driver) { d.Send(tea.WindowSizeMsg{Width: 40, Height: 10}) }, sees: []string{"first, and z undoes it."}, not: []string{"anybody"}},
	{name: "first-run-contested", before: func(w *world) { w.Put(userFile, contested) }, sees: []string{
		"▸ ○ Install neverask's hooks                                   enter install…", "Claude Code 2.1.329 · 1 hook",
	}, not: []string{"conflict with"}},
	{name: "first-run-answered-by-another", before: func(w *world) {
		w.Put(userFile, `{"hooks":{"PreToolUse":[{"matcher":"AskUserQuestion","hooks":[{"type":"command","command":"~/.claude/auto_answer.sh"}]}]}}`)
		w.Put("~/.claude/auto_answer.sh", autoAnswer)
	}, sees: []string{"▲ 1 hook in the way", "auto_answer.sh: "}, not: []string{"All good"}},
	{name: "hooks-of-two-severities", before: func(w *world) {
		w.Put(userFile, `{"hooks":{"PreToolUse":[{"matcher":"AskUserQuestion","hooks":[{"type":"command","command":"~/.claude/auto_answer.sh"},{"type":"command","command":"~/.claude/deny.sh"}]}]}}`)
		w.Put("~/.claude/auto_answer.sh", autoAnswer)
		w.Put("~/.claude/deny.sh", "#!/bin/sh\nexit 2\n")
	}, show: func(d *driver) { d.Send(tea.WindowSizeMsg{Width: 120, Height: 40}) },
		sees: []string{"✗ 1 hook and ▲ 1 in the way", "✗ deny.sh: ", "▲ auto_answer.sh: "}},
	{name: "rules-idle", before: func(w *world) {
		w.Put(preferFile, answerTests)
		w.install()
		w.idle = []preferences.Finding{{Kind: "shadowed", Rule: "a"}}
	}, sees: []string{"✓ All good", "1 idle (covered by another rule)"}},
	{name: "installed", golden: true, before: installed},
	{name: "ruled", before: func(w *world) { installed(w); w.Put(preferFile, answerTests) }, sees: []string{
		"✓ All good: nothing needs you.", "Installed in ~/.claude/settings.json · 1 rule · Claude Code 2.1.329",
	}},
	{name: "writable", before: func(w *world) {
		installed(w)
		w.Put(preferFile, answerTests)
		musttest.Do(w.T, os.Chmod(w.Path(userFile), 0o666))
	}, sees: []string{"▸ ▲ 1 warning needs a look", "Others may write settings.json (mode 0666)"}, not: []string{"All good"}},
	{name: "busy", golden: true, before: func(w *world) {
		w.Put(userFile, contested)
		w.Put(preferFile, answerTests)
		w.install()
		w.weeks(31, 22)
		w.Found = []planner.Problem{
			{ID: "hook-outdated", Severity: "info", Message: "the installed hook program is from a different build of neverask", Fix: "run neverask install to update it"},
			{ID: "permission-ask", Severity: "warning", Message: w.Path(userFile) + ": permissions.ask has AskUserQuestion, which overrides any hook", Fix: "remove it from permissions.ask"},
		}
	}},
	{name: "off", before: func(w *world) {
		w.Put(userFile, `{"disableAllHooks": true}`)
		w.Found = []planner.Problem{{ID: "hooks-disabled", Severity: "error", Message: w.Path(userFile) + ": disableAllHooks turns every hook off"}}
	}, sees: []string{"✗ 1 setting in the way", "disableAllHooks: no hook runs, not even neverask's"}, not: []string{"Something to look at", "turns every hook off"}},
	{name: "several-alarms", before: func(w *world) {
		installed(w)
		w.failing = map[string]string{"~/.claude/guard.sh": w.Home + "/.claude/guard.sh is not there"}
		w.Found = []planner.Problem{{ID: "preferences-gone", Severity: "warning", Message: "gone"}, {ID: "hook-outdated", Severity: "info", Message: "another build"}}
	}, sees: []string{"▸ ✗ 1 hook cannot run", "▲ The rules are gone", "· The hook program is of another build"}, not: []string{"All good"}},
	{name: "broken", before: func(w *world) { w.Put(userFile, trailing) }, sees: []string{
		"▸ ✗ settings.json is broken", "~/.claude/settings.json:2:18: a trailing comma", "enter see", "o open",
	}, not: []string{"Install neverask", "All good"}},
	{name: "broken-chosen-for-install", before: func(w *world) { w.Put(userFile, `{}`); w.Put(userFile, "{\n\"a\": 1,\n}") }, show: func(d *driver) {
		d.M.Getenv = func(string) string { return "vi" }
		if d.Keys("i", "o"); len(d.Edited) != 1 || !slices.Contains(d.Edited[0], "+2") {
			d.T.Errorf("the editor was opened as %v", d.Edited)
		}
	}},
	{name: "broken-edited", before: func(w *world) { w.Put(userFile, trailing) }, show: func(d *driver) {
		d.M.Getenv = func(string) string { return "vi" }
		if d.Keys("o"); len(d.Edited) != 1 || !slices.Contains(d.Edited[0], "+2") {
			d.T.Errorf("the editor was opened as %v", d.Edited)
		}
	}},
	{name: "broken-by-hand", before: func(w *world) { w.Put(userFile, "{ model: 1 }") }, sees: []string{
		"✗ settings.json is broken", "~/.claude/settings.json:1:3: ", "o open",
	}},
	{name: "outdated", before: func(w *world) {
		installed(w)
		w.Found = []planner.Problem{{ID: "hook-outdated", Severity: "info", Message: "the installed hook program is from a different build of neverask"}}
	}, show: func(d *driver) { d.Keys("j") }, sees: []string{"▸ · The hook program is of another build", "enter install…"}},
	{name: "uninstall", before: installed, show: func(d *driver) { d.Keys("u") }, sees: []string{"Home › Plan", "Uninstall from ~/.claude/settings.json  ", "▸semantic  unified │"}},
	{name: "failing", before: func(w *world) {
		w.Put(userFile, guarded)
		w.failing = map[string]string{"~/.claude/guard.sh": w.Home + "/.claude/guard.sh is not there"}
	}, show: func(d *driver) { d.Send(tea.WindowSizeMsg{Width: 60, Height: 20}); d.Keys("down") }, sees: []string{"▸ ✗ 1 hook cannot run", "~/.claude/guard.sh is not there", "enter see"}},
	{name: "failing-beside-neverask", before: func(w *world) {
		installed(w)
		w.failing = map[string]string{"~/.claude/guard.sh": w.Home + "/.claude/guard.sh is not there"}
	}, show: func(d *driver) {
		if d.Keys("enter"); len(*d.looked) != 1 {
			d.T.Errorf("it leads to %q", *d.looked)
		}
	}},
	{name: "failing-while-off", before: func(w *world) {
		w.Put(userFile, threeGuards)
		w.failing = map[string]string{"a": "statusLine: a is not there", "b": "b is not there" + doctor.Moot, "c": "c is not there" + doctor.Moot}
	}, sees: []string{"✗ 3 hooks cannot run", "statusLine: a is not there, and 2 hooks, which do not matter while all", "hooks are off"}},
	{name: "failing-only-while-off", before: func(w *world) {
		w.Put(userFile, threeGuards)
		w.failing = map[string]string{"b": "b is not there" + doctor.Moot, "c": "c is not there" + doctor.Moot}
	}, sees: []string{"✗ 2 hooks cannot run", "b is not there, and 1 more, which do not matter while all hooks are off"}},
	{name: "one-failing-while-off", before: func(w *world) {
		w.Put(userFile, threeGuards)
		w.failing = map[string]string{"b": "b is not there" + doctor.Moot}
	}, sees: []string{"✗ 1 hook cannot run", "b is not there, which does not matter while all hooks are off"}},
	{name: "without-effect", before: func(w *world) {
		w.Put(preferFile, `{"version":1,"rules":[{"id":"a","match":{"header":"Deploy"},"mode":"never-ask","answer":"Yes"}]}`)
		installed(w)
	}, sees: []string{"▸ ▲ 1 rule never answers", "“header Deploy”: "}, not: []string{"All good"}},
	{name: "contradiction", before: func(w *world) {
		w.Put(preferFile, `{"version":1,"rules":[{"id":"a","match":{"header":"Tests"},"mode":"never-ask","answer":"Yes"},{"id":"b","match":{"header":"Tests"},"mode":"never-ask","answer":"No"}]}`)
		installed(w)
	}, sees: []string{"▸ ▲ 1 rule that another one contradicts"}, not: []string{"All good"}},
	{name: "robbed", before: installed, show: func(d *driver) { d.overwrite() }, sees: []string{
		"▲ 4 hooks disappeared", "Not removed by neverask: ",
	}, not: []string{"All good", "entry that neverask installed"}},
	{name: "robbed-then-broken", before: installed, show: func(d *driver) { d.overwrite(); d.w.Put(userFile, trailing); d.Tick() }, sees: []string{
		"✗ settings.json is broken",
	}, not: []string{"are back", "Install neverask"}},
	{name: "robbed-and-back", before: installed, show: func(d *driver) {
		text := d.w.Get(userFile)
		d.overwrite()
		d.w.Put(userFile, text)
		d.Tick()
	}, sees: []string{"all hooks are back"}, not: []string{"disappeared"}},
	{name: "rules-changed-outside", before: func(w *world) { installed(w); w.outside = make([]string, 17) }, sees: []string{
		"▲ 17 rules from outside neverask",
	}},
	{name: "incomplete", before: func(w *world) {
		installed(w)
		w.Found = []planner.Problem{{ID: "entry-missing", Severity: "warning", Message: "2 entries that neverask installed are gone or were changed"}}
	}, sees: []string{"▲ Hooks of neverask are missing", "2 entries that neverask installed are gone or were changed", "enter install…"}},
	{name: "off", before: installed, show: func(d *driver) { d.Keys("O") }, sees: []string{
		"▸ ○ neverask is off", "neverask is off everywhere until", "enter turn it on", "O on",
	}, not: []string{"neverask on", "All good", "▲ "}},
	{name: "on-again", before: installed, show: func(d *driver) { d.Keys("O", "enter") }, sees: []string{"on: your rules answer again"}, not: []string{"neverask is off"}},
	{name: "tool-rules-off", before: func(w *world) { installed(w); w.Put(preferFile, toolRule) }, sees: []string{
		"▸ ▲ 1 tool rule without effect", "enter install…",
	}},
}

func TestScreens(t *testing.T) {
	for _, s := range screens {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			if s.before != nil {
				s.before(w)
			}
			d := show(w, 80, 24)
			if s.show != nil {
				s.show(d)
			}
			d.Sees(s.sees...)
			d.SeesNot(append(s.not, kittest.Secret)...)
			if s.golden {
				kittest.Golden(t, s.name, d.Screen())
			}
			d.Resize() // it fits every size, and has no control characters from files
		})
	}
}

// The first screen on a large terminal and on a small one.
func TestFirstRunAtOtherSizes(t *testing.T) {
	kittest.Golden(t, "first-run-wide", show(newWorld(t), 120, 40).Screen())
	kittest.Golden(t, "first-run-small", show(newWorld(t), 40, 12).Screen())
}

// Lost hooks are announced on every place until they are back, and each needs a look.
func TestRemark(t *testing.T) {
	w := newWorld(t)
	installed(w)
	d := show(w, 80, 24)
	if text := d.place.Remark(d.M.Styles); text != "" || d.place.RemarkBindings() != nil {
		t.Errorf("%q is told of nothing", text)
	}
	whole := w.Get(userFile)
	d.overwrite()
	if text := d.place.Remark(d.M.Styles); text == "" || len(d.place.RemarkBindings()) != 1 {
		t.Error("nothing is told of what disappeared")
	}
	if n := len(d.place.Noticed()); n != 4 {
		t.Errorf("%d need a look, want 4", n)
	}
	w.Put(userFile, whole)
	d.Tick()
	if text := d.place.Remark(d.M.Styles); text != "" || d.place.RemarkBindings() != nil || len(d.place.Noticed()) > 0 {
		t.Errorf("%q is told when all is back", text)
	}
}
