package report

import (
	"fmt"
	"slices"

	"neverask/diffview"
)

// nextStep returns the most useful next step.
func (r *Report) nextStep() Next {
	habits := fmt.Sprintf("you always answer %s the same way", diffview.Count(len(r.Alike), "question"))
	broken := slices.ContainsFunc(r.Hooks, func(h Hook) bool { return h.Trouble == "broken" })
	inTheWay := slices.ContainsFunc(r.Hooks, func(h Hook) bool { return h.Trouble == "conflict" })
	switch {
	case broken:
		return Next{"neverask doctor", "to see what is broken, and how to repair it"}
	case inTheWay:
		return Next{"neverask hooks conflicts", "to see how to resolve each conflict"}
	case r.Transcripts.Files == 0:
		return Next{"", "there are no transcripts yet: use Claude Code for a while, then run this again"}
	case len(r.Alike) > 0 && !r.Installed:
		return Next{"neverask install", habits + "; neverask rules suggest then makes rules of them"}
	case len(r.Alike) > 0:
		return Next{"neverask rules suggest", habits + "; it makes rules of them"}
	case !r.Installed && r.Questions.Asked > 0:
		return Next{"neverask install", "then neverask records your answers, and a rule for one is a key away"}
	case r.Questions.Asked == 0:
		return Next{"neverask report --since 365d", "Claude asked nothing in this time"}
	case !r.Installed:
		return Next{"neverask install", "nothing is installed yet"}
	}
	return Next{"", "nothing needs to be done"}
}
