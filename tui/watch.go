package tui

import (
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/settings/foreign"
	"neverask/tui/kit"
)

type (
	watchDueMsg struct{ generation int }
	fileSeenMsg struct {
		generation int
		stamps     map[string]foreign.Stamp
	}
)

func (watchDueMsg) Still() bool { return true }

// watch looks at the files of the plan on the screen, again and again, until
// the generation ends. What it misses is caught when the plan is applied.
func (f *flow) watch(m *kit.Model) tea.Cmd { return m.After(kit.Pause, watchDueMsg{m.Generation}) }

func (f *flow) checkFiles(m *kit.Model, msg watchDueMsg) tea.Cmd {
	d, _ := diffOf(m)
	if msg.generation != m.Generation || d == nil {
		return nil
	}
	b, files := f.backend, slices.Collect(maps.Keys(d.proposal.stamps))
	return func() tea.Msg {
		now := map[string]foreign.Stamp{}
		for _, path := range files {
			now[path] = b.Stamp(path)
		}
		return fileSeenMsg{msg.generation, now}
	}
}

func (f *flow) seen(m *kit.Model, msg fileSeenMsg) tea.Cmd {
	d, _ := diffOf(m)
	if msg.generation != m.Generation || d == nil {
		return nil
	}
	if d.proposal.unchanged(msg.stamps) {
		return f.watch(m)
	}
	return replan(m)
}
