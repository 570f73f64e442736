package suggest

import (
	"hash/fnv"
	"slices"
	"strings"
	"unicode"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/wording"
)

// runLength is the length of the runs of letters by which questions are compared.
const runLength = 4

// runs are the sorted hashes of the runs of letters in a text.
type runs []uint32

func runsOf(texts ...string) (all runs) {
	for _, text := range texts {
		for word := range strings.FieldsFuncSeq(wording.Fold(text),
			func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
			letters := []rune(word)
			for i := 0; i+runLength <= len(letters); i++ {
				h := fnv.New32a()
				_, _ = h.Write([]byte(string(letters[i : i+runLength]))) // FNV never fails
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

// like returns a similarity from 0, nothing in common, to 1.
func (a runs) like(b runs) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	return 2 * float64(a.shared(b)) / float64(len(a)+len(b))
}

// gist is what a question is about, judged by its letters.
type gist struct{ whole, labels runs }

func gistOf(text, header string, labels []string) gist {
	plain := make([]string, len(labels))
	for i, l := range labels {
		plain[i] = question.RoutineLabel(l)
	}
	return gist{runsOf(slices.Concat(plain, []string{text, header})...), runsOf(plain...)}
}

// sameTopic is the minimum similarity of two gists.
const sameTopic = 0.45

// like reports whether two questions seem to be about the same thing: half of their similarity is that of the whole,
// and half that of the labels.
func (a gist) like(b gist) bool {
	return len(a.labels) > 0 && len(b.labels) > 0 && a.whole.like(b.whole)+a.labels.like(b.labels) >= 2*sameTopic
}

// sameLabel is the minimum similarity of two labels that say the same.
const sameLabel = 0.6

// saysSame reports whether two labels seem to say the same.
func saysSame(a, b string) bool {
	return question.LabelKey(a) == question.LabelKey(b) ||
		runsOf(question.RoutineLabel(a)).like(runsOf(question.RoutineLabel(b))) >= sameLabel
}
