package kit

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// wheel scrolls by three rows, or to the next choice of a list.
func (m *Model) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	by := 3
	if m.Current().list() != nil {
		by = 1
	}
	switch {
	case m.TooSmall() || m.overDetail(msg.X, msg.Y):
	case msg.Button == tea.MouseWheelUp:
		return m.scroll(-by)
	case msg.Button == tea.MouseWheelDown:
		return m.scroll(by)
	}
	return nil
}

// overDetail reports whether a place on the screen is over the detail of what is chosen.
func (m *Model) overDetail(x, y int) bool {
	c := m.Current()
	if _, boxed := c.Layer.(dialog); boxed {
		return false
	}
	p, _ := m.lay(c.Layer)
	top, _ := m.body()
	if m.framed() {
		x--
	}
	return p.aside(x, y-top-len(p.Head))
}

// click opens a tab, does what the help line shows, or tells a list which of its rows was
// meant. A question is answered where its answers stand: there it takes two clicks.
func (m *Model) click(msg tea.MouseClickMsg) tea.Cmd {
	if m.TooSmall() || msg.Button != tea.MouseLeft {
		return nil
	}
	if msg.Y == 0 && !m.Writing() {
		_, zones := m.Host.Bar()
		i := slices.IndexFunc(zones, func(z Zone) bool { return z.From <= msg.X && msg.X < z.To })
		if i < 0 {
			return nil
		}
		return m.Host.Choose(i)
	}
	c := m.Current()
	if _, asking := c.Layer.(*Confirm); msg.Y == m.Height-1 && !asking {
		if b, ok := m.helped(msg.X); ok {
			return b.Do(m)
		}
		return nil
	}
	l, ok := c.Layer.(Chooser)
	if !ok {
		return nil
	}
	p, height := m.lay(l)
	x, y, width := 0, 0, m.inner()
	if _, boxed := c.Layer.(dialog); boxed {
		x, y, width, height = m.box(l, p)
		x, y, width, height = x+2, y+1, width-4, height-2
	}
	top, _ := m.body()
	if m.framed() {
		x++
	}
	row := msg.Y - top - y - len(p.Head)
	if f, ok := l.(interface {
		ClickFoot() func(*Model) tea.Cmd
	}); ok && p.footed(row+len(p.Head)-height+len(p.Foot)) {
		if do := f.ClickFoot(); do != nil {
			return do(m)
		}
		return nil
	}
	if row < 0 || p.aside(msg.X-x, row) || row >= p.Room(height) || msg.X < x || msg.X >= x+width {
		return nil
	}
	if row += p.clamp(c.top, height); row >= p.Rows {
		return nil
	}
	if do := l.Click(row); do != nil {
		return do(m)
	}
	return nil
}
