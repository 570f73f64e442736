package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// A layer is one thing on the stack of things that are shown. The topmost gets
// the keys.
type layer interface {
	// page is what to draw in a body of this size. It changes nothing.
	page(width, height int, st *styles) page
	// bindings are the keys that do something now, the most useful first.
	bindings() []binding
}

// A dialog is a layer that is drawn in a box, over the layers below.
type dialog interface {
	layer
	title() string
}

// A list is a layer whose rows are chosen from, instead of merely scrolled.
type list interface {
	layer
	move(by int)
	// click is told which row was clicked on.
	click(row int) func(*model) tea.Cmd
}

// A page is fixed lines above and below, and rows between them that scroll.
// Everything is styled, safe to draw, and made for the width.
type page struct {
	subject    string // what it is about, for the title line
	head, foot []string
	rows       int
	row        func(i int) string
	// Rows from focus up to focusEnd are kept visible; none when both are 0.
	focus, focusEnd int
	// A layer that scrolls by itself gives the rows on the screen alone; above
	// are how many come before them, and total how many there are.
	above, total int
	at           int   // the row that is chosen, from 1; 0 where none is
	bar          thumb // of a list that scrolls by itself
}

func lines(rows []string) page {
	return page{rows: len(rows), row: func(i int) string { return rows[i] }}
}

// A memo keeps rows that are made for every key anew otherwise, and may be
// many.
type memo struct {
	width int
	st    *styles
	rows  []string
}

func (m *memo) of(width int, st *styles, rows func() []string) []string {
	if m.rows == nil || m.width != width || m.st != st {
		*m = memo{width, st, rows()}
	}
	return m.rows
}

// room is how many rows of the page are visible in a body of a height.
func (p page) room(height int) int {
	return max(height-len(p.head)-len(p.foot), 1)
}

// clamp brings the first visible row where it can be.
func (p page) clamp(top, height int) int {
	room := p.room(height)
	if p.focusEnd > 0 {
		top = min(max(top, p.focusEnd-room), p.focus)
	}
	return max(min(top, p.rows-room), 0)
}

// spaced leaves out blank lines when the height is low.
func spaced(height int, lines ...string) []string {
	if height < low {
		return slices.DeleteFunc(lines, func(l string) bool { return l == "" })
	}
	return lines
}

// low is the height of a page below which blanks are a waste.
const low = 10

// shown is a layer and how far it is scrolled.
type shown struct {
	layer
	top int
}

// list is the layer as one whose rows are chosen from; nil for another one, and
// for a list with nothing in it, which is a page with a text.
func (s *shown) list() list {
	l, ok := s.layer.(list)
	if c, counts := s.layer.(interface{ count() int }); !ok || counts && c.count() == 0 {
		return nil
	}
	return l
}

// current is the topmost layer: the active tab when there is no other.
func (m *model) current() *shown {
	if n := len(m.layers); n > 0 {
		return &m.layers[n-1]
	}
	return m.host.base()
}

// onTab reports whether nothing lies over the active tab.
func (m *model) onTab() bool { return len(m.layers) == 0 }

func (m *model) push(l layer) { m.layers = append(m.layers, shown{layer: l}) }

// pop removes the topmost layer. A plan that is on its way or on the screen
// ends with the layer that asked for it.
func (m *model) pop() {
	if m.onTab() {
		return
	}
	if _, over := m.current().layer.(dialog); !over {
		m.generation++
	}
	m.layers = slices.Delete(m.layers, len(m.layers)-1, len(m.layers))
	m.say("")
}

// back is pop as what a key does.
func (m *model) back() tea.Cmd {
	m.pop()
	return nil
}

// leavable reports whether what lies over a place can be left for another one: nothing
// was typed or decided there. A layer on which something is decided says so.
func (m *model) leavable() bool {
	return !m.writing() && !slices.ContainsFunc(m.layers, func(s shown) bool {
		switch l := s.layer.(type) {
		case typist, dialog:
			return true
		case interface{ decides() bool }:
			return l.decides()
		}
		return false
	})
}

// close removes a layer, and what lies over it.
func (m *model) close(l layer) {
	for i := range m.layers {
		if m.layers[i].layer == l {
			m.layers = m.layers[:i]
			m.generation++
			return
		}
	}
}

// shows reports whether a layer is the topmost.
func (m *model) shows(l layer) bool { return m.current().layer == l }

// toTop shows the first row of the topmost layer.
func (m *model) toTop() { m.current().top = 0 }

// readOn scrolls to rows of the topmost layer that were not in sight yet; without any it
// returns false.
func (m *model) readOn() bool {
	c := m.current()
	p, height := m.lay(c.layer)
	room := p.room(height)
	if c.top+room >= p.rows {
		return false
	}
	c.top += max(room-1, 1)
	return true
}

// home removes all layers.
func (m *model) home() tea.Cmd {
	m.layers = nil
	m.generation++
	m.say("")
	return nil
}

// clampScroll brings the scroll position of the topmost layer into range.
func (m *model) clampScroll() {
	if m.tooSmall() {
		return
	}
	c := m.current()
	p, height := m.lay(c.layer)
	c.top = p.clamp(c.top, height)
}

// scroll moves the choice of a list, or else the rows.
func (m *model) scroll(by int) tea.Cmd {
	c := m.current()
	if l := c.list(); l != nil {
		l.move(by)
		if f, ok := l.(interface{ follow() tea.Cmd }); ok {
			return f.follow()
		}
	} else {
		c.top += by
	}
	return nil
}

// far is more rows than there are.
const far = 1 << 30

// movement are the keys that scroll. A page that is visible as a whole has
// none.
func (m *model) movement() []binding {
	c := m.current()
	p, height := m.lay(c.layer)
	room := p.room(height)
	if c.list() == nil && p.rows <= room {
		return nil
	}
	by := func(n int) func(*model) tea.Cmd {
		return func(m *model) tea.Cmd { return m.scroll(n) }
	}
	return []binding{
		quiet("↑ k", "up", by(-1), "up", "k"),
		quiet("↓ j", "down", by(1), "down", "j"),
		quiet("pgup", "a screen up", by(-room), "pgup"),
		quiet("pgdn", "a screen down", by(room), "pgdown"),
		quiet("g", "to the start", by(-far), "g", "home"),
		quiet("G", "to the end", by(far), "G", "end"),
	}
}
