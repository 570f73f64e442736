package kit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The screen is the same everywhere: the places, the body, the last message, and the keys, with a
// frame around the body if there is room.

// tall is the minimum height of a screen with a frame.
const tall = 14

// frame is the available room, and the look of everything.
type frame struct {
	Width, Height int
	Styles        *Styles
	more          int // lines of the message below the body, after its first
	Drawn         drawing
	laid          laid
}

// laid is the page laid out after the last message, because it is needed several times.
type laid struct {
	layer         Layer
	width, height int
	st            *Styles
	page          Page
}

// TooSmall reports whether the screen has room only to say that it is too small.
func (f *frame) TooSmall() bool { return f.Width < MinWidth || f.Height < minHeight }

// body returns where the body begins and how high it is.
func (f *frame) body() (top, height int) {
	if !f.framed() {
		return 1, f.Height - 3 - f.more
	}
	return 2, f.Height - 5 - f.more
}

// framed reports whether there is room for a frame around the body.
func (f *frame) framed() bool { return f.Height >= tall }

// inner returns how wide the body is.
func (f *frame) inner() int {
	if f.framed() {
		return f.Width - 2
	}
	return f.Width
}

// area returns the size that a layer has for its page.
func (f *frame) area(l Layer) (width, height int) {
	_, height = f.body()
	if f.boxed(l) {
		return boxWidth(l, f.inner()) - 4, height - 2
	}
	return f.inner(), height
}

// lay makes the page of a layer for the current size. On a low screen, the head gives way to the
// rows.
func (f *frame) lay(l Layer) (p Page, height int) {
	width, height := f.area(l)
	if k := &f.laid; k.layer == l && k.width == width && k.height == height && k.st == f.Styles {
		return k.page, height
	}
	return l.Page(width, height, f.Styles).trim(height), height
}

// edge draws the upper or lower edge of the frame, with a title in it and a text at its right end.
func (f *frame) edge(left, right, title, text string) string {
	rule := f.Styles.Rule.Render
	room := f.Width - 6
	if title != "" {
		title = Fit(title, room-2)
		room -= Width(title) + 2
		title = " " + f.Styles.Title.Render(title) + " "
	}
	if text != "" && room >= min(12, Width(text)+3) {
		text = FitPath(text, room-3)
		room -= Width(text) + 2
		text = " " + f.Styles.Muted.Render(text) + " "
	} else {
		text = ""
	}
	return rule(left+"─") + title + rule(strings.Repeat("─", room+2)) + text + rule("─"+right)
}

// looks returns the looks of the theme, or of the theme under the cursor.
func (m *Model) looks() *Styles {
	if v, listing := m.Current().Layer.(*Menu); listing && v.entry().Look != nil {
		return v.entry().Look
	}
	return m.Styles
}

func (m *Model) draw() string {
	defer func(st *Styles) { m.Styles = st }(m.Styles)
	m.Styles = m.looks()
	switch {
	case m.Width < 1 || m.Height < 1:
		return ""
	case m.TooSmall():
		text := fmt.Sprintf("This terminal is %d x %d; neverask needs %d x %d. Press q to quit.",
			m.Width, m.Height, MinWidth, minHeight)
		lines := Wrap(text, m.Width)
		return strings.Join(lines[:min(len(lines), m.Height)], "\n")
	}
	base := len(m.Layers) - 1
	for base >= 0 {
		if !m.boxed(m.Layers[base].Layer) {
			break
		}
		base--
	}
	under := m.Host.Base()
	if base >= 0 {
		under = &m.Layers[base]
	}
	p, height := m.lay(under.Layer)
	body := p.draw(under.top, m.inner(), height)
	for i := base + 1; i < len(m.Layers); i++ {
		m.cover(body, &m.Layers[i])
	}
	return strings.Join(m.surround(body, p, under.top, height), "\n")
}

// surround puts the frame around a body.
func (m *Model) surround(body []string, p Page, top, height int) []string {
	bar, _ := m.Host.Bar()
	all := []string{bar}
	if m.framed() {
		all = append(all, m.edge("╭", "╮", m.trail(), p.Subject))
		thumb, side := p.thumb(top, height), m.Styles.Rule.Render("│")
		for i, l := range body {
			right := side
			if thumb.has(i) {
				right = m.Styles.Accent.Render("┃")
			}
			all = append(all, side+l+right)
		}
		all = append(all, m.edge("╰", "╯", "", m.position()))
	} else {
		all = append(all, body...)
	}
	lines := fold(cmp.Or(m.Status, m.Host.Remark()), m.more+1, m.Width-2)
	lines = append(lines, make([]string, m.more+1-len(lines))...)
	for i, l := range lines {
		right := ""
		if !m.framed() && i == m.more {
			right = m.Styles.Muted.Render(m.position()) + " "
		}
		if Width(l)+Width(right)+1 > m.Width {
			right = ""
		}
		all = append(all, Ends(" "+l, right, m.Width))
	}
	return append(all, helpLine(m))
}

