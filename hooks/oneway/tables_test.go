package oneway

import (
	"slices"
	"strings"
	"testing"
)

// The tables are searched by halving, and only with folded words.

func TestPhrasesAreSortedAndFolded(t *testing.T) {
	if !slices.IsSortedFunc(phrases[:], func(a, b phrase) int { return strings.Compare(a.first, b.first) }) {
		t.Error("phrases are not sorted by their first word")
	}
	for _, p := range phrases {
		checkFolded(t, p.first)
		for _, word := range strings.FieldsFunc(p.rest, func(r rune) bool { return r == ' ' || r == '|' }) {
			if word != "*" {
				checkFolded(t, strings.TrimPrefix(word, "-"))
			}
		}
		if p.class == "" && p.manner != always {
			t.Errorf("%s %s: a harmless phrase is always harmless", p.first, p.rest)
		}
	}
}

func TestStemsAreSortedAndFolded(t *testing.T) {
	if !slices.IsSortedFunc(stems[:], func(a, b stem) int { return strings.Compare(a.text, b.text) }) {
		t.Error("stems are not sorted")
	}
	for _, s := range stems {
		checkFolded(t, s.text)
	}
}

func TestIdeogramsAreSortedAndFolded(t *testing.T) {
	if !slices.IsSortedFunc(ideograms[:], func(a, b ideogram) int { return strings.Compare(a.text, b.text) }) {
		t.Error("ideograms are not sorted")
	}
	for _, d := range ideograms {
		checkFolded(t, d.text)
		if (d.manner == paired) != (d.with != "") {
			t.Errorf("%s: exactly the paired words name their partners", d.text)
		}
		for w := range strings.FieldsSeq(d.with) {
			checkFolded(t, w)
		}
	}
	for _, list := range [][]string{cjkThings[:], cjkRunnable[:], cjkEditable, cjkLosses} {
		for _, w := range list {
			checkFolded(t, w)
		}
	}
}

// TestEveryPhraseIsFound catches an entry that a shorter or harmless one hides.
func TestEveryPhraseIsFound(t *testing.T) {
	for _, p := range phrases {
		if p.class == "" {
			continue
		}
		var words []string
		for item := range strings.FieldsSeq(p.rest) {
			if item != "*" {
				word, _, _ := strings.Cut(item, "|")
				words = append(words, strings.Replace(word, "-", "--", 1))
			}
		}
		text := p.first + " " + strings.Join(words, " ")
		var r reader
		r.scan(text)
		j := judge{words: r.words}
		if h, ok := j.hitAt(0); !ok || h.act.class == "" {
			t.Errorf("%q is not seen as an act: %+v", text, h)
		}
	}
}

func checkFolded(t *testing.T, word string) {
	t.Helper()
	var r reader
	r.scan(word)
	if len(r.words) != 1 || r.words[0].text != word {
		t.Errorf("%q is not in folded form: %+v", word, r.words)
	}
}
