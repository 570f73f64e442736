package change

import (
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/settings/saferead"
	"neverask/tui/kit"
)

type (
	// WatchDueMsg asks for a check of the files of a plan.
	WatchDueMsg struct{ generation int }
	// glancedMsg says that a plan has been on the screen for a glance.
	glancedMsg struct {
		diff    *Diff
		preview *Preview
	}
	fileSeenMsg struct {
		generation int
		stamps     map[string]saferead.Stamp
	}
)

// Still marks the message as one that changes nothing on the screen.
func (WatchDueMsg) Still() bool { return true }

// Still marks the message as one that changes nothing on the screen.
func (glancedMsg) Still() bool { return true }

// Take lets a yes apply the plan.
func (msg glancedMsg) Take(*kit.Model) tea.Cmd {
	msg.diff.seen = msg.preview
	return nil
}

// watch repeatedly checks the files of the plan on the screen, until the generation ends. Apply catches what it
// misses.
func (f *Flow) watch(m *kit.Model) tea.Cmd { return m.After(kit.Pause, WatchDueMsg{m.Generation}) }

func (f *Flow) checkFiles(m *kit.Model, msg WatchDueMsg) tea.Cmd {
	d, _ := DiffOf(m)
	if msg.generation != m.Generation || d == nil {
		return nil
	}
	b, files := f.Backend, slices.Collect(maps.Keys(d.Preview.stamps))
	return func() tea.Msg {
		now := map[string]saferead.Stamp{}
		for _, path := range files {
			now[path] = b.Stamp(path)
		}
		return fileSeenMsg{msg.generation, now}
	}
}

func (f *Flow) seen(m *kit.Model, msg fileSeenMsg) tea.Cmd {
	d, _ := DiffOf(m)
	if msg.generation != m.Generation || d == nil {
		return nil
	}
	if d.Preview.unchanged(msg.stamps) {
		return f.watch(m)
	}
	return replan(m)
}
