package kit

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// The screen is redrawn only after a message that may change it: most messages come from repeated
// checks of files that find nothing new.

// StaleAfter is how old a drawing may get, because it says how long ago things happened.
const StaleAfter = 20 * time.Second

// A drawing is the screen as last drawn.
type drawing struct {
	text  string
	When  time.Time
	Valid bool
}

// Changed makes the screen be redrawn.
func (f *frame) Changed() { f.Drawn.Valid, f.laid = false, laid{} }

// View draws the screen, if it may have changed.
func (m *Model) View() tea.View {
	now := m.Now()
	if now.Sub(m.Drawn.When) >= StaleAfter {
		m.Changed()
	}
	if !m.Drawn.Valid {
		m.Drawn = drawing{m.draw(), now, true}
	}
	v := tea.NewView(m.Drawn.text)
	if st := m.looks(); st != nil {
		v.BackgroundColor, v.ForegroundColor = st.Back, st.Text
	}
	return v
}

// still reports whether a message changes nothing on the screen. neverask's own messages have a
// method for that.
func still(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case laterMsg, tea.FocusMsg, tea.BlurMsg:
		return true
	case interface{ Still() bool }:
		return msg.Still()
	}
	return false
}

// Unwatched is the least interval between checks of files while the terminal lacks the focus.
const Unwatched = 10 * time.Second

// Wait returns how long to wait before checking a file.
func (m *Model) Wait(d time.Duration) time.Duration {
	if m.blurred && d >= Pause {
		return max(d, Unwatched)
	}
	return d
}

// Glance is how long something is on the screen before a key can be meant for it: a frame and more, but less than
// anybody takes to press one.
const Glance = 50 * time.Millisecond

// Pause is the time between two checks of a followed file.
const Pause = time.Second
