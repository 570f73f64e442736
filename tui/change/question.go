package change

import (
	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/tui/kit"
)

// confirmChange asks whether to apply a plan.
func confirmChange(home string, p *Proposal) *kit.Confirm {
	c := &kit.Confirm{Of: p, NoText: "No, leave everything as it is", YesText: "Yes, make this change", Do: func(m *kit.Model) tea.Cmd { return m.Send(applyMsg{p}) }}
	switch parts := p.Parts; {
	case len(parts) == 0:
		title, _ := p.onProgram()
		c.Heading = title + "?"
	case len(parts) > 1:
		c.Heading = "Change " + diffview.Count(len(parts), "file") + "?"
	case parts[0].Plan.Removed:
		c.Heading = "Remove " + kit.Short(home, parts[0].Plan.Path) + "?"
	default:
		c.Heading = "Write " + kit.Short(home, parts[0].Plan.Path) + "?"
	}
	c.About = func(width, height int) []string {
		if len(p.Parts) < 2 {
			return []string{"", p.outcome(width), ""}
		}
		rows := kit.Spaced(height, "")
		for _, one := range p.Parts {
			rows = append(rows, kit.FitPath(kit.Short(home, one.Plan.Path), width))
		}
		return append(append(rows, p.outcome(width)), kit.Spaced(height, "")...)
	}
	return c
}
