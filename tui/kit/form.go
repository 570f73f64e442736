package kit

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"neverask/diffview"
)

// A Form is fields below each other, one of which has the cursor. The form for rules embeds it,
// and adds its own parts.
type Form struct {
	Fields  []*Field
	Visible func() []*Field     // the fields that apply now
	About   func(*Field) string // explains a field; may return ""
	// Fault returns what is wrong with a field, for a line below it; "" if nothing is. It may be nil.
	Fault  func(*Field) (b Badge, text string)
	Turned func() tea.Cmd // called when a choice or a text has changed

	at     int    // the field with the cursor, among the visible ones
	on     *Field // that field itself, because others may appear before it
	lines  []int  // the fields of the rows, as last drawn
	status string // the last remark about the typed values
}

// Field is one line of a form, a text or one of some choices.
type Field struct {
	Name    string
	Label   string
	Hint    string
	Empty   string // what an empty line means
	Line    Input
	Choices []string // for a choice: the texts to draw
	Abouts  []string // the meaning of each choice; or nil
	Chosen  int
	Listed  bool   // whether each choice has a row
	first   string // its first value
}

// LabelWidth is the minimum width of the labels of a form.
const LabelWidth = 14

// labels returns the width of the labels of a form.
func (f *Form) labels() int {
	width := LabelWidth
	for _, x := range f.Fields {
		width = max(width, Width(x.Label)+2)
	}
	return width
}

// Field finds a field by its name, or returns nil.
func (f *Form) Field(name string) *Field {
	i := slices.IndexFunc(f.Fields, func(x *Field) bool { return x.Name == name })
	if i < 0 {
		return nil
	}
	return f.Fields[i]
}

// Current returns the field that has the cursor.
func (f *Form) Current() *Field {
	all := f.Visible()
	if i := slices.Index(all, f.on); i >= 0 {
		f.at = i
	}
	f.at = max(min(f.at, len(all)-1), 0)
	f.on = all[f.at]
	return f.on
}

// Choose puts the cursor into a field.
func (f *Form) Choose(x *Field) { f.on = x }

func (x *Field) said() string {
	return x.Line.Text + "\x00" + strconv.Itoa(x.Chosen)
}

// Edited reports whether the field's value differs from its first one.
func (x *Field) Edited() bool { return x.said() != x.first }

// Restart makes a text the field's first value.
func (x *Field) Restart(text string) {
	x.Line = NewInput(text)
	x.first = x.said()
}

// Explain says what the field is for, or what its choice means.
func (x *Field) Explain() string {
	switch {
	case x.Abouts != nil:
		return x.Abouts[x.Chosen]
	case x.Choices != nil && x.Hint == "":
		return "← → to choose"
	}
	return x.Hint
}

// Begin makes the fields' current values their first ones.
func (f *Form) Begin() {
	for _, x := range f.Fields {
		x.first = x.said()
	}
}

// Said returns the values of all fields.
func (f *Form) Said() (all []string) {
	for _, x := range f.Fields {
		all = append(all, x.said())
	}
	return all
}

// Edited reports whether any field's value differs from its first one.
func (f *Form) Edited() bool { return slices.ContainsFunc(f.Fields, (*Field).Edited) }

// typed reports whether a text would be lost; a choice is quickly made again.
func (f *Form) typed() bool {
	return slices.ContainsFunc(f.Fields, func(x *Field) bool { return x.Choices == nil && x.Edited() })
}

// Lay makes the page of the fields, with their explanations if there is room.
func (f *Form) Lay(title string, foot []string, width, height int, st *Styles) Page {
	head := Spaced(height, " "+st.Strong.Render(Fit(title, width-2)), "")
	room := height - len(head) - len(foot) - 3 // a field takes more when the cursor comes to it
	said := each
	rows, focus := f.rows(said, 0, width, st)
	if len(rows) > room {
		said = current
		rows, focus = f.rows(said, 0, width, st)
	}
	if spare := room + 2 - len(rows); spare > 0 { // the last blank line is left
		rows, focus = f.rows(said, spare, width, st)
	}
	p := Lines(rows)
	p.Head = head
	// The fields need the rows more than their explanations, which the help has in full.
	if last := max(height-len(p.Head)-len(rows)-1, 1) - 1; len(foot) > last+1 {
		cut := ansi.Truncate(strings.TrimRight(foot[last], " ")+" ", width-5, "")
		foot = append(foot[:last], cut[:strings.LastIndexByte(cut, ' ')]+st.Muted.Render(" … F1"))
	}
	p.Foot = append(Spaced(height, ""), foot...)
	p.Focus, p.FocusEnd = focus, focus+1
	for p.FocusEnd < len(rows) && f.lines[p.FocusEnd] == f.at {
		p.FocusEnd++
	}
	return p
}

