package tui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/tui/kit"
)

// TestLooksThatFindNothingDrawNothing: checks of files redraw the screen only if they find
// something new, and are less frequent while the terminal lacks the focus.
func TestLooksThatFindNothingDrawNothing(t *testing.T) {
	t.Parallel()
	d := onQuestions(t)
	d.Tick() // the first readings are drawn
	d.Screen()
	for range 14 { // often enough that the transcripts are checked, too
		d.Tick()
		if !d.m.Drawn.Valid {
			t.Fatal("a look that found nothing has the screen drawn")
		}
	}
	// Nor do they lay out anything.
	laid := &laidOut{}
	d.m.Push(laid)
	d.m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	d.Screen()
	if before := laid.pages; before == 0 {
		t.Fatal("a new layer is not laid out")
	} else if d.Tick(); laid.pages != before {
		t.Errorf("a look that found nothing lays the screen out %d times", laid.pages-before)
	}
	d.m.Pop()

	d.f.Put(rulesFile, strings.Replace(d.f.Get(rulesFile), "at night", "by night", 1))
	d.Tick()
	d.Tick()
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

// laidOut counts how often it is laid out.
type laidOut struct{ pages int }

func (l *laidOut) Page(int, int, *kit.Styles) kit.Page {
	l.pages++
	return kit.Page{}
}

func (*laidOut) Bindings() []kit.Binding { return nil }
