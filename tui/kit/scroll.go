package kit

import (
	tea "charm.land/bubbletea/v2"
)

// ReadOn scrolls to rows of the topmost layer that were not visible yet; it returns false if there are
// none.
func (m *Model) ReadOn() bool {
	c := m.Current()
	p, height := m.lay(c.Layer)
	room := p.Room(height)
	if c.top+room >= p.Rows {
		return false
	}
	c.top += max(room-1, 1)
	return true
}

// ClampScroll brings the scroll position of the topmost layer into range.
func (m *Model) ClampScroll() {
	if m.TooSmall() {
		return
	}
	c := m.Current()
	p, height := m.lay(c.Layer)
	c.top = p.clamp(c.top, height)
	if l, reads := c.Layer.(interface{ Read(toEnd bool) }); reads {
		l.Read(c.top+p.Room(height) >= p.Rows)
	}
	width, _ := m.area(c.Layer)
	m.laid = laid{c.Layer, width, height, m.Styles, p}
}

// scroll moves the choice of a list, or else scrolls the rows.
func (m *Model) scroll(by int) tea.Cmd {
	c := m.Current()
	if l := c.list(); l != nil {
		l.Move(by)
		if f, ok := l.(interface{ Follow() tea.Cmd }); ok {
			return f.Follow()
		}
	} else {
		c.top += by
	}
	return nil
}

// Far is more rows than any page has.
const Far = 1 << 30

// movement returns the keys that scroll. A page that is completely visible has none.
func (m *Model) movement() []Binding {
	c := m.Current()
	p, height := m.lay(c.Layer)
	room := p.visible(height)
	if c.list() == nil && p.Rows <= room {
		return nil
	}
	by := func(n int) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd { return m.scroll(n) }
	}
	all := []Binding{
		Quiet("↑ k", "up", by(-1), "up", "k"),
		Quiet("↓ j", "down", by(1), "down", "j"),
		Quiet("pgup", "page up", by(-room), "pgup"),
		Quiet("pgdn", "page down", by(room), "pgdown"),
		Quiet("g home", "top", by(-Far), "g", "home"),
		Quiet("G end", "bottom", by(Far), "G", "end"),
	}
	if p.text != nil && p.at > 0 {
		copied := func(m *Model) tea.Cmd { return Copied(m, "the row", p.text(p.pane.Chosen)) }
		all = append(all, Quiet("c", "copy the row", copied, "c"))
	}
	if p.pane != nil && p.pane.detailed {
		all = append(all, Quiet("shift+↓", "scroll the details", p.pane.scroll(1), "shift+down"),
			Quiet("shift+↑", "scroll the details back", p.pane.scroll(-1), "shift+up"))
	}
	if p.pane != nil && p.pane.detailed && p.pane.cut {
		show := func(m *Model) tea.Cmd {
			m.Push(&Details{About: func(width int, _ *Styles) []string { return p.pane.detail(width, Far) }})
			return nil
		}
		all = append(all, Quiet("→", "show all of the details", show, "right", "l"))
	}
	return all
}

// Copied sends text to the clipboard, by the terminal, and says what it is. Terminals do not report whether they
// allow that.
func Copied(m *Model, what, text string) tea.Cmd {
	m.Say("✓ copied " + what + " (if your terminal allows it)")
	return m.Copy(text)
}