// Which explanations are below the fields.
const (
	current = iota // of the field with the cursor
	each           // of each field; beside an empty one
)

// rows draws the fields with their explanations; the one with the cursor begins at row focus. An
// explanation that does not fit beside an empty field goes below it while there are spare rows, and
// is cut otherwise.
func (f *Form) rows(said, spare, width int, st *Styles) (rows []string, focus int) {
	f.Current()
	labels := f.labels()
	f.lines = f.lines[:0]
	for i, x := range f.Visible() {
		shown, about := *x, f.About(x)
		if i == f.at {
			focus = len(rows)
		}
		inline := i != f.at && x.Choices == nil && x.Line.Text == ""
		if inline && x.Empty == "" && about != "" {
			shown.Empty = "(" + about + ")"
		}
		told := about != "" && (i == f.at || said == each && !inline)
		var rest []string // of the explanation beside the field
		if lines := Wrap(shown.Empty, width-labels-3); inline && len(lines) > 1 && len(lines)-1 <= spare {
			spare -= len(lines) - 1
			shown.Empty, rest = lines[0], Styled(Indented(strings.Join(lines[1:], "\n"), labels+2, width-1), st.Muted)
		}
		drawn := shown.draw(i == f.at, labels, width, st)
		if long := x.long(i == f.at, width-labels-3, min(mostLongLines, spare+1)); len(long) > 1 && len(long)-1 <= spare {
			spare -= len(long) - 1
			drawn[0] = ansi.Truncate(drawn[0], labels+2, "") + long[0]
			for _, line := range long[1:] {
				drawn = append(drawn, Pad("", labels+2)+line)
			}
		}
		rows = append(append(rows, drawn...), rest...)
		if b, fault := f.fault(x); fault != "" {
			rows = append(rows, Styled(Indented(b.Sign+" "+b.Word+": "+fault, labels+2, width-1), b.Style(st))...)
		}
		if told {
			rows = append(rows, Styled(Indented(about, labels+2, width-1), st.Muted)...)
		}
		for len(f.lines) < len(rows) {
			f.lines = append(f.lines, i)
		}
	}
	return rows, focus
}

func (f *Form) fault(x *Field) (b Badge, text string) {
	if f.Fault == nil {
		return b, ""
	}
	return f.Fault(x)
}

// Foot says whether the typed values are valid.
func (f *Form) Foot(b Badge, text string, width int, st *Styles) []string {
	f.status = b.Sign + " " + b.Word + ": " + text
	return Noted(b, text, width-1, st)
}

