package tui

import (
	"maps"
	"slices"
	"time"

	"neverask/settings/foreign"

	tea "charm.land/bubbletea/v2"
)

// pause is the time between two looks at a file whose plan is shown.
const pause = 500 * time.Millisecond

type (
	watchDueMsg struct{ generation int }
	fileSeenMsg struct {
		generation int
		stamps     map[string]foreign.Stamp
	}
)

// watch looks at the files of the plan on the screen, again and again, until
// the generation ends. What it misses is caught when the plan is applied.
func (m *model) watch() tea.Cmd { return m.after(pause, watchDueMsg{m.generation}) }

func (m *model) checkFiles(msg watchDueMsg) tea.Cmd {
	d, _ := m.diff()
	if msg.generation != m.generation || d == nil {
		return nil
	}
	b, files := m.Backend, slices.Collect(maps.Keys(d.proposal.stamps))
	return func() tea.Msg {
		now := map[string]foreign.Stamp{}
		for _, path := range files {
			now[path] = b.Stamp(path)
		}
		return fileSeenMsg{msg.generation, now}
	}
}

func (m *model) seen(msg fileSeenMsg) tea.Cmd {
	d, _ := m.diff()
	if msg.generation != m.generation || d == nil {
		return nil
	}
	if d.proposal.unchanged(msg.stamps) {
		return m.watch()
	}
	return m.replan()
}
