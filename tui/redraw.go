package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// What is on the screen is drawn anew only after a message that may change it: most
// messages are of those who look at files again and again, and find nothing new.

// frameRate bounds how often a second something is drawn.
const frameRate = 30

// staleAfter is how old a drawing may become: it says how long ago things happened.
const staleAfter = 20 * time.Second

// A drawing is a screen as it was drawn last.
type drawing struct {
	text  string
	when  time.Time
	valid bool
}

// View draws the screen, if it may have changed.
func (m *model) View() tea.View {
	if now := m.Now(); !m.drawn.valid || now.Sub(m.drawn.when) >= staleAfter {
		m.drawn = drawing{m.draw(), now, true}
	}
	v := tea.NewView(m.drawn.text)
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.ReportFocus = true
	return v
}

// still reports whether a message changes nothing that is drawn. Those of our own that
// change nothing say so.
func still(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case laterMsg, tea.FocusMsg, tea.BlurMsg:
		return true
	case interface{ still() bool }:
		return msg.still()
	}
	return false
}

// unwatched is how long looks at files wait while the terminal has not the focus.
const unwatched = 5 * time.Second

// wait is how long to wait before a look at a file.
func (m *model) wait(d time.Duration) time.Duration {
	if m.blurred && d >= pause {
		return max(d, unwatched)
	}
	return d
}

// pause is the time between two looks at a file that is followed.
const pause = 500 * time.Millisecond
