package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
)

// The frame is the same on every screen: the title, the body, the last
// message, and the keys, with rules between them when there is room.

// tall is the least height of a frame that has rules.
const tall = 14

// body is where the body begins and how high it is.
func (m *model) body() (top, height int) {
	if m.height < tall {
		return 1, m.height - 3
	}
	return 2, m.height - 5
}

// area is the size that a layer has for its page.
func (m *model) area(l layer) (width, height int) {
	_, height = m.body()
	if _, boxed := l.(dialog); boxed {
		return boxWidth(m.width) - 4, height - 2
	}
	return m.width, height
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
	under := &m.tabs[m.active].shown
	if base >= 0 {
		under = &m.layers[base]
	}
	p, height := m.lay(under.layer)
	body := p.draw(under.top, m.width, height)
	for i := base + 1; i < len(m.layers); i++ {
		m.cover(body, &m.layers[i])
	}
	return strings.Join(m.surround(body, p.subject), "\n")
}

// surround puts the frame around a body.
func (m *model) surround(body []string, subject string) []string {
	bar, _ := m.bar(subject)
	all := []string{bar}
	rule := m.styles.rule.Render(strings.Repeat("─", m.width))
	if m.height >= tall {
		all = append(append(append(all, rule), body...), rule)
	} else {
		all = append(all, body...)
	}
	said := m.status
	switch {
	case said != "":
	case len(m.outside.lost) > 0:
		said = outsideText(m.Home, m.outside.lost, m.styles)
	case m.ReadOnly:
		said = m.styles.muted.Render(readOnlyText)
	}
	return append(all, ends(" "+said, m.position(), m.width), helpLine(m.bindings(), m.width, m.styles))
}

// position says which rows are visible, when not all are.
func (m *model) position() string {
	c := m.current()
	p, height := m.lay(c.layer)
	room := p.room(height)
	top, rows := p.clamp(c.top, height), p.rows
	if p.total > 0 {
		top, rows = p.above, p.total
	}
	if rows <= room {
		return ""
	}
	return m.styles.muted.Render(fmt.Sprintf("%d–%d of %d ", top+1, min(top+room, rows), rows))
}

// zone is the columns of a tab's name.
type zone struct{ from, to int }

// bar draws the title line: the name, the tabs when there are several, and
// the subject as far as there is room for it.
func (m *model) bar(subject string) (string, []zone) {
	text, zones := m.tabNames()
	room := m.width - lipgloss.Width(text) - 3
	if room < min(12, lipgloss.Width(subject)) {
		return pad(text, m.width), zones
	}
	return ends(text, m.styles.muted.Render(fitPath(subject, room))+" ", m.width), zones
}

// tabNames draws the tabs, with as much air between them as there is room for.
// Their names are worth more than the name of the program. Those whose names do
// not fit, the last ones first, have their number alone; the active one keeps its
// name, and no name is cut. A page that lies over the tabs shows the active one
// alone, because no other can be opened.
func (m *model) tabNames() (text string, zones []zone) {
	named := make([]bool, len(m.tabs))
	fits := func(title string, air, width int) bool {
		text, zones = m.drawTabs(title, named, air)
		return lipgloss.Width(text) <= width
	}
	if m.covered() && len(m.tabs) > 1 {
		return m.styles.name.Render(program) + "  " + m.drawTab(m.active, true), nil
	}
	for i := range named {
		named[i] = true
	}
	// The tabs stand where they stood, whatever the subject of the one that is opened.
	if fits(program, 2, m.width-forSubject) || fits(program, 1, m.width) || fits("", 1, m.width) || fits("", 0, m.width) {
		return text, zones
	}
	for i := range named {
		named[i] = i == m.active
	}
	for i := range named {
		was := named[i]
		if named[i] = true; !fits("", 0, m.width) {
			named[i] = was
			break
		}
	}
	if !fits("", 1, m.width) {
		fits("", 0, m.width)
	}
	return text, zones
}

// forSubject is the room that most subjects need, and the gap before it.
const forSubject = 24

// program is the name that stands before the tabs.
const program = " neverask"

// covered reports whether a page lies over the active tab.
func (m *model) covered() bool {
	return slices.ContainsFunc(m.layers, func(s shown) bool {
		_, boxed := s.layer.(dialog)
		return !boxed
	})
}

// drawTabs draws a title and the tabs. A single tab is not named.
func (m *model) drawTabs(title string, named []bool, air int) (string, []zone) {
	text := m.styles.name.Render(title)
	if len(m.tabs) < 2 {
		return m.styles.name.Render(program), nil
	}
	var zones []zone
	for i := range m.tabs {
		text += strings.Repeat(" ", air)
		from := lipgloss.Width(text)
		text += m.drawTab(i, named[i])
		zones = append(zones, zone{from, lipgloss.Width(text)})
	}
	return text, zones
}

// drawTab draws the number of a tab, and its name.
func (m *model) drawTab(i int, named bool) string {
	text := strconv.Itoa(i + 1)
	if named {
		text += " " + m.tabs[i].tab.name()
	}
	if i == m.active {
		return "▸" + m.styles.activeTab.Render(text)
	}
	return " " + m.styles.tab.Render(text)
}

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
