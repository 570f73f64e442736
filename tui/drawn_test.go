package tui

import "testing"

var sizes = [][2]int{{80, 24}, {120, 40}, {40, 12}}

// A screenOfRules is a screen in a world with rules and past questions.
type screenOfRules struct {
	name   string
	show   func(*driver)
	before func(*fake) // prepares the world; may be nil
	like   string      // texts on the screen, separated by "|"
}

func (s screenOfRules) test(t *testing.T) {
	t.Helper()
	t.Run(s.name, func(t *testing.T) {
		t.Parallel()
		d := driverWith(t, s.before, 80, 24)
		s.show(d)
		d.Looks(s.like, "")
	})
}
