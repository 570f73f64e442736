package kittest

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/tui/kit"
)

// A Place is the bottom layer.
type Place interface {
	kit.Layer
	Name() string
	Load() tea.Cmd
	Receive(tea.Msg) tea.Cmd
}

// A Blank is an empty place, for tests of pages.
type Blank struct{}

// Name returns the name of the place.
func (Blank) Name() string { return "Home" }

// Load reads nothing.
func (Blank) Load() tea.Cmd { return nil }

// Receive takes nothing.
func (Blank) Receive(tea.Msg) tea.Cmd { return nil }

// Bindings returns nil.
func (Blank) Bindings() []kit.Binding { return nil }

// Page returns an empty page.
func (Blank) Page(int, int, *kit.Styles) kit.Page { return kit.Page{} }

// host is a program with one place.
type host struct {
	model *kit.Model
	place Place
	base  kit.Shown
	other func(tea.Msg) (tea.Cmd, bool)
}

// Show shows and loads a place. other, unless nil, may take messages instead of the place.
// The model must have Home and Now.
func Show(t testing.TB, m *kit.Model, p Place, other func(tea.Msg) (cmd tea.Cmd, taken bool),
	width, height int) *Driver {
	m.Host = &host{m, p, kit.Shown{Layer: p}, other}
	m.Styles = kit.Themes()[0].Styles(true)
	d := Drive(t, m, width, height)
	d.Run(m.Reload())
	return d
}

func (h *host) Base() *kit.Shown { return &h.base }

func (h *host) Receive(msg tea.Msg) tea.Cmd {
	if h.other != nil {
		if cmd, taken := h.other(msg); taken {
			return cmd
		}
	}
	switch msg := msg.(type) {
	case kit.ReloadMsg:
		return h.place.Load()
	case kit.GoMsg:
		h.model.Say("went to " + msg.Place)
		return nil
	}
	return h.place.Receive(msg)
}

func (h *host) Bar() (string, []kit.Zone) { return kit.Pad("", h.model.Width), nil }
func (h *host) Choose(int) tea.Cmd        { return nil }
func (h *host) Crumbs() []string          { return []string{h.place.Name()} }
func (h *host) Remark() string            { return "" }

func (h *host) Keys() (first, last []kit.Binding) {
	if !h.model.OnPlace() {
		return nil, nil
	}
	return nil, []kit.Binding{kit.Bind("reload", func(m *kit.Model) tea.Cmd {
		if p, ok := h.place.(interface{ Forget() }); ok {
			p.Forget()
		}
		return m.Reload()
	}, "r")}
}
