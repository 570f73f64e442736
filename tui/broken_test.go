package tui

import (
	"strings"
	"testing"

	"neverask/hooks/claude/client"
)

// brokenSettings is a settings file that no doctor repairs.
const brokenSettings = `{"model": , "hooks": {}}`

const oneRule = `{"version":1,"rules":[{"id":"a","match":{"header":"Tests"},"mode":"never-ask","answer":"Yes"}]}`

// While a settings file is broken nobody can tell whether the hooks are installed in it: nothing says
// that they are not, nothing offers to install them, and no rule is said to answer.
func TestBrokenSettingsHideWhatIsInstalled(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.Put(rulesFile, oneRule)
	d := newDriver(t, f, 120, 30)
	d.install()
	d.Keys("2")
	d.SeesNot("cannot tell", "○ off")
	f.Put(userFile, brokenSettings)
	d.Tick()
	d.Sees("✗ cannot tell whether the hooks are installed: ~/.claude/settings.json:1:11 is broken · o opens it", "▸ ○ off", "○ no rule answers")
	d.SeesNot("not installed", "i install", "● never ask")
	d.Keys("i")
	d.Sees("not while settings.json is broken · o to open it")
	d.Keys("1")
	d.Sees("▸ ✗ settings.json is broken", "o open")
	d.SeesNot("i install")
	for _, key := range []string{"u", "i"} {
		d.Keys(key)
		d.Sees("not while settings.json is broken · o to open it")
	}
	d.Keys("W")
	d.Sees("nothing would answer while you are away: settings.json is broken · o to open it")
}

// TestHooksThatCannotActAnswerNothing: where hooks are turned off, or the entry is gone, no rule is said to answer, on
// a narrow screen too.
func TestHooksThatCannotActAnswerNothing(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.Put(rulesFile, oneRule)
	d := newDriver(t, f, 80, 24)
	d.install()
	d.Keys("2")
	d.SeesNot("○")
	whole := f.Get(userFile)
	f.Put(userFile, strings.Replace(whole, "{", `{"disableAllHooks": true, `, 1))
	d.Tick()
	d.Sees("1 rule · ○ no rule answers", "▸ ○ off", "○ off: disableAllHooks is set in ~/.claude/settings.json")
	d.SeesNot("● ")
	f.Put(userFile, strings.Replace(whole, `"PreToolUse"`, `"PreCompact"`, 1))
	d.Tick()
	d.Sees("1 rule · ○ no rule answers", "the PreToolUse entry that neverask installed is gone or was changed")
	f.Put(userFile, whole)
	d.Tick()
	d.SeesNot("○")
}

// A tool rule's hook is not known either.
func TestBrokenSettingsAndToolRules(t *testing.T) {
	f := newFake(t)
	f.Put(rulesFile, `{"version":1,"toolRules":[{"id":"t","tool":"Bash","act":"ask"}]}`)
	f.Put(userFile, brokenSettings)
	d := newDriver(t, f, 100, 30)
	d.Keys("2")
	d.Sees("✗ cannot tell whether the hooks are installed", "▸ ○ off", "settings.json is broken")
	d.SeesNot("not installed", "i install")
	d.Keys("1")
	d.SeesNot("without effect")
}

// With the file of rules broken no rule answers, and the keys that change rules say why they do not.
func TestBrokenRulesAreOff(t *testing.T) {
	f := newFake(t)
	f.Put(rulesFile, oneRule)
	d := newDriver(t, f, 100, 30)
	d.install()
	d.Keys("2")
	d.Sees("never ask")
	f.Put(rulesFile, "{")
	d.Keys("r")
	d.Sees("✗ broken", "▸ ○ off", "○ no rule answers")
	d.SeesNot("● never ask")
	d.Sees("○ never ask · answers for you; but the file of rules is broken")
	for _, key := range []string{"a", "e", "d"} {
		d.Keys(key)
		d.Sees("the file of rules is broken · o to open it")
	}
}

// "chosen" is said of what the person picked alone, and what the rule would give is marked as that.
func TestChosenIsWhatThePersonPicked(t *testing.T) {
	f := newFake(t)
	f.Live()
	f.Put(rulesFile, `{"version":1,"rules":[{"id":"a","match":{"text":"Which library should parse dates?"},"mode":"prefer","answer":"Luxon"}]}`)
	d := newDriver(t, f, 120, 40)
	d.Keys("2")
	d.Sees("luxon  ← the rule", "Temporal  ✓ chosen")
	d.Keys("a")
	d.Sees("○ rule Luxon")
	d.SeesNot("◇ rule Temporal")
}

// O turns neverask off on every place, as it does on Home, and / on Home leads to everything.
func TestOffOnEveryPlace(t *testing.T) {
	t.Parallel()
	d := newDriver(t, newFake(t), 100, 30)
	d.install()
	for _, place := range []string{"1", "2", "3", "4"} {
		d.Keys(place, "O")
		d.Sees("off until ")
		d.Keys("O")
		d.Sees("on: your rules answer again")
	}
	d.Keys("1", "/")
	if d.m.OnPlace() {
		t.Errorf("nothing is open:\n%s", d.Screen())
	}
}

// Who has installed and has no rule is told so before that Claude Code was not found.
func TestNoRulesComesFirst(t *testing.T) {
	f := newFake(t)
	f.Claude = client.Found{}
	d := newDriver(t, f, 100, 30)
	d.install()
	d.Sees("▸ ○ No rules yet: Claude asks you everything", "enter add a rule…", "suggestions appear here", "  ○ Claude Code was not found")
}
