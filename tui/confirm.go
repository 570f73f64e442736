package tui

import (
	"neverask/diffview"

	tea "charm.land/bubbletea/v2"
)

// confirm asks whether to apply a plan. No is chosen until the person chooses
// otherwise.
type confirm struct {
	home     string
	proposal *proposal
	yes      bool
}

func (c *confirm) title() string {
	switch parts := c.proposal.parts; {
	case len(parts) == 0:
		return "Replace the hook program?"
	case len(parts) > 1:
		return "Change " + diffview.Count(len(parts), "file") + "?"
	case parts[0].plan.Removed:
		return "Remove " + short(c.home, parts[0].plan.Path) + "?"
	default:
		return "Write " + short(c.home, parts[0].plan.Path) + "?"
	}
}

func (c *confirm) page(width, height int, st *styles) page {
	choices, chosen := noOrYes(c.yes, "No, leave everything as it is", "Yes, make this change", st)
	p := lines(choices)
	p.head = []string{"", c.proposal.outcome(width), ""}
	if parts := c.proposal.parts; len(parts) > 1 {
		p.head = spaced(height, "")
		for _, one := range parts {
			p.head = append(p.head, fitPath(short(c.home, one.plan.Path), width))
		}
		p.head = append(append(p.head, c.proposal.outcome(width)), spaced(height, "")...)
	}
	p.foot = spaced(height, "")
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
		bind("yes", c.apply, "y"), bind("no", (*model).back, "n"),
		bind("choose", c.choose, "enter"), bind("back", (*model).back, "esc"),
		quiet("← →", "the other choice", func(*model) tea.Cmd { c.yes = !c.yes; return nil }, "left", "right", "tab", "h", "l"),
	}
}

func (c *confirm) apply(m *model) tea.Cmd { return m.apply(c.proposal) }

func (c *confirm) choose(m *model) tea.Cmd {
	if c.yes {
		return m.apply(c.proposal)
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
