package tui

import (
	"strings"
	"testing"
)

func TestResolveAnyTime(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.installThenRewriters()
	before := d.f.get(projectFile)
	d.keys("5", "enter")
	d.seesNot("stop")
	d.keys("down", "enter")
	d.sees("Settle a conflict in ~/work/shop/.claude/settings.json", "kept by neverask; uninstall puts it back (park)")
	d.seesNot("permissions")
	d.keys("a", "y")
	d.sees("✓ Conflict settled")
	if d.written(projectFile, "bin/answer") {
		t.Error("not parked")
	}
	d.keys("enter")
	d.sees("Hooks › Conflicts", "✓ no conflicts", "Moved off questions by neverask", "✓ park:")
	d.keys("z", "a", "y", "enter")
	if got := d.f.get(projectFile); got != before {
		t.Errorf("not as it was:\n%s", got)
	}
	d.sees("~/bin/answer")
	d.keys("enter", "up", "up", "enter")
	d.sees("kept both; nothing was changed", "Hooks › Conflicts")
}

func TestSettlingWhatIsNotInstalledInstalls(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	rewriters(d)
	d.keys("5", "enter", "down", "down")
	d.sees("▸ park", "enter install…")
	d.keys("enter")
	d.sees("Where should the hooks go?")
	d.keys("enter")
	d.sees("Conflict 1 of 2", "▸ park", "to be decided")
}

func TestHookThatChangesBeforeItIsResolved(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.installThenRewriters()
	d.keys("5", "enter")
	d.f.put(projectFile, strings.ReplaceAll(d.f.get(projectFile), " ", "  "))
	d.keys("enter")
	d.sees("nothing was written: the hook changed in the meantime", "▸ ▲ races")
	d.keys("enter")
	d.takeWay()
	d.sees("Settle a conflict in 2 files", "apply…")
}
