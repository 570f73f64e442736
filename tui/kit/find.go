package kit

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"neverask/diffview"
)

// A Find has the search words of a list, and says whether they are being typed.
type Find struct {
	Line   Input
	Active bool
}

// Typing returns the line while it is typed, or nil.
func (f *Find) Typing() *Input {
	if f.Active {
		return &f.Line
	}
	return nil
}

// Needle returns the search.
func (f *Find) Needle() Needle { return NewNeedle(f.Line.Text) }

// Keys returns the keys of a list with a search: find and, if rows are hidden, the key that shows
// them again. sifted says that a filter hides rows, too.
func (f *Find) Keys(sifted bool, all func(*Model) tea.Cmd) []Binding {
	if !sifted && f.Line.Text == "" {
		return []Binding{f.Binding()}
	}
	return []Binding{f.Binding(), f.back(sifted, all)}
}

// back first clears the words, and then, or if no filter hides rows, shows everything.
func (f *Find) back(sifted bool, all func(*Model) tea.Cmd) Binding {
	if !sifted || !f.Active && f.Line.Text == "" {
		return Bind("show all", all, "esc").Means("show all rows again")
	}
	return Bind("end search", func(m *Model) tea.Cmd {
		*f = Find{}
		if t, is := m.Current().Layer.(typist); is {
			return t.TypedText(m)
		}
		return nil
	}, "esc").Means("forget the words; the filter stays")
}

// NoMatches says that nothing is listed, and which key lists more, by its name on the help line.
func (f *Find) NoMatches(sifted bool, st *Styles) []string {
	return []string{st.Muted.Render(" No matches. Press esc to " + f.back(sifted, nil).Help().Desc)}
}

// Binding returns the key that starts typing.
func (f *Find) Binding() Binding {
	return Bind("find", func(*Model) tea.Cmd { f.Active, f.Line.selected = true, f.Line.Text != ""; return nil },
		"/").Means("find rows by their words")
}

// Bindings returns the keys while the filter is typed: enter keeps the words, esc takes them back.
func (f *Find) Bindings(sifted bool, all func(*Model) tea.Cmd) []Binding {
	return []Binding{
		Bind("done", func(*Model) tea.Cmd { f.Active = false; return nil }, "enter"),
		f.back(sifted, all),
	}
}

// Draw returns the line while it is typed or if it filters, or "".
func (f *Find) Draw(width int, st *Styles) string {
	switch {
	case f.Active:
		return st.Key.Render("/") + " " + f.Line.Draw(max(width-2, 1), st.Strong)
	case f.Line.Text != "":
		return st.Key.Render("/") + " " + st.Strong.Render(Fit(diffview.Visible(f.Line.Text), width-2))
	}
	return ""
}

// Listed says what is listed, after the line if there is one: as many of the texts as fit, the
// most important first.
func (f *Find) Listed(about []string, width int, st *Styles) string {
	line := f.Draw(width/2, st)
	for len(about) > 1 && Width(line+strings.Join(about, " · ")) > width-3 {
		about = about[:len(about)-1]
	}
	text := ""
	for i, part := range about {
		if i > 0 {
			text += st.Muted.Render(" · ")
		}
		if ansi.Strip(part) == part { // else it has a look of its own
			part = st.Muted.Render(part)
		}
		text += part
	}
	if line == "" {
		return Fit(" "+text, width)
	}
	return Fit(" "+Ends(line, text, width-2), width)
}
