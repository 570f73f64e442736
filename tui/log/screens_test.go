package log

import (
	"testing"

	"neverask/tui/follow"
	"neverask/tui/follow/followtest"
	"neverask/tui/kit/kittest"
)

// TestScreens: each screen that really differs.
func TestScreens(t *testing.T) {
	for _, s := range []followtest.Screen{
		{Name: "log", Whole: true},
		{Name: "overwritten", Keys: "f down down enter"},
		{Name: "detail", Keys: "/ c o m m i t enter enter"},
	} {
		s.Test(t, func(w *followtest.World, s *follow.State) kittest.Place { return New(w, s, w.Home, w.In.Now) }, nil)
	}
}
