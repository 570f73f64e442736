package report

import "slices"

// nextStep returns the most useful next step.
func (r *Report) nextStep() Next {
	missing := r.Installed != nil && !*r.Installed
	has := func(trouble string) bool {
		return slices.ContainsFunc(r.Hooks, func(h Hook) bool { return h.Trouble == trouble })
	}
	switch {
	case has("broken"):
		return Next{"neverask doctor", "shows what is broken and how to repair it"}
	case has("cannot-run"):
		return Next{"neverask doctor", "shows what cannot run and how to repair it"}
	case has("conflict"):
		return Next{"neverask hooks conflicts", "shows how to resolve each conflict"}
	case r.Transcripts.Files == 0:
		return Next{"", "there are no transcripts yet: use Claude Code for a while, then run this again"}
	case len(r.Alike) > 0 && missing:
		return Next{"neverask install",
			"lets rules answer for you; neverask rules suggest makes them from all your past answers"}
	case len(r.Alike) > 0:
		return Next{"neverask rules suggest", "makes rules from all your past answers"}
	case missing && r.Questions.Asked > 0:
		return Next{"neverask install", "starts recording your answers; a rule for one is then a key away"}
	case r.Questions.Asked == 0:
		return Next{"neverask report --since 365d", "looks further back: Claude asked nothing in this time"}
	case missing:
		return Next{"neverask install", "installs the question hooks, which are not there yet"}
	}
	return Next{"", "nothing needs to be done"}
}
