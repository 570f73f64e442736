package hookstate

import (
	"neverask/hooks/app/doctor"
	"neverask/tui/kit"

	tea "charm.land/bubbletea/v2"
)

// A Noticed is something that needs a look beside what an examination finds: a hook that was
// lost, a rule that does nothing.
type Noticed struct {
	Key      string // tells it from others
	Severity doctor.Severity
	Message  string // like all texts here, safe to draw
	Why, Fix string
	File     string // that it is about; or ""
	Line     int
	Detail   func(width int, st *kit.Styles) []string // more of it; or nil
	Keys     []kit.Binding                            // what is done about it, what enter does first
}

// LookMsg asks for the page of what needs a look, at the first one of these, or of what was
// found in a file, at file:line or with an ID; "" is the most urgent one.
type LookMsg struct{ At string }

// TestMsg asks for the test of a hook, by the ID of its conflict.
type TestMsg struct{ Conflict string }

// Looking leads to that page.
func Looking(at string) func(*kit.Model) tea.Cmd {
	return func(m *kit.Model) tea.Cmd { return m.Send(LookMsg{at}) }
}
