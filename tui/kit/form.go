package kit

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"neverask/diffview"
)

// A Form is fields below each other, one of which has the cursor. The forms for
// hooks, for rules and for rules for tools embed it and say what is theirs.
type Form struct {
	Fields  []*Field
	Visible func() []*Field     // those that mean something now
	About   func(*Field) string // what one is for, "" for nothing
	Turned  func() tea.Cmd      // what follows when a choice or a text is another one
	Secret  bool                // texts may hold secrets, which are shown while they are edited

	At     int    // the field that has the cursor, of those that are visible
	hints  int    // how many rows it took to say what that is for
	status string // what was said last of what is typed
}

// Field is one line of a form: a text, or one of some choices.
type Field struct {
	Name    string
	Label   string
	Hint    string
	Empty   string // what a line without text means
	Line    Input
	Choices []string // of a choice; the texts that are drawn
	Abouts  []string // what each of them means; or nil
	Chosen  int
	first   string // what it said first
}

// LabelWidth is the width of the labels of a form.
const LabelWidth = 14

// Field finds a field by its name; nil when the form has none of it.
func (f *Form) Field(name string) *Field {
	i := slices.IndexFunc(f.Fields, func(x *Field) bool { return x.Name == name })
	if i < 0 {
		return nil
	}
	return f.Fields[i]
}

// Current is the field that has the cursor.
func (f *Form) Current() *Field {
	all := f.Visible()
	f.At = max(min(f.At, len(all)-1), 0)
	return all[f.At]
}

func (x *Field) said() string { return x.Line.Text + "\x00" + strconv.Itoa(x.Chosen) }

// Edited reports whether the field says something else than first.
func (x *Field) Edited() bool { return x.said() != x.first }

// Explain says what the field is for, or what is chosen in it.
func (x *Field) Explain() string {
	switch {
	case x.Abouts != nil:
		return x.Abouts[x.Chosen]
	case x.Choices != nil && x.Hint == "":
		return "← → to choose"
	}
	return x.Hint
}

// Begin takes what the fields say as what they say first.
func (f *Form) Begin() {
	for _, x := range f.Fields {
		x.first = x.said()
	}
}

// Said are the values of all fields.
func (f *Form) Said() (all []string) {
	for _, x := range f.Fields {
		all = append(all, x.said())
	}
	return all
}

// Edited reports whether any field says something else than first.
func (f *Form) Edited() bool { return slices.ContainsFunc(f.Fields, (*Field).Edited) }

// typed reports whether a text would be lost; what was chosen is chosen again quickly.
func (f *Form) typed() bool {
	return slices.ContainsFunc(f.Fields, func(x *Field) bool { return x.Choices == nil && x.Edited() })
}

// Lay makes the page of the fields.
func (f *Form) Lay(title string, foot []string, width, height int, st *Styles) Page {
	f.Current()
	var rows []string
	focus := 0
	for i, x := range f.Visible() {
		if i != f.At {
			shown := *x
			if f.Secret && x.Choices == nil {
				shown.Line.Text = diffview.RedactCommand(x.Line.Text)
			}
			rows = append(rows, shown.draw(false, width, st))
			continue
		}
		focus = len(rows)
		rows = append(rows, x.draw(true, width, st))
		if about := f.About(x); about != "" {
			rows = append(rows, Styled(Indented(about, LabelWidth+2, width-1), st.Muted)...)
		}
		f.hints = len(rows) - focus - 1
	}
	p := Lines(rows)
	p.Head = Spaced(height, " "+st.Strong.Render(Fit(title, width-2)), "")
	// The fields need the rows more than what is said of them, which the help has whole.
	if len(foot) > 1 && len(p.Head)+len(rows)+1+len(foot) > height {
		cut := ansi.Truncate(strings.TrimRight(foot[0], " ")+" ", width-5, "")
		foot = []string{cut[:strings.LastIndexByte(cut, ' ')] + st.Muted.Render(" … F1")}
	}
	p.Foot = append(Spaced(height, ""), foot...)
	p.Focus, p.FocusEnd = focus, focus+1+f.hints
	return p
}

// Foot says whether what is typed would hold.
func (f *Form) Foot(b Badge, text string, width int, st *Styles) []string {
	f.status = b.Sign + " " + b.Word + ": " + text
	return Noted(b, text, width, st)
}

