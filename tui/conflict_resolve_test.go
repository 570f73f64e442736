package tui

import (
	"strings"
	"testing"
)

func TestResolveAnyTime(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.installThenRewriters()
	before := d.f.Get(projectFile)
	d.Keys("5", "enter")
	d.SeesNot("stop")
	d.Keys("down", "enter")
	d.Sees("Settle a conflict in ~/work/shop/.claude/settings.json", "kept by neverask; uninstall puts it back (park)")
	d.SeesNot("permissions")
	d.Keys("a", "y")
	d.Sees("✓ Conflict settled")
	if d.written(projectFile, "bin/answer") {
		t.Error("not parked")
	}
	d.Keys("enter")
	d.Sees("Hooks › Conflicts", "✓ no conflicts", "Moved off questions by neverask", "✓ park:")
	d.Keys("z", "a", "y", "enter")
	if got := d.f.Get(projectFile); got != before {
		t.Errorf("not as it was:\n%s", got)
	}
	d.Sees("~/bin/answer")
	d.Keys("enter", "up", "up", "enter")
	d.Sees("kept both; nothing was changed", "Hooks › Conflicts")
}

func TestSettlingWhatIsNotInstalledInstalls(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	rewriters(d)
	d.Keys("5", "enter", "down", "down")
	d.Sees("▸ park", "enter install…")
	d.Keys("enter")
	d.Sees("Where should the hooks go?")
	d.Keys("enter")
	d.Sees("Conflict 1 of 2", "▸ park", "to be decided")
}

func TestHookThatChangesBeforeItIsResolved(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.installThenRewriters()
	d.Keys("5", "enter")
	d.f.Put(projectFile, strings.ReplaceAll(d.f.Get(projectFile), " ", "  "))
	d.Keys("enter")
	d.Sees("nothing was written: the hook changed in the meantime", "▸ ▲ races")
	d.Keys("enter")
	d.takeWay()
	d.Sees("Settle a conflict in 2 files", "apply…")
}
