package hookstate

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/tui/change"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// Installs says where neverask's hooks are installed.
type Installs struct {
	// Statuses are the statuses of all targets; nil until read.
	Statuses []status.Status
	// Unable says of what is installed why it cannot act.
	Unable     map[config.Installable]string
	backend    Backend
	generation int
}

// NewInstalls returns Installs that have read nothing yet.
func NewInstalls(b Backend) *Installs { return &Installs{backend: b} }

// InspectedMsg has the statuses of the settings files.
type InspectedMsg struct {
	installs   *Installs
	generation int
	statuses   []status.Status
	unable     map[config.Installable]string
}

// Load inspects the settings files.
func (i *Installs) Load() tea.Cmd {
	i.generation++
	b, generation := i.backend, i.generation
	return func() tea.Msg {
		msg := InspectedMsg{installs: i, generation: generation, unable: b.Unable()}
		for _, t := range change.Targets(b) {
			msg.statuses = append(msg.statuses, b.Inspect(t))
		}
		return msg
	}
}

// Take keeps the statuses, and hands the message to the places.
func (msg InspectedMsg) Take(m *kit.Model) tea.Cmd {
	if msg.generation != msg.installs.generation {
		return nil
	}
	msg.installs.Statuses, msg.installs.Unable = msg.statuses, msg.unable
	return m.Host.Receive(msg)
}

// Has reports whether any settings file has an installable.
func (i *Installs) Has(p config.Installable) bool {
	return slices.ContainsFunc(i.Statuses, func(s status.Status) bool { return s.Of(p).There() })
}

// Broken returns the first settings file that cannot be read; nil if all can.
func (i *Installs) Broken() *rulestate.BrokenFile {
	for _, s := range i.Statuses {
		if p, broken := s.Fault(); broken {
			return &rulestate.BrokenFile{Path: s.Target.Path, Line: p.Line, Col: p.Col, ByHand: s.ByHand}
		}
	}
	return nil
}

// Ours reports whether a hook is one of neverask's.
func (i *Installs) Ours(h config.Handler) bool {
	return slices.ContainsFunc(i.Statuses, func(s status.Status) bool {
		return s.Hook.Path != "" && h.Type == "command" && h.Command == s.Hook.Path
	})
}

// Installed reports whether a settings file has any of neverask's hooks.
func Installed(s status.Status) bool { return len(s.There()) > 0 }
