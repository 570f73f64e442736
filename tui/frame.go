package tui

import (
	"cmp"
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
)

// The screen is the same everywhere: the places, the body, the last message, and the
// keys, with a frame around the body when there is room.

// tall is the least height of a screen that has a frame.
const tall = 14

// body is where the body begins and how high it is.
func (m *model) body() (top, height int) {
	if !m.framed() {
		return 1, m.height - 3
	}
	return 2, m.height - 5
}

// framed reports whether there is room for a frame around the body.
func (m *model) framed() bool { return m.height >= tall }

// inner is how wide the body is.
func (m *model) inner() int {
	if m.framed() {
		return m.width - 2
	}
	return m.width
}

// area is the size that a layer has for its page.
func (m *model) area(l layer) (width, height int) {
	_, height = m.body()
	if _, boxed := l.(dialog); boxed {
		return boxWidth(m.inner()) - 4, height - 2
	}
	return m.inner(), height
}

// lay makes the page of a layer for the present size. On a low screen the
// head gives way to the rows.
func (m *model) lay(l layer) (p page, height int) {
	width, height := m.area(l)
	return l.page(width, height, m.styles).trim(height), height
}

func (m *model) draw() string {
	switch {
	case m.width < 1 || m.height < 1:
		return ""
	case m.tooSmall():
		text := fmt.Sprintf("This terminal is %d x %d; neverask needs %d x %d. Press q to quit.", m.width, m.height, minWidth, minHeight)
		lines := wrap(text, m.width)
		return strings.Join(lines[:min(len(lines), m.height)], "\n")
	}
	base := len(m.layers) - 1
	for base >= 0 {
		if _, boxed := m.layers[base].layer.(dialog); !boxed {
			break
		}
		base--
	}
	under := m.host.base()
	if base >= 0 {
		under = &m.layers[base]
	}
	p, height := m.lay(under.layer)
	body := p.draw(under.top, m.inner(), height)
	for i := base + 1; i < len(m.layers); i++ {
		m.cover(body, &m.layers[i])
	}
	return strings.Join(m.surround(body, p, under.top, height), "\n")
}

// surround puts the frame around a body.
func (m *model) surround(body []string, p page, top, height int) []string {
	bar, _ := m.host.bar()
	all := []string{bar}
	if m.framed() {
		all = append(all, m.edge("╭", "╮", m.trail(), p.subject))
		thumb := m.thumb(p, top, height)
		for i, l := range body {
			right := m.styles.rule.Render("│")
			if thumb.has(i) {
				right = m.styles.accent.Render("┃")
			}
			all = append(all, m.styles.rule.Render("│")+l+right)
		}
		all = append(all, m.edge("╰", "╯", "", m.position()))
	} else {
		all = append(all, body...)
	}
	said, right := cmp.Or(m.status, m.host.remark()), ""
	if !m.framed() {
		right = m.styles.muted.Render(m.position()) + " "
	}
	return append(all, ends(" "+said, right, m.width), helpLine(m.bindings(), m.width, m.styles))
}

// edge draws the upper or the lower side of the frame, with a title in it and a text at
// its right end.
func (m *model) edge(left, right, title, text string) string {
	rule := m.styles.rule.Render
	room := m.width - 6
	if title != "" {
		title = fit(title, room-2)
		room -= lipgloss.Width(title) + 2
		title = " " + m.styles.title.Render(title) + " "
	}
	if text != "" && room >= min(12, lipgloss.Width(text)+3) {
		text = fitPath(text, room-3)
		room -= lipgloss.Width(text) + 2
		text = " " + m.styles.muted.Render(text) + " "
	} else {
		text = ""
	}
	return rule(left+"─") + title + rule(strings.Repeat("─", room+2)) + text + rule("─"+right)
}

// trail says where one is: the place, and what lies over it.
func (m *model) trail() string {
	names := m.host.crumbs()
	for _, l := range m.layers {
		if c, ok := l.layer.(interface{ crumb() string }); ok {
			names = append(names, c.crumb())
		}
	}
	return strings.Join(names, " › ")
}

// position says which row is chosen, or which are visible when not all are.
func (m *model) position() string {
	c := m.current()
	p, height := m.lay(c.layer)
	if p.total > 0 && p.at > 0 {
		return fmt.Sprintf("%d of %d", p.at, p.total)
	}
	room := p.room(height)
	top, rows := p.clamp(c.top, height), p.rows
	if p.total > 0 {
		top, rows = p.above, p.total
	}
	if rows <= room {
		return ""
	}
	return fmt.Sprintf("%d–%d of %d", top+1, min(top+room, rows), rows)
}

// A thumb is the part of a scrollbar that says what is visible.
type thumb struct{ from, to int }

func (t thumb) has(row int) bool { return t.from <= row && row < t.to }

// newThumb is the thumb of rows from top, of which room are visible, at the rows
// behind first.
func newThumb(first, top, room, rows int) thumb {
	if rows <= room || room < 2 {
		return thumb{}
	}
	size := max(room*room/rows, 1)
	from := first + top*(room-size)/(rows-room)
	return thumb{from, from + size}
}

// thumb is the thumb of a page whose rows scroll as a whole.
func (m *model) thumb(p page, top, height int) thumb {
	room := p.room(height)
	if p.bar.to > 0 {
		return p.bar
	}
	if p.total > 0 {
		return newThumb(len(p.head), p.above, room, p.total)
	}
	return newThumb(len(p.head), p.clamp(top, height), room, p.rows)
}

// zone is the columns of a tab's name.
type zone struct{ from, to int }

// trim shortens the head so that at least one row is visible.
func (p page) trim(height int) page {
	p.head = p.head[:max(min(len(p.head), height-len(p.foot)-1), 0)]
	return p
}

// draw makes exactly height lines of exactly the width.
func (p page) draw(top, width, height int) []string {
	all := append([]string(nil), p.head...)
	room := p.room(height)
	top = p.clamp(top, height)
	for i := top; i < min(top+room, p.rows); i++ {
		all = append(all, p.row(i))
	}
	for len(all) < height-len(p.foot) {
		all = append(all, "")
	}
	all = append(all, p.foot...)[:height]
	for i, l := range all {
		all[i] = pad(l, width)
	}
	return all
}
