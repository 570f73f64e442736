package home

import (
	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// contraryCards returns the card about standing answers that the person went against.
func (o report) contraryCards() []card {
	rules := o.state.Rules
	all := rules.Lines.Contrary()
	if len(all) == 0 {
		return nil
	}
	first := all[0]
	return []card{{
		id: "contrary", badge: kit.Mark("▲", "", kit.Warn),
		title: "You went against " + diffview.Count(len(all), "standing answer"),
		text: "Claude is told “" + kit.Clean(o.home, first.Line.Text) + "”, and you answered “" +
			kit.Clean("", first.Contrary[len(first.Contrary)-1].Answer) + "”" + more(len(all)-1),
		verb: "see", do: func(m *kit.Model) (cmd tea.Cmd) {
			rules.Wanted = rulestate.StandingAnswerKey(first.Line)
			return m.Send(kit.GoMsg{Place: "Rules"})
		},
	}}
}
