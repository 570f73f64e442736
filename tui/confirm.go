package tui

import (
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
	file := short(c.home, c.proposal.change.path())
	switch {
	case c.proposal.plan.Empty():
		return "Replace the hook program?"
	case c.proposal.plan.Removed:
		return "Remove " + file + "?"
	default:
		return "Write " + file + "?"
	}
}

func (c *confirm) page(width, height int, st *styles) page {
	choices := []string{"  No, leave everything as it is", "  Yes, make this change"}
	chosen := 0
	if c.yes {
		chosen = 1
	}
	choices[chosen] = st.selected.Render("▸" + choices[chosen][1:])
	p := lines(choices)
	p.head = []string{"", c.proposal.outcome(width), ""}
	p.foot = spaced(height, "")
	p.focus, p.focusEnd = chosen, chosen+1
	return p
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
