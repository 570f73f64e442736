package safety

import (
	"slices"
	"strings"
)

// NewAct returns the first word of a text that names an act from the list "acts", such as "removed", that no other
// text mentions, or "" if there is none. Classify may miss one option's words in a long question. In a routine,
// the earlier questions are known, so new words stand out.
func NewAct(text string, others []string) string {
	listed := listedActs()
	acts := slices.DeleteFunc(meaningful(text), func(t token) bool { return !slices.Contains(listed, t.concept) })
	for _, other := range others {
		if len(acts) == 0 {
			return ""
		}
		for _, said := range meaningful(other) {
			acts = slices.DeleteFunc(acts, func(t token) bool { return t.concept == said.concept })
		}
	}
	if len(acts) == 0 {
		return ""
	}
	return acts[0].text
}

// meaningful returns the words of a text that have a concept, including German participles.
func meaningful(text string) (all []token) {
	for _, t := range tokens(fold(text).text) {
		if t.concept == 0 {
			t.concept = concept(strings.TrimPrefix(t.text, "ge"))
		}
		if t.concept != 0 {
			all = append(all, t)
		}
	}
	return all
}

// listedActs returns the concepts of the list "acts".
func listedActs() (concepts []uint16) {
	for _, act := range lists.Words("acts") {
		concepts = append(concepts, concept(act))
	}
	return concepts
}
