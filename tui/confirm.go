package tui

import tea "charm.land/bubbletea/v2"

// confirm asks for a yes. No is chosen until the person chooses otherwise.
type confirm struct {
	heading, noText, yesText string
	about                    func(width, height int) []string // rows between the heading and the choices
	do                       func(*model) tea.Cmd
	of                       any // what it is about
	yes                      bool
}

// confirmText asks for a yes to what a sentence is about.
func confirmText(heading, about, no, yes string, do func(*model) tea.Cmd) *confirm {
	return &confirm{heading: heading, noText: no, yesText: yes, do: do, about: func(width, height int) []string {
		return append(append(spaced(height, ""), wrap(about, width)...), spaced(height, "")...)
	}}
}

func (c *confirm) title() string { return c.heading }

func (c *confirm) page(width, height int, st *styles) page {
	choices, chosen := noOrYes(c.yes, c.noText, c.yesText, st)
	p := lines(choices)
	p.head, p.foot = c.about(width, height), spaced(height, "")
	p.focus, p.focusEnd = chosen, chosen+1
	return p
}

// noOrYes draws two answers, one of them chosen, and says which.
func noOrYes(isYes bool, no, yes string, st *styles) (rows []string, chosen int) {
	rows = []string{"  " + no, "  " + yes}
	if isYes {
		chosen = 1
	}
	rows[chosen] = st.selected.Render("▸" + rows[chosen][1:])
	return rows, chosen
}

func (c *confirm) bindings() []binding {
	return []binding{
		bind("yes", c.do, "y"), bind("no", (*model).back, "n"),
		bind("choose", c.choose, "enter"), bind("back", (*model).back, "esc"),
		quiet("← →", "the other choice", func(*model) tea.Cmd { c.yes = !c.yes; return nil }, "left", "right", "tab", "h", "l"),
	}
}

func (c *confirm) choose(m *model) tea.Cmd {
	if c.yes {
		return c.do(m)
	}
	return m.back()
}

func (c *confirm) move(by int) { c.yes = by > 0 }

// click chooses; only a second click on the same choice does it.
func (c *confirm) click(row int) func(*model) tea.Cmd {
	if c.yes == (row == 1) {
		return c.choose
	}
	c.yes = row == 1
	return nil
}
