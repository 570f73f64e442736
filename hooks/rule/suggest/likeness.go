package suggest

import (
	"hash/fnv"
	"slices"
	"strings"
	"unicode"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/wording"
)

// runLength is how many letters the runs have by which questions are compared.
const runLength = 4

// runs are the runs of letters in a text, as hashes in their order.
type runs []uint32

func runsOf(texts ...string) (all runs) {
	for _, text := range texts {
		for word := range strings.FieldsFuncSeq(wording.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
			letters := []rune(word)
			for i := 0; i+runLength <= len(letters); i++ {
				h := fnv.New32a()
				_, _ = h.Write([]byte(string(letters[i : i+runLength]))) // it never fails
				all = append(all, h.Sum32())
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// shared counts the runs that two texts have in common.
func (a runs) shared(b runs) (n int) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			n, i, j = n+1, i+1, j+1
		}
	}
	return n
}

// like is from 0, for nothing in common, to 1.
func (a runs) like(b runs) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	return 2 * float64(a.shared(b)) / float64(len(a)+len(b))
}

// A gist is what a question is about, as far as its letters tell.
type gist struct{ whole, labels runs }

func gistOf(text, header string, labels []string) gist {
	plain := make([]string, len(labels))
	for i, l := range labels {
		plain[i] = question.RoutineLabel(l)
	}
	return gist{runsOf(slices.Concat(plain, []string{text, header})...), runsOf(plain...)}
}

// sameTopic is how alike two gists must be.
const sameTopic = 0.45

// like reports whether two questions seem to be about the same: half of it is how alike they
// are as a whole, and half how alike their labels are.
func (a gist) like(b gist) bool {
	return len(a.labels) > 0 && len(b.labels) > 0 && a.whole.like(b.whole)+a.labels.like(b.labels) >= 2*sameTopic
}

// sameLabel is how alike two labels must be that say the same.
const sameLabel = 0.6

// saysSame reports whether two labels seem to say the same.
func saysSame(a, b string) bool {
	return question.LabelKey(a) == question.LabelKey(b) || runsOf(question.RoutineLabel(a)).like(runsOf(question.RoutineLabel(b))) >= sameLabel
}
