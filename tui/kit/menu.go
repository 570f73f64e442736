package kit

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// A Menu lists actions, finds them by typed words, and does them. The help is a menu of the keys
// of the screen below; the palette has everything.
type Menu struct {
	heading string
	all     []MenuEntry
	Rows    []menuRow
	Chosen  int         // the index of the chosen row, or 0
	reading bool        // for reading: nothing is chosen before the person moves or types
	rest    []MenuEntry // not listed until requested or searched for
	find    Input
	Room    int  // minimum rows of the box: those of everything, so that it stays in place while less is found
	Aside   bool // keys are drawn after the texts
	width   int  // the width that lines are for
	lines   []menuLine
}

// A menuLine is a drawn line of a row.
type menuLine struct {
	row   int
	first bool
	text  string
}

// widestGroup is the maximum width of a group's name after a found entry.
const widestGroup = 12

// mostLines is the maximum number of lines of an entry.
const mostLines = 3

// cut shortens lines of a width to the given number of them.
func cut(all []string, most, width int) []string {
	if len(all) <= most {
		return all
	}
	return append(all[:most-1], Fit(strings.Join(all[most-1:], " "), width))
}

// drawn returns the lines of the rows, for a width of their text.
func (v *Menu) drawn(width int) []menuLine {
	if v.lines != nil && v.width == width {
		return v.lines
	}
	v.width, v.lines = width, []menuLine{}
	for i, r := range v.Rows {
		all := []string{r.heading}
		if r.Entry != nil {
			all[0] = r.Entry.Text
		}
		if len(all[0]) > width { // bytes are never fewer than columns
			all = cut(Wrap(all[0], width), mostLines, width)
		}
		for j, text := range all {
			v.lines = append(v.lines, menuLine{i, j == 0, text})
		}
	}
	if v.find.Text == "" {
		v.Room = max(v.Room, len(v.lines))
	}
	return v.lines
}

// A MenuEntry is one action.
type MenuEntry struct {
	Group, Key, Text, Name string // safe to draw; Name is its name on the help line
	Verb                   string // what enter does with it; "" for run
	Also                   string // other words that find it, not shown
	sought                 SearchText
	Do                     func(*Model) tea.Cmd
	Look                   *Styles // of the screen while it is chosen; or nil
}

// A menuRow is an entry, or the name of a group.
type menuRow struct {
	heading string
	Entry   *MenuEntry
}

// NewMenu lists entries under a heading.
func NewMenu(heading string, all []MenuEntry) *Menu {
	v := &Menu{heading: heading}
	v.Add(all)
	return v
}

// Add lists more entries after the others, and keeps the choice.
func (v *Menu) Add(more []MenuEntry) {
	chosen := v.Chosen
	for _, e := range more {
		name, about, _ := strings.Cut(e.Text, ": ")
		e.sought = NewSearchText(strings.TrimSpace(e.Name+" "+name)+" "+e.Group, about).And(e.Also)
		if v.Room++; len(v.all) == 0 || v.all[len(v.all)-1].Group != e.Group {
			v.Room++
		}
		v.all = append(v.all, e)
	}
	v.sift()
	v.Move(max(chosen-1, 0))
}

// On chooses the entry at an index, or else the first one, and returns the menu.
func (v *Menu) On(i int) *Menu {
	if i >= 0 {
		v.Chosen = slices.IndexFunc(v.Rows, func(r menuRow) bool { return r.Entry == &v.all[i] })
	}
	return v
}

// Title returns the heading of the box.
func (v *Menu) Title() string { return v.heading }

// Typing returns the line that is being edited, or nil.
func (v *Menu) Typing() *Input { return &v.find }

// TypedText is called when that line has changed. It searches all entries.
func (v *Menu) TypedText(m *Model) tea.Cmd {
	v.listRest()
	v.sift()
	return nil
}

func (v *Menu) listRest() {
	rest := v.rest
	v.rest = nil
	v.Add(rest)
}

// restFirst lists the rest before what is listed already, so that it shows.
func (v *Menu) restFirst(*Model) tea.Cmd {
	n := len(v.all)
	v.listRest()
	v.all = slices.Concat(v.all[n:], v.all[:n])
	v.sift()
	return nil
}

