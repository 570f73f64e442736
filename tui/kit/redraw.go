package kit

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// What is on the screen is drawn anew only after a message that may change it: most
// messages are of those who look at files again and again, and find nothing new.

// StaleAfter is how old a drawing may become: it says how long ago things happened.
const StaleAfter = 20 * time.Second

// A drawing is a screen as it was drawn last.
type drawing struct {
	text  string
	When  time.Time
	Valid bool
}

// Changed says that the screen is to be drawn anew.
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
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.ReportFocus = true
	if st := m.looks(); st != nil {
		v.BackgroundColor, v.ForegroundColor = st.Back, st.Text
	}
	return v
}

// still reports whether a message changes nothing that is drawn. Those of our own that
// change nothing say so.
func still(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case laterMsg, tea.FocusMsg, tea.BlurMsg:
		return true
	case interface{ Still() bool }:
		return msg.Still()
	}
	return false
}

// Unwatched is how long looks at files wait while the terminal has not the focus.
const Unwatched = 10 * time.Second

// Wait is how long to wait before a look at a file.
func (m *Model) Wait(d time.Duration) time.Duration {
	if m.blurred && d >= Pause {
		return max(d, Unwatched)
	}
	return d
}

// Pause is the time between two looks at a file that is followed.
const Pause = 500 * time.Millisecond
