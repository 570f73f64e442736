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
