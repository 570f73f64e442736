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

// screensOf holds a screen at all sizes against its golden file, of a person who
// starts the program for the first time.
func screensOf(t *testing.T, name string, show func(*driver)) {
	t.Helper()
	draw(t, name, show, func(t *testing.T, width, height int) *driver {
		t.Helper()
		return newDriver(t, newFake(t), width, height)
	})
}

// screensWith does so of a person who has rules and was asked questions; before
// may add to that.
func screensWith(t *testing.T, name string, before func(*fake), show func(*driver)) {
	t.Helper()
	draw(t, name, show, func(t *testing.T, width, height int) *driver {
		t.Helper()
		return driverWith(t, before, width, height)
	})
}

func draw(t *testing.T, name string, show func(*driver), start func(t *testing.T, width, height int) *driver) {
	t.Helper()
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
