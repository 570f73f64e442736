package home

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/tui/kit/kittest"
)

// installed has a hook of somebody else's, and neverask beside it.
func installed(w *world) { w.Put(userFile, guarded); w.install() }

// screens are all that can be seen, each by the way that leads to it, with what must be on
// it. The golden ones differ as a whole.
var screens = []struct {
	name   string
	golden bool
	before func(*world)
	show   func(*driver)
	sees   []string
	not    []string
}{
	{name: "first-run", golden: true},
	{name: "first-run-contested", before: func(w *world) { w.Put(userFile, contested) }, sees: []string{
		"Press i to install.", "Conflicts        ○ none           1 other hook on questions", "● 2.1.329        1 hook · no questions so far", "5 conflicts",
	}, not: []string{"needs you"}},
	{name: "first-run-answered-by-another", before: func(w *world) {
		w.Put(userFile, `{"hooks":{"PreToolUse":[{"matcher":"AskUserQuestion","hooks":[{"type":"command","command":"~/.claude/auto_answer.sh"}]}]}}`)
		w.Put("~/.claude/auto_answer.sh", autoAnswer)
	}, sees: []string{"auto_answer.sh would answer before you"}, not: []string{"replaces yours"}},
	{name: "rules-idle", before: func(w *world) {
		w.Put(preferFile, answerTests)
		w.install()
		w.idle = []preferences.Finding{{Kind: "shadowed", Rule: "a"}}
	}, sees: []string{"Rules            1 rule · 1 idle (covered by another rule)"}},
	{name: "installed", golden: true, before: installed},
	{name: "busy", before: func(w *world) {
		w.Put(userFile, contested)
		w.Put(preferFile, answerTests)
		w.install()
		w.week = transcript.Counts{Asked: 31, Answered: 22, Overwritten: 1}
		w.Found = []installer.Problem{
			{ID: "hook-outdated", Severity: "info", Message: "the installed hook program is from a different build of neverask", Fix: "run neverask install to update it"},
			{ID: "permission-ask", Severity: "warning", Message: w.Path(userFile) + ": permissions.ask holds AskUserQuestion, which is stronger than any hook", Fix: "remove it from permissions.ask"},
		}
	}, show: func(d *driver) { d.Keys("G") }, sees: []string{
		"· note     the installed hook program is from a different build of neverask", "→ press i to update it", "▲ warning  ~/.claude/settings.json: permissions.ask holds AskUserQuestion,", "→ remove it from permissions.ask",
		"Question hooks   ● installed      3 events   hook up to date", "hook up to date", "Rules            1 rule", "Last 7 days      31 asked · 22 answered for you · 1 overwritten by", "5 conflicts",
	}, not: []string{"All good", "Press i to install"}},
	{name: "several-alarms", before: func(w *world) {
		installed(w)
		w.failing = map[string]string{"~/.claude/guard.sh": w.Home + "/.claude/guard.sh is not there"}
		w.Found = []installer.Problem{{ID: "preferences-gone", Severity: "warning", Message: "gone"}, {ID: "hook-outdated", Severity: "info", Message: "another build"}}
	}, sees: []string{"2 things need you"}},
	{name: "other-scope", before: installed, show: func(d *driver) { d.Keys("o", "down", "enter") }, sees: []string{
		"✓ All good", "Settings         project ~/work/shop/.claude/settings.json", "Question hooks   ○ not installed  installed in the user scope",
	}},
	{name: "broken", before: func(w *world) { w.Put(userFile, trailing) }, sees: []string{
		"✗ error    ~/.claude/settings.json:2:18: a trailing comma: Claude Code", "→ Press D to look for a repair; until then neverask changes", "Question hooks   ✗ broken",
		"Claude Code      ● 2.1.329", "Conflicts        ✗ unknown        ~/.claude/settings.json:2:18 is broken", "Rules            no rules yet",
	}, not: []string{"Press i to install", "All good"}},
	{name: "broken-by-hand", before: func(w *world) { w.Put(userFile, "{ model: 1 }") }, sees: []string{
		"✗ error    ~/.claude/settings.json:1:3: unexpected", "→ there is no automatic repair: correct the file yourself", "Question hooks   ✗ broken",
	}, not: []string{"Press D"}},
	{name: "outdated", before: func(w *world) { installed(w); w.Hook.Current = false }, sees: []string{"hook outdated", "i install…"}, not: []string{"up to date"}},
	{name: "uninstall", before: installed, show: func(d *driver) { d.Keys("u") }, sees: []string{"Home › Plan", "Remove question hooks from ~/.claude/settings.json"}},
	{name: "uninstall-which", before: func(w *world) { w.install(config.Questions, config.Activity) }, show: func(d *driver) { d.Keys("u") }, sees: []string{"Home › Uninstall", "Where should hooks be removed?"}},
	{name: "failing", before: func(w *world) {
		w.Put(userFile, guarded)
		w.failing = map[string]string{"~/.claude/guard.sh": w.Home + "/.claude/guard.sh is not there"}
	}, show: func(d *driver) { d.Send(tea.WindowSizeMsg{Width: 60, Height: 20}) }, sees: []string{"✗ 1", "~/.claude/guard.sh is not there", "press D to fix", "D doctor"}},
	{name: "failing-beside-neverask", before: func(w *world) {
		installed(w)
		w.failing = map[string]string{"~/.claude/guard.sh": w.Home + "/.claude/guard.sh is not there"}
	}, sees: []string{"  1 thing needs you", "Failing hooks    ✗ 1              ~/.claude/guard.sh is not there"}, not: []string{"hook fails", "All good"}},
	{name: "without-effect", before: func(w *world) {
		w.Put(preferFile, `{"version":1,"rules":[{"id":"a","match":{"header":"Deploy"},"mode":"never-ask","answer":"Yes"}]}`)
		installed(w)
	}, sees: []string{"✓ All good", "Rules            1 rule · 1 without effect"}, not: []string{"▲"}},
	{name: "robbed", before: installed, show: func(d *driver) { d.rob() }, sees: []string{
		"Lost             ▲ 4              4 hooks disappeared", "· press b to see",
	}, not: []string{"All good", "entry that neverask installed"}},
	{name: "robbed-then-broken", before: installed, show: func(d *driver) { d.rob(); d.w.Put(userFile, trailing); d.Tick() }, sees: []string{
		"✗ error", "Question hooks   ✗ broken",
	}, not: []string{"are back", "Claude Code asks you questions while it works", "Press i"}},
	{name: "robbed-and-back", before: installed, show: func(d *driver) {
		text := d.w.Get(userFile)
		d.rob()
		d.w.Put(userFile, text)
		d.Tick()
	}, sees: []string{"all hooks are back", "All good"}},
	{name: "rules-changed-outside", before: func(w *world) { installed(w); w.outside = make([]string, 17) }, sees: []string{
		"New rules        ▲ 17             from outside neverask · press 2 to see",
	}},
	{name: "incomplete", before: func(w *world) {
		installed(w)
		w.Found = []installer.Problem{{ID: "entry-missing", Severity: "warning", Message: "2 entries that neverask installed are gone or were changed"}}
	}, sees: []string{"▲ warning  2 entries that neverask installed are gone or were changed", "→ Press i to install what is missing"}},
	{name: "off", before: installed, show: func(d *driver) { d.Keys("O") }, sees: []string{
		"tool rules are off too", "→ Press O to turn it on", "O on",
	}, not: []string{"neverask on", "needs you", "All good"}},
	{name: "tool-rules-off", before: func(w *world) { installed(w); w.Put(preferFile, toolRule) }, sees: []string{
		"Tool rules       ▲ 1              1 rule is off: press i to install", "i install…",
	}},
	{name: "lost", golden: true, before: installed, show: func(d *driver) { d.rob("g") }},
	{name: "lost-plan", before: installed, show: func(d *driver) { d.rob("B") }, sees: []string{
		"Home › Lost hooks › Plan", "Restore what disappeared from ~/.claude/settings.json", "+     command ~/.claude/guard.sh", "answers the questions you have rules for", "7 to add (4 hooks, 3 deny rules)",
	}},
	{name: "lost-result", before: installed, show: func(d *driver) { d.rob("B", "enter", "y") }, sees: []string{"✓ Restored", "Written          ~/.claude/settings.json"}},
	{name: "lost-none", before: installed, show: func(d *driver) { d.rob("B", "enter", "y", "enter"); d.Tick(); d.Tick() }, sees: []string{"✓ All hooks are in place."}, not: []string{"restore"}},
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
			d.Resize() // it fits every size, and holds no control character of a file
		})
	}
}

// The first screen at the sizes of a large terminal and of a small one.
func TestFirstRunAtOtherSizes(t *testing.T) {
	kittest.Golden(t, "first-run-wide", show(newWorld(t), 120, 40).Screen())
	kittest.Golden(t, "first-run-small", show(newWorld(t), 40, 12).Screen())
}

// What disappeared is told of on every place, until it is back.
func TestRemark(t *testing.T) {
	w := newWorld(t)
	installed(w)
	d := show(w, 80, 24)
	if text := d.place.Remark(d.M.Styles); text != "" || d.place.RemarkBindings() != nil {
		t.Errorf("%q is told of nothing", text)
	}
	d.rob("B")
	if text := d.place.Remark(d.M.Styles); text == "" || len(d.place.RemarkBindings()) != 1 {
		t.Error("nothing is told of what disappeared")
	}
	d.Keys("enter", "y", "enter")
	if text := d.place.Remark(d.M.Styles); text != "" || d.place.RemarkBindings() != nil {
		t.Errorf("%q is told when all is back", text)
	}
}
