package tui

import (
	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
)

// confirmChange asks whether to apply a plan.
func confirmChange(home string, p *proposal) *confirm {
	c := &confirm{of: p, noText: "No, leave everything as it is", yesText: "Yes, make this change", do: func(m *model) tea.Cmd { return m.send(applyMsg{p}) }}
	switch parts := p.parts; {
	case len(parts) == 0:
		c.heading = "Replace the hook program?"
	case len(parts) > 1:
		c.heading = "Change " + diffview.Count(len(parts), "file") + "?"
	case parts[0].plan.Removed:
		c.heading = "Remove " + short(home, parts[0].plan.Path) + "?"
	default:
		c.heading = "Write " + short(home, parts[0].plan.Path) + "?"
	}
	c.about = func(width, height int) []string {
		if len(p.parts) < 2 {
			return []string{"", p.outcome(width), ""}
		}
		rows := spaced(height, "")
		for _, one := range p.parts {
			rows = append(rows, fitPath(short(home, one.plan.Path), width))
		}
		return append(append(rows, p.outcome(width)), spaced(height, "")...)
	}
	return c
}
