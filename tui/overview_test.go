package tui

import "testing"

// On the first screen O switches everything off for two hours, and on again.
func TestSwitchedOff(t *testing.T) {
	f := life(t)
	d := newDriver(t, f, 120, 40)
	d.install()
	d.keys("esc", "1", "O")
	d.sees("off until", "Claude asks you everything", "neverask is off everywhere until")
	d.keys("O")
	d.sees("on: your rules answer again")
	d.seesNot("neverask is off")
}
