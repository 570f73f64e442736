package kit

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// wheel scrolls by three rows, or to the next row of a list; over a detail, it scrolls the detail.
func (m *Model) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	by := 3
	if m.Current().list() != nil {
		by = 1
	}
	if msg.Button == tea.MouseWheelUp {
		by = -by
	}
	switch detail := detailAt(m, msg.X, msg.Y); {
	case m.TooSmall() || msg.Button != tea.MouseWheelUp && msg.Button != tea.MouseWheelDown:
	case detail != nil:
		detail.down += by
	default:
		return m.scroll(by)
	}
	return nil
}

// detailAt returns the list whose detail is at a place on the screen, or nil.
func detailAt(m *Model, x, y int) *Pane {
	c := m.Current()
	if m.boxed(c.Layer) || m.TooSmall() {
		return nil
	}
	p, _ := m.lay(c.Layer)
	top, _ := m.body()
	if m.framed() {
		x--
	}
	if !p.aside(x, y-top-len(p.Head)) {
		return nil
	}
	return p.pane
}

// around handles a click beside a box, which closes it, or in the title of the frame, which goes
// back to the page named there.
func around(m *Model, x, y int) (cmd tea.Cmd, taken bool) {
	l, framed := m.Current().Layer, 0
	if m.framed() {
		framed = 1
	}
	if m.boxed(l) {
		p, _ := m.lay(l)
		left, top, width, height := m.box(l, p)
		first, _ := m.body()
		left, top = x-left-framed, y-top-first
		if y == m.Height-1 || 0 <= left && left < width && 0 <= top && top < height {
			return nil, false
		}
		return m.Press(tea.KeyPressMsg{Code: tea.KeyEscape}), true
	}
	if y != framed || y == 0 {
		return nil, false
	}
	x -= Width("╭─ ")
	on := func(name string) bool {
		at := x
		x -= Width(name + " › ")
		return at >= 0 && at < Width(name)
	}
	for _, name := range m.Host.Crumbs() {
		if on(name) {
			return m.Send(GoMsg{name}), true
		}
	}
	for _, l := range slices.Clone(m.Layers) {
		if c, ok := l.Layer.(interface{ Crumb() string }); ok && on(c.Crumb()) {
			return Discard(m, func(m *Model) tea.Cmd {
				for !m.Shows(l.Layer) {
					m.Pop()
				}
				return nil
			}), true
		}
	}
	return nil, true
}

// click opens a place, runs a key of the help line, or passes the row to a list. A question is
// answered by two clicks on one of its answers.
func (m *Model) click(msg tea.MouseClickMsg) tea.Cmd {
	if m.TooSmall() || msg.Button != tea.MouseLeft || m.Writing() {
		return nil
	}
	if msg.Y == 0 {
		_, zones := m.Host.Bar()
		i := slices.IndexFunc(zones, func(z Zone) bool { return z.From <= msg.X && msg.X < z.To })
		if i < 0 {
			return nil
		}
		return m.Host.Choose(i)
	}
	c := m.Current()
	if cmd, taken := around(m, msg.X, msg.Y); taken {
		return cmd
	}
	if _, answers := c.Layer.(*Confirm); msg.Y == m.Height-1 && !answers {
		if b, ok := m.helped(msg.X); ok {
			return do(m, b)
		}
		return nil
	}
	if cmd, taken := clickHead(m, msg.X, msg.Y); taken {
		return cmd
	}
	l, ok := c.Layer.(Chooser)
	if !ok {
		return nil
	}
	p, height := m.lay(l)
	x, y, width := 0, 0, m.inner()
	if m.boxed(c.Layer) {
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
		return clicked(m, f.ClickFoot())
	}
	if row < 0 || p.aside(msg.X-x, row) || row >= p.Room(height) || msg.X < x || msg.X >= x+width {
		return nil
	}
	if row += p.clamp(c.top, height); row >= p.Rows {
		return nil
	}
	if p, ok := l.(interface {
		ClickAt(x, row int) func(*Model) tea.Cmd
	}); ok {
		return clicked(m, p.ClickAt(msg.X-x, row))
	}
	return clicked(m, l.Click(row))
}

// clickHead passes a click in the head of a page to its layer, with the text of the line.
func clickHead(m *Model, x, y int) (cmd tea.Cmd, taken bool) {
	l, ok := m.Current().Layer.(interface {
		Layer
		ClickHead(line string, x int) func(*Model) tea.Cmd
	})
	if !ok || m.boxed(l) {
		return nil, false
	}
	p, _ := m.lay(l)
	top, _ := m.body()
	if y -= top; y < 0 || y >= len(p.Head) {
		return nil, false
	}
	line := p.Head[y]
	if y == len(p.Head)-1 && p.names != nil {
		line = p.names()
	}
	if m.framed() {
		x--
	}
	return clicked(m, l.ClickHead(ansi.Strip(line), x)), true
}

// Pointed returns the index of the name that a line has at a place, or -1.
func Pointed(line string, x int, names ...string) int {
	return slices.IndexFunc(names, func(name string) bool {
		before, _, found := strings.Cut(line, name)
		return found && Width(before) <= x && x < Width(before+name)
	})
}

// clicked runs what a click does, if anything.
func clicked(m *Model, do func(*Model) tea.Cmd) tea.Cmd {
	if do == nil {
		return nil
	}
	return do(m)
}
