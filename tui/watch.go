package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// pause is the time between two looks at a file whose plan is shown.
const pause = 500 * time.Millisecond

type (
	watchDueMsg struct{ generation int }
	fileSeenMsg struct {
		generation int
		stamp      stamp
	}
)

// watch looks at the file of the plan on the screen, again and again, until
// the generation ends. What it misses is caught when the plan is applied.
func (m *model) watch() tea.Cmd { return m.after(pause, watchDueMsg{m.generation}) }

func (m *model) look(msg watchDueMsg) tea.Cmd {
	d, _ := m.diff()
	if msg.generation != m.generation || d == nil {
		return nil
	}
	b, path := m.Backend, d.proposal.change.path()
	return func() tea.Msg { return fileSeenMsg{msg.generation, stampOf(b, path)} }
}

func (m *model) seen(msg fileSeenMsg) tea.Cmd {
	d, _ := m.diff()
	if msg.generation != m.generation || d == nil {
		return nil
	}
	if msg.stamp == d.proposal.stamp {
		return m.watch()
	}
	return m.replan()
}