// explained explains the typed values, and what each field is for. An entry leads to its field.
func (f *Form) explained() (all []MenuEntry) {
	add := func(group, name, key, text string, do func(*Model) tea.Cmd) {
		if text != "" {
			all = append(all, MenuEntry{Group: group, Key: key, Text: text, Name: name, Verb: "go there", Do: do})
		}
	}
	add("So far", "", "", f.status, nil)
	for _, x := range f.Visible() {
		do := func(*Model) tea.Cmd { f.Choose(x); return nil }
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

// Keys returns the keys that move between fields and choices.
func (f *Form) Keys() []Binding {
	step := func(by int) func(*Model) tea.Cmd {
		return func(*Model) tea.Cmd {
			before := f.at
			if f.Move(by); f.at == before { // past the last field follows the first
				f.Move(-by * len(f.Fields))
			}
			return nil
		}
	}
	all := []Binding{Bind("next", step(1), "tab").Means("next field"),
		Quiet("shift+tab", "the previous field", step(-1), "shift+tab")}
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
	if choose.SetHelp("← →", "choose"); x.Listed {
		choose.SetHelp("↑ ↓", "choose")
	}
	if x.Listed && x.Chosen > 0 { // past the ends, the arrows lead to other fields
		all = append(all, Quiet("↑ k", "the option above", turn(-1), "up", "k"))
	}
	if x.Listed && x.Chosen+1 < len(x.Choices) {
		all = append(all, Quiet("↓ j", "the option below", turn(1), "down", "j"))
	}
	return append(all, choose, Quiet("← →", "the previous choice", turn(-1), "left", "h"))
}

// Move puts the cursor into another field.
func (f *Form) Move(by int) {
	f.Current()
	f.at, f.on = max(f.at+by, 0), nil
	f.Current()
}

// Click goes to a field, and takes the choice in that row.
func (f *Form) Click(row int) func(*Model) tea.Cmd {
	if row >= len(f.lines) {
		return nil
	}
	f.at, f.on = f.lines[row], nil
	x, choice := f.Current(), row-slices.Index(f.lines, f.at)
	if !x.Listed || choice >= len(x.Choices) {
		return nil
	}
	x.Chosen = choice
	return f.TypedText
}

// Typing returns the line that is being edited, or nil.
func (f *Form) Typing() *Input {
	if x := f.Current(); x.Choices == nil {
		return &x.Line
	}
	return nil
}

// TypedText is called when that line has changed.
func (f *Form) TypedText(*Model) tea.Cmd {
	if f.Turned == nil {
		return nil
	}
	return f.Turned()
}

// Cancel closes the form, after a question if something was typed.
func (f *Form) Cancel(m *Model) tea.Cmd {
	form := m.Current().Layer
	return Discard(m, func(m *Model) tea.Cmd {
		m.Close(form)
		m.Say("")
		return nil
	})
}

// mostLongLines is the maximum number of lines of a text in a form.
const mostLongLines = 8

// long returns a text on as many lines as it takes, at most so many.
func (x *Field) long(active bool, room, most int) []string {
	switch {
	case x.Choices != nil || Width(x.Line.Text) < room:
		return nil
	case active:
		return x.Line.Lines(room, most)
	}
	return cut(Wrap(diffview.Visible(x.Line.Text), room), most, room)
}

func (x *Field) draw(active bool, labels, width int, st *Styles) []string {
	mark, label := "  ", st.Muted.Render(Pad(x.Label, labels))
	if active {
		mark, label = st.Selected.Render("▸ "), st.Selected.Render(Pad(x.Label, labels))
	}
	room := width - labels - 3
	switch {
	case x.Listed:
		return x.drawList(mark, label, labels, room, st)
	case x.Choices == nil && active:
		return []string{mark + label + x.Line.Draw(room, Plain)}
	case x.Choices == nil && x.Line.Text == "":
		return []string{mark + label + Fit(st.Muted.Render(x.Empty), room)}
	case x.Choices == nil:
		return []string{mark + label + Fit(diffview.Visible(x.Line.Text), room)}
	case !active:
		return []string{mark + label + Fit(x.Choices[x.Chosen], room)}
	}
	label = st.Selected.Render(Pad(x.Label, labels-1)) // the bracket is before the column of values
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
	if Width(all) > room {
		all = st.Selected.Render("[" + x.Choices[x.Chosen] + "]  " + strconv.Itoa(x.Chosen+1) + "/" +
			strconv.Itoa(len(x.Choices)))
	}
	return []string{mark + label + Fit(all, room)}
}

// drawList draws the choices below each other.
func (x *Field) drawList(mark, label string, labels, room int, st *Styles) (all []string) {
	for i, c := range x.Choices {
		sign, look := "○ ", st.Muted
		if i == x.Chosen {
			sign, look = "● ", st.Selected
		}
		all = append(all, mark+label+look.Render(Fit(sign+c, room)))
		mark, label = "  ", strings.Repeat(" ", labels)
	}
	return all
}

// Discard leaves, after a question if something was typed into a form.
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
