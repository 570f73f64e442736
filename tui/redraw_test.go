package tui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/tui/kit"
)

// TestLooksThatFindNothingDrawNothing: what looks at files again and again has the
// screen drawn only when there is something new, and less often behind other windows.
func TestLooksThatFindNothingDrawNothing(t *testing.T) {
	d := onQuestions(t)
	d.Screen()
	rules, past := d.m.overview.rules, d.m.overview.rules.past
	for _, msg := range []tea.Msg{
		rulesDueMsg{rules.book.generation}, rulesSeenMsg{rules.book.generation, rules.book.stamp}, askedDueMsg{past.generation, past.stamp},
		askedMsg{generation: past.generation, stamp: past.stamp}, proposedMsg{generation: rules.proposals.generation, same: true}, outsideMsg{state: d.m.outside},
	} {
		d.m.Update(msg)
		if !d.m.Drawn.Valid {
			t.Errorf("%T has the screen drawn", msg)
		}
	}
	d.m.Update(rulesReadMsg{generation: rules.book.generation})
	if d.m.Drawn.Valid {
		t.Error("new rules do not have the screen drawn")
	}
	d.m.Update(tea.BlurMsg{})
	if got := d.m.Wait(kit.Pause); got != kit.Unwatched {
		t.Errorf("without the focus it looks after %v", got)
	}
	d.m.Update(tea.FocusMsg{})
	if got := d.m.Wait(kit.Pause); got != kit.Pause {
		t.Errorf("with the focus it looks after %v", got)
	}
	now := d.m.Now()
	d.m.Drawn.When = now.Add(-kit.StaleAfter - time.Second)
	if d.Screen(); !d.m.Drawn.When.Equal(now) {
		t.Error("an old drawing is shown")
	}
}
