package tui

import (
	"testing"
)

// On the first screen O switches everything off for two hours, and on again.
func TestSwitchedOff(t *testing.T) {
	f := life(t)
	d := newDriver(t, f, 120, 40)
	d.install()
	d.Keys("esc", "1", "O")
	d.Sees("off until", "Claude asks you everything", "neverask is off everywhere until")
	d.Keys("O")
	d.Sees("on: your rules answer again")
	d.SeesNot("neverask is off")
}

// The title of a plan says which file it is about.
func TestTitleNamesTheFile(t *testing.T) {
	for _, width := range []int{80, 90, 100, 120} {
		d := newDriver(t, newFake(t), width, 24)
		d.Keys("i")
		d.ClickOn("[ ] activity")
		d.ClickOn("[Continue]")
		d.Sees("Install question and activity hooks into ~/.claude/settings.json")
	}
}
