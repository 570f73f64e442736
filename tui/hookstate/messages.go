package hookstate

import (
	"neverask/tui/kit"

	tea "charm.land/bubbletea/v2"
)

// LookMsg asks for the doctor's page, at the first entry with a key or ID, in a file or at
// file:line; "" is the most urgent entry.
type LookMsg struct{ At string }

// DecideMsg asks for the page of conflicts, at one of them, by its ID.
type DecideMsg struct{ Conflict string }

// TestMsg asks for the test of a hook, by the ID of its conflict.
type TestMsg struct{ Conflict string }

// Looking returns the key function that opens that page.
func Looking(at string) func(*kit.Model) tea.Cmd {
	return func(m *kit.Model) tea.Cmd { return m.Send(LookMsg{at}) }
}
