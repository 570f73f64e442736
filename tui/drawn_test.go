package tui

import (
	"fmt"
	"strings"
	"testing"

	"neverask/tui/kit/kittest"
)

// How the screens of all tabs are held against what they should look like: the
// lists of screens are beside the tests of their tabs.

var sizes = [][2]int{{80, 24}, {120, 40}, {40, 12}}

// A screenOfRules is what is seen of somebody who has rules and was asked questions.
type screenOfRules struct {
	name   string
	show   func(*driver)
	before func(*fake) // what is there when the program starts; or nil
	// like is what is to be seen of a screen that differs from another by that alone;
	// others have a golden file.
	like string
}

func (s screenOfRules) test(t *testing.T) {
	t.Helper()
	start := func(t *testing.T, width, height int) *driver {
		t.Helper()
		return driverWith(t, s.before, width, height)
	}
	if s.like == "" {
		draw(t, s.name, sizes[:1], s.show, start)
		return
	}
	t.Run(s.name, func(t *testing.T) {
		t.Parallel()
		d := start(t, 80, 24)
		s.show(d)
		d.Looks(s.like, "")
	})
}

func draw(t *testing.T, name string, sizes [][2]int, show func(*driver), start func(t *testing.T, width, height int) *driver) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		var got strings.Builder
		for _, size := range sizes {
			d := start(t, size[0], size[1])
			show(d)
			screen := d.Screen()
			if strings.Contains(screen, kittest.Secret) {
				t.Errorf("the secret:\n%s", screen)
			}
			fmt.Fprintf(&got, "%d x %d\n%s\n\n", size[0], size[1], screen)
		}
		kittest.Golden(t, name, got.String())
	})
}
