package tui

import "testing"

// What the screens say of the settings is what there is: when another program
// writes them, nobody has to press a key.
func TestSettingsAreWatched(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.f.put(userFile, typical)
	d.install()
	d.tick()
	d.sees("Question hooks   ● installed")

	d.f.put(userFile, "{\n")
	d.tick()
	d.sees("✗ broken", "settings.json:2:1")
	d.seesNot("● installed")

	d.f.put(userFile, typical)
	d.tick()
	d.sees("Lost   ", "◐ incomplete")
	d.seesNot("● installed")

	d.keys("5")
	d.f.put(userFile, contested)
	d.tick()
	d.sees("question-preference-hook")
	d.keys("4")
	d.f.put(userFile, typical)
	d.tick()
	d.sees("1 hook", "▸   ● active    user", "~/.claude/guard.sh")
}

// The first tab says the same as the alarm, whichever tab was open when the hooks
// were lost.
func TestLossesAreInspectedFromEveryTab(t *testing.T) {
	d := newDriver(t, newFake(t), 120, 40)
	d.f.put(userFile, typical)
	d.install()
	d.tick()
	d.keys("2")
	d.seesNot("hooks not installed")
	d.f.put(userFile, "{}\n")
	d.tick()
	if s := d.m.overview.installs.Statuses[0]; s.Installed {
		t.Errorf("it still says that everything is installed:\n%s", d.screen())
	}
}
