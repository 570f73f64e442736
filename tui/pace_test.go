package tui

import (
	"io"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// paced is a program that ends as soon as its pace has changed twice.
type paced struct {
	*pace
	found, fast, slow bool
}

func (*paced) Init() tea.Cmd  { return nil }
func (*paced) View() tea.View { return tea.NewView("") }

func (p *paced) Update(tea.Msg) (tea.Model, tea.Cmd) {
	ticker := p.ticker()
	if p.found = ticker != nil; !p.found {
		return p, tea.Quit
	}
	p.changed()
	p.rest(ticker) // too early
	p.mu.Lock()
	p.fast, p.until = p.quick, time.Now()
	p.mu.Unlock()
	p.rest(ticker)
	p.mu.Lock()
	p.slow = !p.quick
	p.mu.Unlock()
	return p, tea.Quit
}

// TestPace: this version of the library still has the ticker that is slowed down.
func TestPace(t *testing.T) {
	m := &paced{pace: &pace{}}
	m.program = tea.NewProgram(m, tea.WithInput(nil), tea.WithOutput(io.Discard), tea.WithWindowSize(80, 24), tea.WithoutSignalHandler())
	if _, err := m.program.Run(); err != nil {
		t.Fatal(err)
	}
	if !m.found || !m.fast || !m.slow {
		t.Errorf("ticker found %t, quick after a change %t, idle later %t", m.found, m.fast, m.slow)
	}
}
