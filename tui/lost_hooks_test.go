package tui

import (
	"strings"
	"testing"

	"neverask/tui/change"
	"neverask/tui/kit/kittest"
)

// robbed installs the hooks beside a third-party one, and then has another
// program overwrite the file without any of them.
func robbed(d *driver) {
	d.f.Put(userFile, typical)
	d.Keys("r")
	d.install()
	d.Tick()
	d.f.Put(userFile, strings.Replace("{\n  \"model\": \"opus\"\n}\n", "opus", "sonnet", 1))
	d.Tick()
}

// Every place announces lost hooks, and has a key to the page about them.
func TestLostIsToldEverywhere(t *testing.T) {
	t.Parallel()
	d := newDriver(t, newFake(t), 80, 24)
	robbed(d)
	for _, name := range []string{"Home", "Rules", "Log", "Hooks"} {
		d.openTab(name)
		d.Sees(" ▲ 4 hooks disappeared (not removed by neverask): PreToolUse", " ~/.claude/guard.sh, PreToolUse neverask's own, 2 more", "b restore…")
		d.Keys("b")
		d.Sees("› Doctor", "▸ ▲ warning   PreToolUse hook disappeared: ~/.claude/guard.sh", "B restore all…")
		d.SeesNot("disappeared (not") // b is bound only on places
		d.Keys("esc")
	}
}

// Lost hooks, neverask's and others, are named, and restored byte for
// byte.
func TestLostHooksComeBack(t *testing.T) {
	t.Parallel()
	d := newDriver(t, newFake(t), 120, 40)
	robbed(d)
	d.Sees("▲ 4 hooks disappeared (not removed by neverask)", "▲ 4 hooks disappeared")
	d.Keys("b")
	d.Sees("guard.sh", "neverask's own")
	d.Keys("B")
	d.Sees("Restore what disappeared from ~/.claude/settings.json", "command ~/.claude/guard.sh")
	d.Keys("y")
	for _, want := range []string{"sonnet", "guard.sh", "neverask-hook", "PostToolUseFailure"} {
		if !strings.Contains(d.f.Get(userFile), want) {
			t.Errorf("%s is missing:\n%s", want, d.f.Get(userFile))
		}
	}
	d.Keys("enter")
	d.Tick()
	d.SeesNot("hook disappeared")
	d.Keys("esc")
	d.SeesNot("▲ 4 hooks")
	d.Keys("z", "y")
	d.Tick()
	d.SeesNot("disappeared (not removed by neverask)") // neverask removed them itself
}

// A confirmed loss is forgotten; other losses are still announced.
func TestLostHooksAreAccepted(t *testing.T) {
	t.Parallel()
	d := newDriver(t, newFake(t), 120, 40)
	robbed(d)
	d.Keys("b", "A")
	d.Sees("kept: this counts as your change", "neverask's own")
	d.SeesNot("guard.sh")
	d.Tick()
	d.SeesNot("guard.sh")
	d.Sees("neverask's own")
}

// Hooks lost while the screens are open are announced even in the middle of
// something else, and the result says that the change did not last.
func TestLossIsToldWhileSomethingIsShown(t *testing.T) {
	t.Parallel()
	d := newDriver(t, newFake(t), 120, 40)
	d.f.Put(userFile, typical)
	d.Keys("i", "enter")
	for range 3 {
		if _, ok := d.m.Current().Layer.(*change.Diff); !ok {
			d.Keys("enter")
		}
	}
	d.Keys("y")
	d.Sees("✓ installed question hooks")
	d.f.Put(userFile, typical) // from an old copy
	d.Tick()
	d.Sees("▲ another program rewrote", "▲ 3 hooks disappeared", "b restore…")
	d.f.Put(userFile, d.f.Get(userFile))
	d.Tick()
	d.Sees("b restore…")
}

// Nothing drawn about lost hooks has control characters or secrets.
func TestNothingFromLossesReachesTheTerminal(t *testing.T) {
	t.Parallel()
	evil := "\\u001b[31mred \\u202e evil \\u009b31m \\u200b tab\\t nl\\n --token s3cr3t"
	for _, keys := range []string{"", "b", "b B", "b B a", "b B y"} {
		f := newFake(t)
		f.Put(userFile, `{"env": {"`+evil+`": "s3cr3t"}, "hooks": {"PreToolUse": [{"matcher": "(`+evil+`", "hooks": [{"type": "command", "command": "/no/`+evil+`"}]}]}}`)
		d := newDriver(t, f, 160, 60)
		d.install()
		d.Tick()
		f.Put(userFile, `{"env": {"`+evil+`": "s3cr3t"}}`)
		d.Tick()
		d.Keys(strings.Fields("1 " + keys)...)
		d.Harmless(keys)
		d.SeesNot(kittest.Secret)
	}
}

// A change that is undone at once is not taken for another program's.
func TestTwoChangesInARow(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.Keys("i", "enter")
	for range 3 {
		if _, ok := d.m.Current().Layer.(*change.Diff); !ok {
			d.Keys("enter")
		}
	}
	d.Keys("y")
	d.Sees("✓ installed question hooks")
	d.Keys("u", "y")
	d.Tick()
	d.Sees("Install neverask's hooks")
	d.SeesNot("another program")
}
