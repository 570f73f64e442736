package tui

import (
	"charm.land/lipgloss/v2"

	"neverask/hooks/app/trust"
	"neverask/hooks/rule/question"
	"neverask/tui/drawing"
	"neverask/tui/kit"
)

// proposalsBanner says that a project proposes rules, where that is to be
// decided about.
func (t *preferencesTab) proposalsBanner(width, height int, st *kit.Styles) []string {
	waiting := t.state.Proposals.Waiting()
	if len(waiting) == 0 {
		return nil
	}
	b, text := drawing.ProposalBadge(waiting[0].State), t.state.Proposals.Banner(t.home)
	if height < kit.Low {
		key := "; " + st.Key.Render("t") + " to review"
		head := " " + b.Draw(st) + ": "
		return []string{head + kit.FitPath(kit.Short(t.home, waiting[0].Project), width-lipgloss.Width(head)-lipgloss.Width(key)) + key}
	}
	return kit.Noted(b, text, width, st)
}

// origin says where an accepted rule comes from, and whether it holds.
func (t *preferencesTab) origin(r question.Rule, width int, st *kit.Styles) []string {
	from := "proposed by the project, accepted " + drawing.Day(r.Trusted.Accepted) + ", SHA-256 " + drawing.Brief(r.Trusted.Digest)
	all := kit.Noted(drawing.ProposalBadge(trust.Accepted), from, width, st)
	if review, read := t.state.Proposals.Of(r.Project); read && review.State != trust.Accepted {
		all = append(all, kit.Noted(drawing.ProposalBadge(review.State), drawing.ProposalText(t.home, review), width, st)...)
	}
	return all
}
