package proposal

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
		{Name: "proposed", Before: func(w *followtest.World) { w.Propose(followtest.TeamRules) }, Whole: true},
		{Name: "changed", Before: (*followtest.World).ProposalChanged},
		{Name: "refused", Before: (*followtest.World).ProposalRefused},
	} {
		s.Test(t, func(*followtest.World, *follow.State) kittest.Place { return kittest.Blank{} }, func(m *kit.Model, w *followtest.World, s *follow.State) { Open(m, s, w.Dir(), false) })
	}
}
