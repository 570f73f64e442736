package tui

import (
	"strings"
	"testing"

	"neverask/tui/change"
	"neverask/tui/kit/kittest"
)

// robbed has installed the hooks beside one of somebody else's, and another
// program has written the file without either.
func robbed(d *driver) {
	d.f.Put(userFile, typical)
	d.Keys("r")
	d.install()
	d.Tick()
	d.f.Put(userFile, strings.Replace("{\n  \"model\": \"opus\"\n}\n", "opus", "sonnet", 1))
	d.Tick()
}

// What is lost is told of on every place, and leads to the page from there.
func TestLostIsToldEverywhere(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	robbed(d)
	for _, name := range []string{"Home", "Rules", "Log", "Hooks"} {
		d.openTab(name)
		d.Sees(" ▲ 4 hooks disappeared (not removed by neverask): PreToolUse", " ~/.claude/guard.sh, PreToolUse neverask's own, 2 more", "b restore…")
		d.Keys("b")
		d.Sees("› Needs a look", "▸ ▲ warning   PreToolUse hook disappeared: ~/.claude/guard.sh", "B restore all…")
		d.SeesNot("disappeared (not") // b is bound on places alone
		d.Keys("esc")
	}
}

// What is lost is named, ours and theirs, and comes back byte for byte in its
// own terms.
func TestLostHooksComeBack(t *testing.T) {
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
	d.SeesNot("disappeared (not removed by neverask)") // neverask has done it
}

// A loss that is meant is forgotten, and another one is told of.
func TestLostHooksAreAccepted(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	robbed(d)
	d.Keys("b", "c")
	d.Sees("kept: this counts as your change", "neverask's own")
	d.SeesNot("guard.sh")
	d.Tick()
	d.SeesNot("guard.sh")
	d.Sees("neverask's own")
}

// What is written over while the screens are open is told of, also in the middle
// of something else; and the result says that it did not last.
func TestLossIsToldWhileSomethingIsShown(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.f.Put(userFile, typical)
	d.Keys("i", "enter")
	for range 3 {
		if _, ok := d.m.Current().Layer.(*change.Diff); !ok {
			d.Keys("enter")
		}
	}
	d.Keys("y")
	d.Sees("✓ Question hooks installed")
	d.f.Put(userFile, typical) // from memory
	d.Tick()
	d.Sees("▲ another program rewrote", "▲ 3 hooks disappeared", "b restore…")
	d.f.Put(userFile, d.f.Get(userFile))
	d.Tick()
	d.Sees("b restore…")
}

// What is drawn of losses holds no control character and no secret.
func TestNothingFromLossesReachesTheTerminal(t *testing.T) {
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

// A change that is taken back at once is nobody else's.
func TestTwoChangesInARow(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.Keys("i", "enter")
	for range 3 {
		if _, ok := d.m.Current().Layer.(*change.Diff); !ok {
			d.Keys("enter")
		}
	}
	d.Keys("y")
	d.Sees("✓ Question hooks installed")
	d.Keys("u", "y")
	d.Tick()
	d.Sees("Install neverask's hooks")
	d.SeesNot("another program")
}
