package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"neverask/diffview"
)

// A menu lists what can be done, finds it by what is typed, and does it. The help is one
// with the keys of the screen below; the palette has everything.
type menu struct {
	heading string
	all     []menuEntry
	rows    []menuRow
	chosen  int // a row with an entry
	find    typed
}

// A menuEntry is one thing that can be done.
type menuEntry struct {
	group, key, text, name string // safe to draw; name is what the line of keys calls it
	sought                 searchText
	do                     func(*model) tea.Cmd
}

// A menuRow is an entry, or the name of a group.
type menuRow struct {
	heading string
	entry   *menuEntry
}

func newMenu(heading string, all []menuEntry) *menu {
	for i := range all {
		all[i].sought = newSearchText(all[i].name + " " + all[i].text + " " + all[i].group)
	}
	v := &menu{heading: heading, all: all}
	v.sift()
	return v
}

// help lists all keys that do something on the screen below.
func (m *model) help() tea.Cmd {
	m.push(newMenu("Keys of neverask "+diffview.Visible(m.Version), m.keyEntries()))
	return nil
}

// keyEntries are the keys that do something now. Those of a question are only told: a
// yes is never chosen before the person chooses it.
func (m *model) keyEntries() (all []menuEntry) {
	_, asking := m.current().layer.(dialog)
	for _, b := range m.bindings() {
		text := b.Help().Desc
		if b.about != "" {
			text = b.about
		}
		e := menuEntry{group: b.group, key: b.Help().Key, text: text, name: b.Help().Desc, do: b.do}
		if asking {
			e.do = nil
		}
		all = append(all, e)
	}
	slices.SortStableFunc(all, func(a, b menuEntry) int { return groupOrder(a.group) - groupOrder(b.group) })
	return all
}

// Groups of keys, in the order of the help.
const (
	onScreen   = "This screen"
	moving     = "Moving"
	everywhere = "Everywhere"
)

func groupOrder(group string) int { return slices.Index([]string{onScreen, moving, everywhere}, group) }

func (v *menu) title() string { return v.heading }

func (v *menu) typing() *typed { return &v.find }

func (v *menu) typedText(*model) tea.Cmd {
	v.sift()
	return nil
}

// sift lists what is looked for, in groups: what has the words before what has only
// beginnings of words.
func (v *menu) sift() {
	v.rows, v.chosen = nil, 1
	needle := newNeedle(v.find.text)
	for _, whole := range []bool{true, false} {
		group := ""
		for i := range v.all {
			e := &v.all[i]
			if !needle.in(e.sought) || needle.whole(e.sought) != whole {
				continue
			}
			if e.group != group {
				group = e.group
				v.rows = append(v.rows, menuRow{heading: group})
			}
			v.rows = append(v.rows, menuRow{entry: e})
		}
	}
}

func (v *menu) page(width, height int, st *styles) page {
	column := 0
	for i := range v.all {
		column = max(column, lipgloss.Width(v.all[i].key))
	}
	needle := newNeedle(v.find.text)
	p := page{head: spaced(height, st.key.Render("› ")+v.find.draw(max(width-2, 1), plain), ""), rows: max(len(v.rows), 1)}
	if len(v.rows) > 0 {
		p.focus, p.focusEnd = v.chosen, v.chosen+1
		if v.chosen == 1 {
			p.focus = 0
		}
	}
	p.row = func(i int) string {
		switch {
		case len(v.rows) == 0:
			return st.muted.Render("nothing is called that; esc lists everything")
		case v.rows[i].heading != "":
			return st.title.Render(v.rows[i].heading)
		}
		e := v.rows[i].entry
		style, left := rowStart(i == v.chosen, st)
		row := left + st.key.Render(pad(e.key, column)) + "  " + needle.mark(fit(e.text, max(width-column-4, 1)), style)
		if i == v.chosen {
			return st.chosen(row, width)
		}
		return row
	}
	return p
}

func (v *menu) move(by int) {
	to := max(min(v.chosen+by, len(v.rows)-1), 1)
	if to < len(v.rows) && v.rows[to].entry == nil {
		if by < 0 {
			to--
		} else {
			to++
		}
	}
	v.chosen = max(min(to, len(v.rows)-1), 1)
}

func (v *menu) click(row int) func(*model) tea.Cmd {
	if row >= len(v.rows) || v.rows[row].entry == nil {
		return nil
	}
	if row == v.chosen && v.doable() {
		return v.do
	}
	v.chosen = row
	return nil
}

// doable reports whether what is chosen can be done from here.
func (v *menu) doable() bool { return v.chosen < len(v.rows) && v.rows[v.chosen].entry.do != nil }

// do closes the menu and does what is chosen.
func (v *menu) do(m *model) tea.Cmd {
	e := v.rows[v.chosen].entry
	m.pop()
	return e.do(m)
}

func (v *menu) bindings() (all []binding) {
	if v.doable() {
		all = append(all, bind("do it", v.do, "enter"))
	}
	if strings.TrimSpace(v.find.text) != "" {
		return append(all, bind("list all", func(m *model) tea.Cmd {
			v.find = typed{}
			return v.typedText(m)
		}, "esc"))
	}
	return append(all, bind("close", (*model).back, "esc"))
}
