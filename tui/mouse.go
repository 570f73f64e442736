package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// wheel scrolls by three rows, or to the next choice of a list.
func (m *model) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	by := 3
	if m.current().list() != nil {
		by = 1
	}
	switch {
	case m.tooSmall():
	case msg.Button == tea.MouseWheelUp:
		return m.scroll(-by)
	case msg.Button == tea.MouseWheelDown:
		return m.scroll(by)
	}
	return nil
}

// click opens a tab, or tells a list which of its rows was meant.
func (m *model) click(msg tea.MouseClickMsg) tea.Cmd {
	if m.tooSmall() || msg.Button != tea.MouseLeft {
		return nil
	}
	if msg.Y == 0 && (m.onTab() || m.leavable()) {
		_, zones := m.host.bar()
		i := slices.IndexFunc(zones, func(z zone) bool { return z.from <= msg.X && msg.X < z.to })
		if i < 0 {
			return nil
		}
		return m.host.choose(i)
	}
	c := m.current()
	l, ok := c.layer.(list)
	if !ok {
		return nil
	}
	p, height := m.lay(l)
	x, y, width := 0, 0, m.inner()
	if _, boxed := c.layer.(dialog); boxed {
		x, y, width, height = m.box(p)
		x, y, width, height = x+2, y+1, width-4, height-2
	}
	top, _ := m.body()
	if m.framed() {
		x++
	}
	row := msg.Y - top - y - len(p.head)
	if f, ok := l.(interface {
		clickFoot() func(*model) tea.Cmd
	}); ok && row == height-len(p.head)-1 {
		if do := f.clickFoot(); do != nil {
			return do(m)
		}
		return nil
	}
	if row < 0 || row >= p.room(height) || msg.X < x || msg.X >= x+width {
		return nil
	}
	if row += p.clamp(c.top, height); row >= p.rows {
		return nil
	}
	if do := l.click(row); do != nil {
		return do(m)
	}
	return nil
}
