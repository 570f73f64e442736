package tui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"neverask/diffview"
)

// A form is fields below each other, one of which has the cursor. The forms for
// hooks, for rules and for rules for tools embed it and say what is theirs.
type form struct {
	fields  []*formField
	visible func() []*formField     // those that mean something now
	about   func(*formField) string // what one is for, "" for nothing
	turned  func() tea.Cmd          // what follows when a choice or a text is another one
	secret  bool                    // texts may hold secrets, which are shown while they are edited

	at    int // the field that has the cursor, of those that are visible
	hints int // how many rows it took to say what that is for
}

// formField is one line of a form: a text, or one of some choices.
type formField struct {
	name    string
	label   string
	hint    string
	line    typed
	choices []string // of a choice; the texts that are drawn
	abouts  []string // what each of them means; or nil
	chosen  int
	first   string // what it said first
}

// labelWidth is the width of the labels of a form.
const labelWidth = 14

// field finds a field by its name; nil when the form has none of it.
func (f *form) field(name string) *formField {
	i := slices.IndexFunc(f.fields, func(x *formField) bool { return x.name == name })
	if i < 0 {
		return nil
	}
	return f.fields[i]
}

// current is the field that has the cursor.
func (f *form) current() *formField {
	all := f.visible()
	f.at = max(min(f.at, len(all)-1), 0)
	return all[f.at]
}

func (x *formField) said() string { return x.line.text + "\x00" + strconv.Itoa(x.chosen) }

// edited reports whether the field says something else than first.
func (x *formField) edited() bool { return x.said() != x.first }

// explain says what the field is for, or what is chosen in it.
func (x *formField) explain() string {
	switch {
	case x.abouts != nil:
		return x.abouts[x.chosen]
	case x.choices != nil && x.hint == "":
		return "← → chooses"
	}
	return x.hint
}

// begin takes what the fields say as what they say first.
func (f *form) begin() {
	for _, x := range f.fields {
		x.first = x.said()
	}
}

// said are the values of all fields.
func (f *form) said() (all []string) {
	for _, x := range f.fields {
		all = append(all, x.said())
	}
	return all
}

func (f *form) edited() bool { return slices.ContainsFunc(f.fields, (*formField).edited) }

// lay makes the page of the fields.
func (f *form) lay(title string, foot []string, width, height int, st *styles) page {
	f.current()
	var rows []string
	focus := 0
	for i, x := range f.visible() {
		if i != f.at {
			shown := *x
			if f.secret && x.choices == nil {
				shown.line.text = diffview.RedactCommand(x.line.text)
			}
			rows = append(rows, shown.draw(false, width, st))
			continue
		}
		focus = len(rows)
		rows = append(rows, x.draw(true, width, st))
		if about := f.about(x); about != "" {
			rows = append(rows, styled(indented(about, labelWidth+2, width), st.muted)...)
		}
		f.hints = len(rows) - focus - 1
	}
	p := lines(rows)
	p.head = spaced(height, " "+st.strong.Render(fit(title, width-2)), "")
	p.foot = foot
	p.focus, p.focusEnd = focus, min(focus+2, len(rows))
	return p
}

// foot says whether what is typed would hold.
func (f *form) foot(b badge, text string, width, height int, st *styles) []string {
	all := noted(b, text, width, st)
	if len(all) > 2 && height < low {
		all = all[:2]
	}
	return append(spaced(height, ""), all...)
}

// keys are those that move between fields and choices.
func (f *form) keys() []binding {
	step := func(by int) func(*model) tea.Cmd {
		return func(*model) tea.Cmd { f.move(by); return nil }
	}
	all := []binding{bind("next", step(1), "tab").means("the next field"), quiet("shift+tab", "the field before", step(-1), "shift+tab")}
	x := f.current()
	if len(x.choices) < 2 {
		return all
	}
	turn := func(by int) func(*model) tea.Cmd {
		return func(m *model) tea.Cmd {
			x.chosen = (x.chosen + by + len(x.choices)) % len(x.choices)
			return f.typedText(m)
		}
	}
	choose := bind("choose", turn(1), "right", "space", "l")
	choose.SetHelp("← →", "choose")
	return append(all, choose, quiet("←", "the choice before", turn(-1), "left", "h"))
}

func (f *form) move(by int) {
	f.at = max(f.at+by, 0)
	f.current()
}

// click goes to a field.
func (f *form) click(row int) func(*model) tea.Cmd {
	f.current()
	if row > f.at {
		row = max(row-f.hints, f.at)
	}
	f.at = row
	f.current()
	return nil
}

func (f *form) typing() *typed {
	if x := f.current(); x.choices == nil {
		return &x.line
	}
	return nil
}

func (f *form) typedText(*model) tea.Cmd {
	if f.turned == nil {
		return nil
	}
	return f.turned()
}

// cancel closes the form, after a question when something was typed.
func (f *form) cancel(m *model) tea.Cmd {
	if !f.edited() {
		return m.back()
	}
	m.push(&discard{close: func(m *model) {
		m.pop()
		m.pop()
	}})
	return nil
}

func (x *formField) draw(active bool, width int, st *styles) string {
	mark, label := "  ", st.muted.Render(pad(x.label, labelWidth))
	if active {
		mark, label = st.selected.Render("▸ "), st.selected.Render(pad(x.label, labelWidth))
	}
	room := width - labelWidth - 3
	if x.choices == nil {
		if active {
			return mark + label + x.line.draw(room, plain)
		}
		return mark + label + fit(diffview.Visible(x.line.text), room)
	}
	if !active {
		return mark + label + fit(x.choices[x.chosen], room)
	}
	var names []string
	for i, c := range x.choices {
		if i == x.chosen {
			c = st.selected.Render("[" + c + "]")
		} else {
			c = st.muted.Render(" " + c + " ")
		}
		names = append(names, c)
	}
	all := strings.Join(names, " ")
	if lipgloss.Width(all) > room {
		all = st.selected.Render("[" + x.choices[x.chosen] + "]  " + strconv.Itoa(x.chosen+1) + "/" + strconv.Itoa(len(x.choices)))
	}
	return mark + label + fit(all, room)
}

// discard asks whether to throw away what was typed into a form.
type discard struct{ close func(*model) }

func (d *discard) title() string { return "Throw away what you typed?" }

func (d *discard) page(width, height int, _ *styles) page {
	return lines(spaced(height, "", "Nothing of it was saved.", ""))
}

func (d *discard) bindings() []binding {
	return []binding{
		bind("throw away", func(m *model) tea.Cmd { d.close(m); return nil }, "y"),
		bind("go on editing", (*model).back, "esc", "n", "enter"),
	}
}
