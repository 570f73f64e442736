package kit

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// Confirm asks for a yes. No is chosen until the person chooses otherwise.
type Confirm struct {
	Heading, NoText, YesText string
	About                    func(width, height int) []string // rows between the heading and the choices
	Do                       func(*Model) tea.Cmd
	Of                       any  // what it is about
	Whole                    bool // About scrolls, and must be read to its end before a yes
	Undone                   bool // z undoes it: a yes counts before the end
	Yes                      bool
	fits                     bool // whether all of it was visible when last drawn
	shown, seen              bool // whether it is on the screen, and has been for a glance
}

// glancedMsg says that a question has been on the screen for a glance.
type glancedMsg struct{ of *Confirm }

// Still marks the message as one that changes nothing on the screen.
func (glancedMsg) Still() bool { return true }

// Take lets a yes count.
func (msg glancedMsg) Take(*Model) tea.Cmd {
	msg.of.seen = true
	return nil
}

// glance waits until a question that is new on the screen has been there for a glance.
func glance(m *Model) tea.Cmd {
	c, ok := m.Current().Layer.(*Confirm)
	if !ok || c.shown {
		return nil
	}
	c.shown = true
	return m.After(Glance, glancedMsg{c})
}

// ConfirmText returns a Confirm about a text.
func ConfirmText(heading, about, no, yes string, do func(*Model) tea.Cmd) *Confirm {
	return &Confirm{Heading: heading, NoText: no, YesText: yes, Do: do, About: func(width, height int) []string {
		return append(append(Spaced(height, ""), Wrap(about, width)...), Spaced(height, "")...)
	}}
}

// Title returns the heading of the box.
func (c *Confirm) Title() string { return c.Heading }

// Page draws the layer.
func (c *Confirm) Page(width, height int, st *Styles) Page {
	choices, chosen := NoOrYes(c.Yes, c.NoText, c.YesText, st)
	if c.Whole {
		all := height
		if len(c.About(width, height))+len(choices)+3 > height { // no blank line while there is more to read
			height = min(height, Low-1)
		}
		blank := Spaced(height, "")
		p := Lines(slices.Concat(blank, trimmed(c.About(width, height))))
		p.Foot = slices.Concat(blank, choices, blank)
		c.fits = p.Rows <= p.Room(all)
		return p
	}
	p := Lines(choices)
	p.Head, p.Foot = c.About(width, height), Spaced(height, "")
	p.Focus, p.FocusEnd = chosen, chosen+1
	return p
}

// trimmed returns rows without blank ones at the ends.
func trimmed(rows []string) []string {
	for len(rows) > 0 && rows[0] == "" {
		rows = rows[1:]
	}
	for len(rows) > 0 && rows[len(rows)-1] == "" {
		rows = rows[:len(rows)-1]
	}
	return rows
}

// NoOrYes draws two answers, one of them chosen, and says which.
func NoOrYes(isYes bool, no, yes string, st *Styles) (rows []string, chosen int) {
	rows = []string{"  " + no, "  " + yes}
	if isYes {
		chosen = 1
	}
	rows[chosen] = st.Selected.Render("▸" + rows[chosen][1:])
	return rows, chosen
}

// Bindings returns its keys.
func (c *Confirm) Bindings() []Binding {
	turn := []string{"left", "right", "tab", "h", "l"}
	if c.Whole && c.fits {
		turn = append(turn, "up", "down", "k", "j")
	}
	all := []Binding{
		Bind("yes", c.agree, "y"), Bind("no", (*Model).Back, "n"),
		Bind("choose", c.choose, "enter"), Bind("back", (*Model).Back, "esc"),
		Quiet("← →", "switch choice", func(*Model) tea.Cmd { c.Yes = !c.Yes; return nil }, turn...),
	}
	if c.Whole && !c.fits {
		on := Bind("read on", func(m *Model) tea.Cmd { m.ReadOn(); return nil }, "down", "j")
		on.SetHelp("↓", "read on")
		all = slices.Insert(all, 0, on)
	}
	return all
}

func (c *Confirm) choose(m *Model) tea.Cmd {
	if c.Yes {
		return c.agree(m)
	}
	return m.Back()
}

// agree runs the action or, on a low screen, first shows the rows not seen yet. A yes from before the question was on
// the screen was not meant for it.
func (c *Confirm) agree(m *Model) tea.Cmd {
	if !c.seen {
		m.Say("this has just been asked: answer once more")
		return nil
	}
	if c.Whole && !c.Undone && m.ReadOn() {
		m.Say("first read to the end: ↓")
		return nil
	}
	return c.Do(m)
}

// Count returns the number of rows to choose from, or 0 if there is more to read.
func (c *Confirm) Count() int {
	if c.Whole {
		return 0
	}
	return 2
}

// Move chooses another row.
func (c *Confirm) Move(by int) { c.Yes = by > 0 }

// Click chooses an answer; a second click on it takes it.
func (c *Confirm) Click(row int) func(*Model) tea.Cmd {
	switch {
	case c.Whole:
		return nil
	case c.Yes == (row == 1):
		return c.choose
	}
	c.Yes = row == 1
	return nil
}
