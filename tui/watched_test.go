package tui

import (
	"testing"
)

// When another program writes the settings, the screens follow without a key
// press.
func TestSettingsAreWatched(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.f.Put(userFile, typical)
	d.install()
	d.Tick()
	d.Sees("Installed in ~/.claude/settings.json")

	d.f.Put(userFile, "{\n")
	d.Tick()
	d.Sees("✗ settings.json is broken", "~/.claude/settings.json:2:1")
	d.SeesNot("Installed in")

	d.f.Put(userFile, typical)
	d.Tick()
	d.Sees("▲ 3 hooks disappeared")
	d.SeesNot("All good")

	d.Keys("@Conflicts")
	d.f.Put(userFile, contested)
	d.Tick()
	d.Sees("question-preference-hook")
	d.Keys("4")
	d.f.Put(userFile, typical)
	d.Tick()
	d.Sees("1 hook", "▸   ● active    user", "~/.claude/guard.sh")
}
