package kit_test

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/tui/kit"
	"neverask/tui/kit/kittest"
)

// TestNoYesBeforeTheQuestion: keys typed ahead do not agree to a question that was not on the screen yet.
func TestNoYesBeforeTheQuestion(t *testing.T) {
	for _, yes := range [][]string{{"y"}, {"tab", "enter"}} {
		d := kittest.Show(t, &kit.Model{Now: func() time.Time { return kittest.Noon }}, keyless{}, nil, 80, 24)
		done := 0
		var waits []tea.Msg
		d.M.After = func(wait time.Duration, msg tea.Msg) tea.Cmd {
			if wait == kit.Glance {
				waits = append(waits, msg)
			}
			return nil
		}
		d.M.Push(kit.ConfirmText("Delete it?", "It can't be undone.", "No", "Yes", func(*kit.Model) tea.Cmd {
			done++
			return nil
		}))
		d.Send(struct{}{})
		d.Keys(yes...)
		if done > 0 {
			t.Errorf("%v agreed to a question that nobody has seen:\n%s", yes, d.Screen())
		}
		d.Sees("this has just been asked: answer once more")
		if len(waits) != 1 {
			t.Fatalf("%d waits for a glance", len(waits))
		}
		d.Send(waits[0])
		if d.Keys(yes[len(yes)-1]); done != 1 {
			t.Errorf("%v agreed %d times after a glance:\n%s", yes, done, d.Screen())
		}
	}
}
