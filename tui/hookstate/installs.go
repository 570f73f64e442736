package hookstate

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// Installs is how neverask is installed in the settings files.
type Installs struct {
	// Statuses are those of all targets; nil until they are read.
	Statuses   []status.Status
	backend    Backend
	generation int
}

// NewInstalls has read nothing yet.
func NewInstalls(b Backend) *Installs { return &Installs{backend: b} }

// InspectedMsg is what the settings files are found to have.
type InspectedMsg struct {
	installs   *Installs
	generation int
	statuses   []status.Status
}

// Load looks at the settings files.
func (i *Installs) Load() tea.Cmd {
	i.generation++
	b, generation := i.backend, i.generation
	return func() tea.Msg {
		msg := InspectedMsg{installs: i, generation: generation}
		for _, t := range change.Targets(b) {
			msg.statuses = append(msg.statuses, b.Inspect(t))
		}
		return msg
	}
}

// Take keeps what is found, and hands it to the places.
func (msg InspectedMsg) Take(m *kit.Model) tea.Cmd {
	if msg.generation != msg.installs.generation {
		return nil
	}
	msg.installs.Statuses = msg.statuses
	return m.Host.Receive(msg)
}

// Has reports whether one is in any of the settings files.
func (i *Installs) Has(p config.Installable) bool {
	return slices.ContainsFunc(i.Statuses, func(s status.Status) bool { return s.Of(p).There() })
}

// Ours reports whether a hook is neverask's own.
func (i *Installs) Ours(h config.Handler) bool {
	return slices.ContainsFunc(i.Statuses, func(s status.Status) bool {
		return s.Hook.Path != "" && h.Type == "command" && h.Command == s.Hook.Path
	})
}

// Installed reports whether a settings file has hooks of neverask.
func Installed(s status.Status) bool { return len(s.There()) > 0 }
