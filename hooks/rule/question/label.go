package question

import (
	"strings"
	"unicode"

	"neverask/hooks/rule/wording"
)

// LabelKey returns the same key for labels of the same option: it ignores case, white space and a recommendation
// mark.
func LabelKey(label string) string {
	rest, _ := cutMark(label)
	return wording.Fold(rest)
}

// WithoutMark returns a label without its recommendation mark, as written in a rule.
func WithoutMark(label string) string {
	if rest, marked := cutMark(label); marked && rest != "" {
		return rest
	}
	return label
}

// RoutineLabel returns a label without the brackets at its end that a skill rewords each time: the
// effort, as in "(human: ~2h / CC: ~10min)", and a mark of recommendation with its reason.
func RoutineLabel(label string) string {
	for {
		rest, marked := cutMark(label)
		if !marked {
			if before, atEnd, cut := cutBracket(rest, saysEffort); cut && atEnd {
				rest, marked = strings.TrimSpace(before), true
			}
		}
		if !marked || rest == "" {
			return strings.TrimSpace(label)
		}
		label = rest
	}
}

// effortWords are the only words, besides numbers, in a bracket about effort.
const effortWords = " human cc claude ai effort time approx about est estimate estimated total each low medium high small large quick " +
	"s sec secs second seconds m min mins minute minutes h hr hrs hour hours d day days w wk week weeks xs l xl loc line lines diff completeness "

// saysEffort reports whether a bracket contains only an effort, with a number.
func saysEffort(inside string) bool {
	digits := false
	for word := range strings.FieldsFuncSeq(wording.Fold(inside),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		unit := strings.TrimLeft(word, "0123456789")
		digits = digits || len(unit) < len(word)
		if unit != "" && !strings.Contains(effortWords, " "+unit+" ") {
			return false
		}
	}
	return digits
}
