package kit

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// A Layer is one part of the stack on the screen. The topmost gets the keys.
type Layer interface {
	// Page returns what to draw in a body of this size. It changes nothing.
	Page(width, height int, st *Styles) Page
	// Bindings returns the keys that do something now, the most useful first.
	Bindings() []Binding
}

// A dialog is a layer that is drawn in a box, over the layers below.
type dialog interface {
	Layer
	Title() string
}

// A Chooser is a layer whose rows can be chosen, not only scrolled.
type Chooser interface {
	Layer
	Move(by int)
	// Click is told which row was clicked on.
	Click(row int) func(*Model) tea.Cmd
}

// A Page is fixed lines above and below, and rows between them that scroll.
// Everything is styled, safe to draw, and made for the width.
type Page struct {
	Subject    string // what it is about, for the title line
	Head, Foot []string
	// Names draws the column names of a list, shown above it if the screen is high enough.
	Names func(width int) string
	Rows  int
	Row   func(i int) string
	// Rows from focus up to focusEnd are kept visible; none when both are 0.
	Focus, FocusEnd int
	// A layer that scrolls by itself returns only the rows on the screen; above is
	// how many come before them, and total how many there are.
	Above, Total int
	least        int   // minimum rows for the placement of a box
	at, count    int   // the chosen row, from 1, or 0; and of how many, if not of total
	bar          thumb // the scrollbar of a list that scrolls by itself
	// The position of that list, if there is a detail beside or below it.
	listWidth  func() int
	listHeight int
	pane       *Pane
	text       func(i int) string // draws a whole row of that list
	entries    func(n int) int    // how many entries end in the first n rows, if an entry may take several; or nil
	names      func() string      // draws the last row of the head
}

// aside reports whether a position among the rows is outside the list, so that a click there does not
// choose a row.
func (p Page) aside(x, row int) bool {
	return p.pane != nil && (row >= p.listHeight-p.pane.taken || x >= p.listWidth())
}

// footed reports whether any line of the foot has text.
func (p Page) footed(line int) bool { return line >= 0 && line < len(p.Foot) && p.Foot[line] != "" }

// Lines returns a page of rows that scroll together.
func Lines(rows []string) Page { return Page{}.Of(rows) }

// Of returns the page with rows that scroll together.
func (p Page) Of(rows []string) Page {
	p.Rows, p.Row = len(rows), func(i int) string { return rows[i] }
	return p
}

// A Memo caches rows that would otherwise be made again for every key.
type Memo struct {
	width int
	st    *Styles
	rows  []string
}

// Of returns the rows for a width.
func (m *Memo) Of(width int, st *Styles, rows func() []string) []string {
	if m.rows == nil || m.width != width || m.st != st {
		*m = Memo{width, st, rows()}
	}
	return m.rows
}

// Room returns how many rows of the page are visible in a body of this height.
func (p Page) Room(height int) int {
	return max(height-len(p.Head)-len(p.Foot), 1)
}

// visible returns how many of the rows that keys move among are visible.
func (p Page) visible(height int) int {
	if p.pane != nil {
		return p.pane.Room
	}
	return p.Room(height)
}

// clamp moves the first visible row into its range.
func (p Page) clamp(top, height int) int {
	room := p.Room(height)
	if p.FocusEnd > 0 {
		top = min(max(top, p.FocusEnd-room), p.Focus)
	}
	return max(min(top, p.Rows-room), 0)
}

// Spaced omits blank lines if the height is low.
func Spaced(height int, lines ...string) []string {
	if height < Low {
		return slices.DeleteFunc(lines, func(l string) bool { return l == "" })
	}
	return lines
}

// Low is the height of a page below which blank lines are a waste.
const Low = 10

// Shown is a layer and its scroll position.
type Shown struct {
	Layer
	top int
}

// list returns the layer if its rows can be chosen; nil for others, and for an empty list, which is a
// page with a text.
func (s *Shown) list() Chooser {
	l, ok := s.Layer.(Chooser)
	if c, counts := s.Layer.(interface{ Count() int }); !ok || counts && c.Count() == 0 {
		return nil
	}
	return l
}

// Leavable reports whether the layers over the place are only pages, with no typing or questions.
func (m *Model) Leavable() bool {
	return !m.Writing() && !slices.ContainsFunc(m.Layers, func(s Shown) bool {
		_, form := s.Layer.(interface{ typed() bool })
		_, asks := s.Layer.(dialog)
		t, types := s.Layer.(typist)
		return form || asks || types && t.Typing() != nil
	})
}