// explained says what there is to be known of what is typed, and what each field is for;
// it goes to the one that is chosen.
func (f *Form) explained(width int) (all []MenuEntry) {
	add := func(group, name, key, text string, do func(*Model) tea.Cmd) {
		for _, line := range Wrap(text, width) {
			all = append(all, MenuEntry{Group: group, Key: key, Text: line, Name: name, Do: do})
			key = ""
		}
	}
	add("So far", "", "", f.status, nil)
	for i, x := range f.Visible() {
		do := func(*Model) tea.Cmd { f.At = i; return nil }
		if n := len(x.Abouts); n == 0 || n > 8 {
			add("Fields", x.Label, x.Label, f.About(x), do)
			continue
		}
		for j, about := range x.Abouts {
			add("Fields", x.Label, map[bool]string{true: x.Label}[j == 0], x.Choices[j]+": "+about, do)
		}
	}
	return all
}

// Keys are those that move between fields and choices.
func (f *Form) Keys() []Binding {
	step := func(by int) func(*Model) tea.Cmd {
		return func(*Model) tea.Cmd { f.Move(by); return nil }
	}
	all := []Binding{Bind("next", step(1), "tab").Means("next field"), Quiet("shift+tab", "the previous field", step(-1), "shift+tab")}
	x := f.Current()
	if len(x.Choices) < 2 {
		return all
	}
	turn := func(by int) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd {
			x.Chosen = (x.Chosen + by + len(x.Choices)) % len(x.Choices)
			return f.TypedText(m)
		}
	}
	choose := Bind("choose", turn(1), "right", "space", "l")
	choose.SetHelp("← →", "choose")
	return append(all, choose, Quiet("←", "the previous choice", turn(-1), "left", "h"))
}

// Move puts the cursor into another field.
func (f *Form) Move(by int) {
	f.At = max(f.At+by, 0)
	f.Current()
}

// Click goes to a field.
func (f *Form) Click(row int) func(*Model) tea.Cmd {
	f.Current()
	if row > f.At {
		row = max(row-f.hints, f.At)
	}
	f.At = row
	f.Current()
	return nil
}

// Typing is the line that is being edited, or nil.
func (f *Form) Typing() *Input {
	if x := f.Current(); x.Choices == nil {
		return &x.Line
	}
	return nil
}

// TypedText is what follows when that line has changed.
func (f *Form) TypedText(*Model) tea.Cmd {
	if f.Turned == nil {
		return nil
	}
	return f.Turned()
}

// Cancel closes the form, after a question when something was typed.
func (f *Form) Cancel(m *Model) tea.Cmd {
	form := m.Current().Layer
	return Discard(m, func(m *Model) tea.Cmd {
		m.Close(form)
		m.Say("")
		return nil
	})
}

func (x *Field) draw(active bool, width int, st *Styles) string {
	mark, label := "  ", st.Muted.Render(Pad(x.Label, LabelWidth))
	if active {
		mark, label = st.Selected.Render("▸ "), st.Selected.Render(Pad(x.Label, LabelWidth))
	}
	room := width - LabelWidth - 3
	if x.Choices == nil {
		switch {
		case active:
			return mark + label + x.Line.Draw(room, Plain)
		case x.Line.Text == "":
			return mark + label + Fit(st.Muted.Render(x.Empty), room)
		}
		return mark + label + Fit(diffview.Visible(x.Line.Text), room)
	}
	if !active {
		return mark + label + Fit(x.Choices[x.Chosen], room)
	}
	label = st.Selected.Render(Pad(x.Label, LabelWidth-1)) // the bracket stands before the column of values
	room++
	var names []string
	for i, c := range x.Choices {
		if i == x.Chosen {
			c = st.Selected.Render("[" + c + "]")
		} else {
			c = st.Muted.Render(" " + c + " ")
		}
		names = append(names, c)
	}
	all := strings.Join(names, " ")
	if lipgloss.Width(all) > room {
		all = st.Selected.Render("[" + x.Choices[x.Chosen] + "]  " + strconv.Itoa(x.Chosen+1) + "/" + strconv.Itoa(len(x.Choices)))
	}
	return mark + label + Fit(all, room)
}

// Discard leaves, after a question when something was typed into a form.
func Discard(m *Model, leave func(*Model) tea.Cmd) tea.Cmd {
	if !slices.ContainsFunc(m.Layers, func(s Shown) bool {
		f, ok := s.Layer.(interface{ typed() bool })
		return ok && f.typed()
	}) {
		return leave(m)
	}
	m.Push(ConfirmText("Discard what you typed?", "It hasn't been saved.", "No, keep typing", "Yes, discard it", leave))
	return nil
}