// sift lists everything by group or, for a search, the matches, each with its group: entries with the
// words, the best first, or, if there are none, entries whose name has their letters close together.
// A single letter must begin a word, if it begins any.
func (v *Menu) sift() {
	v.Rows, v.Chosen, v.lines = nil, 1, nil
	if v.reading && v.find.Text == "" {
		v.Chosen = 0
	}
	needle, group := NewNeedle(v.find.Text), ""
	list := func(e *MenuEntry) {
		under := e.Group
		if len(needle.Words) > 0 {
			under = "Found"
		}
		if under != group {
			group = under
			v.Rows = append(v.Rows, menuRow{heading: group})
		}
		v.Rows = append(v.Rows, menuRow{Entry: e})
	}
	for rank := range missed {
		if len(v.Rows) > 0 && (rank == firstLoose || rank == inside && len(v.find.Text) == 1) {
			return
		}
		for i := range v.all {
			if e := &v.all[i]; needle.rank(&e.sought, rank > inside) == rank {
				list(e)
			}
		}
	}
}

// Page draws the layer.
func (v *Menu) Page(width, height int, st *Styles) Page {
	needle, column, group, key := NewNeedle(v.find.Text), 0, 0, 0
	for i := range v.all {
		if column = max(column, Width(v.all[i].Key)+2); len(needle.Words) > 0 {
			group = max(group, min(Width(v.all[i].Group), widestGroup)+2)
		}
	}
	if v.Aside {
		column, key = 0, column
	}
	lines := v.drawn(max(width-column-group-key-2, 1))
	p := Page{
		Head: Spaced(height, st.Key.Render("› ")+v.find.Draw(max(width-2, 1), Plain), ""),
		Rows: max(len(lines), 1), least: v.Room,
	}
	of := func(l menuLine) bool { return l.row == v.Chosen }
	if p.Focus = max(slices.IndexFunc(lines, of), 0); len(lines) > 0 {
		for p.FocusEnd = p.Focus; p.FocusEnd < len(lines) && of(lines[p.FocusEnd]); p.FocusEnd++ {
		}
	}
	if v.Chosen == 1 {
		p.Focus = 0
	}
	p.entries = func(n int) (count int) {
		for i, l := range lines[:n] {
			if v.Rows[l.row].Entry != nil && (i+1 == len(lines) || lines[i+1].first) {
				count++
			}
		}
		return count
	}
	p.Row = func(i int) string {
		if len(lines) == 0 {
			return st.Muted.Render("No matches. Press esc to close")
		}
		l := lines[i]
		e := v.Rows[l.row].Entry
		if e == nil {
			return st.Title.Render(l.text)
		}
		style, left := RowStart(l.row == v.Chosen, st)
		if !l.first {
			left = Pad("", column+2)
		} else if column > 0 {
			left += st.Key.Render(Pad(e.Key, column))
		}
		row := left + needle.Mark(l.text, style)
		if l.first && group+key > 0 {
			row = Pad(row, width-group-key) + Pad(needle.Mark("  "+e.Group, st.Muted), group) + st.Key.Render(Right(e.Key, key))
		}
		if l.row != v.Chosen {
			return row
		}
		return st.Bar(row, width)
	}
	return p
}

// Move chooses another row.
func (v *Menu) Move(by int) {
	to := max(min(v.Chosen+by, len(v.Rows)-1), 1)
	if to < len(v.Rows) && v.Rows[to].Entry == nil {
		if by < 0 {
			to--
		} else {
			to++
		}
	}
	v.Chosen = max(min(to, len(v.Rows)-1), 1)
}

// Click chooses a row; a second click on it runs it.
func (v *Menu) Click(row int) func(*Model) tea.Cmd {
	if row >= len(v.lines) || v.Rows[v.lines[row].row].Entry == nil {
		return nil
	}
	row = v.lines[row].row
	if row == v.Chosen && v.doable() {
		return v.do
	}
	v.Chosen = row
	return nil
}

// entry returns the chosen entry; an empty one if nothing is listed.
func (v *Menu) entry() MenuEntry {
	if v.Chosen < len(v.Rows) && v.Rows[v.Chosen].Entry != nil {
		return *v.Rows[v.Chosen].Entry
	}
	return MenuEntry{}
}

// doable reports whether the chosen entry can be run from here.
func (v *Menu) doable() bool { return v.entry().Do != nil }

// do closes the menu, and runs the chosen entry.
func (v *Menu) do(m *Model) tea.Cmd {
	e := v.entry()
	m.Pop()
	return e.Do(m)
}

// Bindings returns its keys.
func (v *Menu) Bindings() (all []Binding) {
	if v.doable() {
		all = append(all, Bind(cmp.Or(v.entry().Verb, "run"), v.do, "enter"))
	}
	switch again := []string{"?", "f1", "ctrl+g"}; { // the keys that opened it
	case !v.reading || v.find.Text != "":
	case len(v.rest) > 0:
		all = append(all, Bind("all keys", v.restFirst, again...).whileTyping())
	default:
		all = append(all, Quiet("?", "close", (*Model).Back, again...).whileTyping())
	}
	return append(all, Bind("close", (*Model).Back, "esc"))
}
