package rulestatetest

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/tui/kit"
	"neverask/tui/kit/kittest"
	"neverask/tui/rulestate"
)

// A Screen is a screen of a place after some keys, with a golden file.
type Screen struct {
	Name   string
	Keys   string       // separated by blanks
	Before func(*World) // prepares the world; may be nil
	Whole  bool         // compare it at all sizes, not only the usual one
}

// Test compares the screen with its golden file. place makes the place in a world; opened, if
// not nil, opens pages over it.
func (s Screen) Test(t *testing.T, place func(*World, *rulestate.State) kittest.Place,
	opened func(*kit.Model, *World, *rulestate.State)) {
	t.Helper()
	t.Run(s.Name, func(t *testing.T) {
		t.Parallel()
		sizes := [][2]int{{80, 24}}
		if s.Whole {
			sizes = append(sizes, [2]int{120, 40}, [2]int{40, 12})
		}
		var got strings.Builder
		for _, size := range sizes {
			w := New(t)
			w.Live()
			if s.Before != nil {
				s.Before(w)
			}
			state := rulestate.New(w, false, false)
			d := w.Show(place(w, state), state, size[0], size[1])
			if opened != nil {
				opened(d.M, w, state)
				d.M.Changed()
			}
			d.Keys(strings.Fields(s.Keys)...)
			d.SeesNot(kittest.Secret)
			fmt.Fprintf(&got, "%d x %d\n%s\n\n", size[0], size[1], d.Screen())
		}
		kittest.Golden(t, s.Name, got.String())
	})
}

// Show shows a place of this world that uses a state.
func (w *World) Show(p kittest.Place, s *rulestate.State, width, height int) *kittest.Driver {
	m := &kit.Model{Home: w.Home, Now: w.In.Now}
	receive := func(msg tea.Msg) (tea.Cmd, bool) {
		if _, reload := msg.(kit.ReloadMsg); reload {
			return tea.Batch(s.Load(), p.Load()), true
		}
		return tea.Batch(s.Receive(msg), p.Receive(msg)), true
	}
	return kittest.Show(w.T, m, p, receive, width, height)
}
