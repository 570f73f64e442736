package tui

import (
	"strings"

	"neverask/diffview"
	"neverask/hooks/app/trust"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/tui/kit"
)

// How rules are put into words. All of it is safe to draw.

// modeBadge is a mode as a sign and a word.
func modeBadge(mode question.Mode) kit.Badge {
	switch mode {
	case question.NeverAsk:
		return kit.Mark("●", "never ask", kit.Good)
	case question.AskOnlyForOneWay:
		return kit.Mark("◐", "reversible", kit.Good)
	case question.PreferMode:
		return kit.Mark("◇", "prefer", kit.Calm)
	default:
		return kit.Mark("○", "always ask", kit.Warn)
	}
}

// matchText says what a rule matches.
func matchText(m question.Match) string {
	var parts []string
	r := question.Rule{Match: m}
	for _, f := range question.Fields() {
		switch value := f.Of(&r).String(); {
		case value == "" || f.In != "match":
		case f.Name == "text" || f.Name == "exact":
			parts = append(parts, value)
		default:
			parts = append(parts, f.Label+" "+value)
		}
	}
	return diffview.Visible(strings.Join(parts, " · "))
}

// answerText says what a rule answers. Words are set apart from labels that
// read the same.
func answerText(a question.Answer) string {
	s := a.Label
	switch {
	case a.Word != "":
		s = "(" + a.Word + ")"
	case a.Labels != nil:
		s = strings.Join(a.Labels, " + ")
	case a.Text != "":
		s = "“" + a.Text + "”"
	}
	return diffview.Visible(s)
}

// keptText says what a rule that always asks would answer in another mode.
func keptText(a question.Answer) string {
	if a.IsZero() {
		return ""
	}
	return answerText(a) + " (unused while the rule asks)"
}

// quoted names a rule in a message.
func quoted(r question.Rule) string { return "“" + kit.Fit(matchText(r.Match), 40) + "”" }

// scopeText says where a rule holds.
func scopeText(home string, r question.Rule) string {
	if r.Project == "" {
		return "everywhere"
	}
	return kit.Short(home, r.Project)
}

// findingNames are the kinds of findings as they stand in a list.
var findingNames = map[string]string{
	"broken": "broken", "wide": "too wide", "one-way": "no effect", "widen": "not widened", "duplicate": "duplicate", "contradicts": "contradicts",
	unmatched: "unmatched", "shadowed": "overridden", "answer": "option gone",
}

// unmatched is the kind of finding that may be no fault: the question of the rule
// has not come yet.
const unmatched = "unmatched"

func findingBadge(f preferences.Finding) kit.Badge {
	name := findingNames[f.Kind]
	if name == "" {
		name = diffview.Visible(f.Kind)
	}
	if f.Kind == unmatched {
		return kit.Mark("·", name, kit.Calm)
	}
	return kit.Mark("▲", name, kit.Warn)
}

// doors are what is to be known of a rule before anything else: whose it is when
// it is not the person's own, that it may answer what cannot be undone, and what
// is wrong with it.
func (t *preferencesTab) doors(r question.Rule) (all []kit.Badge) {
	if r.Trusted != nil {
		state := trust.Accepted
		if review, read := t.proposals.of(r.Project); read {
			state = review.State
		}
		all = append(all, proposalBadge(state))
	}
	if r.OneWay != "" {
		all = append(all, kit.Mark("⚠", "one-way", kit.Warn))
	}
	for _, f := range t.about(r) {
		all = append(all, findingBadge(f))
	}
	return all
}
