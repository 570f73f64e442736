package safety

import (
	"slices"
	"strings"
)

// NewAct returns the first word of a text that stands for an act of the list "acts", such as
// "removed", when none of the other texts speaks of that act; "" when there is none.
//
// What is said of one option is little of a long question, in which Classify may not see it.
// Where a question is one of a routine, what the others said is known.
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

// meaningful are the words of a text that have a concept, German participles among them.
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

// listedActs are the concepts of the list "acts".
func listedActs() (concepts []uint16) {
	for _, act := range lists.Words("acts") {
		concepts = append(concepts, concept(act))
	}
	return concepts
}
