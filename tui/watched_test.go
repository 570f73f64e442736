package tui

import (
	"testing"
	"time"

	"neverask/hooks/app/planner"
	"neverask/hooks/off"
	"neverask/settings/musttest"
)

// When another program writes the settings, the screens follow without a key
// press.
func TestSettingsAreWatched(t *testing.T) {
	t.Parallel()
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

// Every place follows neverask being turned off and on outside, the person going away, and the
// end of either.
func TestTimesAreWatched(t *testing.T) {
	t.Parallel()
	for _, place := range []string{"1", "2", "3", "4"} {
		d := newDriver(t, newFake(t), 120, 40)
		now := noon
		d.f.In.Now = func() time.Time { return now }
		hour := off.Period{Since: noon, Until: noon.Add(time.Hour)}
		turnOff := func() {
			_, err := planner.SwitchOff(d.f.In, hour)
			musttest.Do(t, err)
		}
		d.install()
		d.Keys(place)
		d.Tick()
		d.SeesNot("○ off")
		turnOff()
		d.Tick()
		d.Sees("neverask ○ off")
		_, err := planner.SwitchOn(d.f.In, "")
		musttest.Do(t, err)
		d.Tick()
		d.SeesNot("neverask ○ off")

		turnOff()
		d.Keys("r")
		d.Sees("neverask ○ off")
		d.Tick()
		now = hour.Until
		d.Tick()
		d.SeesNot("neverask ○ off")

		musttest.Do(t, planner.GoAway(d.f.In, off.Period{Since: now, Until: now.Add(time.Hour)}))
		d.Tick()
		d.Sees("neverask ◆ away")
		now = now.Add(time.Hour)
		d.Tick()
		d.SeesNot("neverask ◆ away")
	}
}
