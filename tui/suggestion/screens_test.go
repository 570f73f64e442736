package suggestion

import (
	"testing"

	"neverask/tui/follow"
	"neverask/tui/follow/followtest"
	"neverask/tui/kit"
	"neverask/tui/kit/kittest"
)

// TestScreens: each screen that really differs.
func TestScreens(t *testing.T) {
	for _, s := range []followtest.Screen{
		{Name: "suggestion", Before: (*followtest.World).Advise, Whole: true},
		{Name: "reviewed", Keys: "a", Before: (*followtest.World).Advise},
	} {
		s.Test(t, func(*followtest.World, *follow.State) kittest.Place { return kittest.Blank{} }, func(m *kit.Model, w *followtest.World, s *follow.State) { Open(m, w, s, w.Dir()) })
	}
}