// mostSaid is the maximum number of lines of a message.
const mostSaid = 3

// measure lays out the message, and so makes room for it. A remark, which stays, takes no room from a low body.
func measure(m *Model) {
	most := mostSaid
	if m.Status == "" && !m.framed() {
		most = 1
	}
	m.more = len(fold(cmp.Or(m.Status, m.Host.Remark()), most, m.Width-2)) - 1
}

// fold wraps a message. If its end would not fit, which names the next key, what it quotes is shortened, and then it
// loses the facts before the end.
func fold(s string, most, width int) []string {
	if i := strings.LastIndex(s, " · "); i >= 0 && Width(s[i:]) < width/2 {
		s = s[:i] + Then(s[i+len(" · "):])
	}
	for n := min(2, most); n <= most; n++ {
		if lines := Wrap(tight(s, n, width), width); len(lines) <= n {
			return lines
		}
	}
	if facts := strings.Split(s, " · "); len(facts) > 2 {
		return fold(strings.Join(slices.Delete(facts, len(facts)-2, len(facts)-1), " · "), most, width)
	}
	return Cut(Wrap(tight(s, most, width), width), most, width)
}

// tight shortens the quotes in a message until it fits on n lines, or they are too short to be told apart.
func tight(s string, n, width int) string {
	from, to := strings.Index(s, "“"), strings.LastIndex(s, "”")
	if from < 0 || to < from {
		return s
	}
	from += len("“")
	short := s
	for room := Width(s[from:to]) - max(Width(s)-n*width, 1); len(Wrap(short, width)) > n && room >= 8; room-- {
		short = s[:from] + Fit(s[from:to], room) + s[to:]
	}
	return short
}

// trail names the place and the layers over it.
func (m *Model) trail() string {
	names := m.Host.Crumbs()
	for _, l := range m.Layers {
		if c, ok := l.Layer.(interface{ Crumb() string }); ok {
			names = append(names, c.Crumb())
		} else if d, ok := l.Layer.(dialog); ok && !m.boxed(d) {
			names = append(names, d.Title())
		}
	}
	return strings.Join(names, " › ")
}

// position says which row is chosen, or which rows are visible if not all are.
func (m *Model) position() string {
	c := m.Current()
	p, height := m.lay(c.Layer)
	if p.Total > 0 && p.at > 0 {
		return fmt.Sprintf("%d of %d", p.at, cmp.Or(p.count, p.Total))
	}
	if p.pane != nil && p.Total == 0 {
		return ""
	}
	room := p.visible(height)
	top, rows := p.clamp(c.top, height), p.Rows
	if p.Total > 0 {
		top, rows = p.Above, p.Total
	}
	if rows <= room {
		return ""
	}
	end := min(top+room, rows)
	if p.entries != nil {
		return fmt.Sprintf("%d–%d of %d", p.entries(top)+1, p.entries(end), p.entries(rows))
	}
	return fmt.Sprintf("%d–%d of %d", top+1, end, rows)
}

// A thumb is the part of a scrollbar that shows what is visible.
type thumb struct{ from, to int }

func (t thumb) has(row int) bool { return t.from <= row && row < t.to }

// newThumb returns the thumb of rows from top, of which room are visible, at the rows after first.
func newThumb(first, top, room, rows int) thumb {
	if rows <= room || room < 2 {
		return thumb{}
	}
	size := max(room*room/rows, 1)
	from := first + top*(room-size)/(rows-room)
	return thumb{from, from + size}
}

// Zone is the columns of a tab's name.
type Zone struct{ From, To int }

// trim shortens the head so that at least one row is visible.
func (p Page) trim(height int) Page {
	p.Head = p.Head[:max(min(len(p.Head), height-len(p.Foot)-1), 0)]
	return p
}

// draw returns exactly height lines of exactly the width.
func (p Page) draw(top, width, height int) []string {
	all := append([]string(nil), p.Head...)
	if p.names != nil {
		all[len(all)-1] = p.names()
	}
	room := p.Room(height)
	top = p.clamp(top, height)
	for i := top; i < min(top+room, p.Rows); i++ {
		all = append(all, p.Row(i))
	}
	for len(all) < height-len(p.Foot) {
		all = append(all, "")
	}
	all = append(all, p.Foot...)[:height]
	for i, l := range all {
		all[i] = Pad(l, width)
	}
	return all
}

// thumb returns the thumb of a page whose rows scroll as a whole.
func (p Page) thumb(top, height int) thumb {
	room := p.Room(height)
	if p.pane != nil { // beside its detail, the list has its bar at the line between them
		return p.bar
	}
	if p.Total > 0 {
		return newThumb(len(p.Head), p.Above, room, p.Total)
	}
	return newThumb(len(p.Head), p.clamp(top, height), room, p.Rows)
}
