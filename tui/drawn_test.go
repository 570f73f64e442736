package tui

import "testing"

var sizes = [][2]int{{80, 24}, {120, 40}, {40, 12}}

// A screenOfRules is what is seen of somebody who has rules and was asked questions.
type screenOfRules struct {
	name   string
	show   func(*driver)
	before func(*fake) // what is there when the program starts; or nil
	like   string      // what is to be seen
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
