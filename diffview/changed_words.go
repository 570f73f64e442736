package diffview

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/sergi/go-diff/diffmatchpatch"
)

const (
	// maxMarkedLines is the longest block whose lines are compared word by
	// word; beyond it marks help nobody and cost a second.
	maxMarkedLines = 400
	maxMarkedWords = 600 // in a line; they take some milliseconds at worst
)

// unhurried is a limit that is never reached, so that the result does not depend on how busy
// the machine is. Without a limit, the library leaves out its shortcuts.
const unhurried = time.Hour

// similar reports whether two lines correspond: they give a value to the same name, or they share
// beginnings and ends that make up at least half of the longer one.
func similar(old, after string) bool {
	old, after = strings.TrimSpace(old), strings.TrimSpace(after)
	shorter := min(len(old), len(after))
	head := 0
	for head < shorter && old[head] == after[head] {
		head++
	}
	if strings.Contains(old[:head], `":`) {
		return true
	}
	tail := 0
	for tail < shorter-head && old[len(old)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	return 2*(head+tail) >= max(len(old), len(after))
}

// markWords splits two lines into spans and emphasises what only one has.
func markWords(old, after string) (olds, news []Span) {
	left, right := splitWords(old), splitWords(after)
	known := map[string]rune{}
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = unhurried
	if max(len(left), len(right)) > maxMarkedWords {
		return []Span{{Text: old}}, []Span{{Text: after}}
	}
	diffs := dmp.DiffMainRunes(encodeWords(left, known), encodeWords(right, known), false)
	for k, d := range diffs {
		n := utf8.RuneCountInString(d.Text)
		switch d.Type {
		case diffmatchpatch.DiffDelete:
			olds = addSpan(olds, left[:n], true)
			left = left[n:]
		case diffmatchpatch.DiffInsert:
			news = addSpan(news, right[:n], true)
			right = right[n:]
		default:
			// A lone quote or dot that happens to be equal would only break
			// the mark in two.
			between := 0 < k && k < len(diffs)-1 && !hasWord(left[:n])
			olds = addSpan(olds, left[:n], between)
			news = addSpan(news, right[:n], between)
			left, right = left[n:], right[n:]
		}
	}
	return olds, news
}

// addSpan appends words to the last span, or, if the emphasis differs, as a new span.
func addSpan(spans []Span, words []string, emphasis bool) []Span {
	text := strings.Join(words, "")
	if n := len(spans); n > 0 && spans[n-1].Emphasis == emphasis {
		spans[n-1].Text += text
		return spans
	}
	return append(spans, Span{Text: text, Emphasis: emphasis})
}

func encodeWords(words []string, known map[string]rune) []rune {
	runes := make([]rune, len(words))
	for i, w := range words {
		r, ok := known[w]
		if !ok {
			r = nthRune(len(known))
			known[w] = r
		}
		runes[i] = r
	}
	return runes
}

// splitWords cuts a text into runs of letters and digits and single other characters, never
// inside a character of several code points. If a text has more words than are compared, it
// returns one more than that number.
func splitWords(s string) []string {
	var words []string
	start := 0
	for i := 0; i < len(s) && len(words) <= maxMarkedWords; {
		next := i + clusterLength(s[i:])
		if next == len(s) || !isWordStart(s[i:]) || !isWordStart(s[next:]) {
			words = append(words, s[start:next])
			start = next
		}
		i = next
	}
	return words
}

// clusterLength returns the length in bytes of the first user-perceived character in s.
func clusterLength(s string) int {
	if len(s) == 1 || s[0] < 0x80 && s[1] < 0x80 {
		return 1
	}
	cluster, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	return max(len(cluster), 1)
}

func isWordStart(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

func hasWord(words []string) bool {
	return slices.ContainsFunc(words, isWordStart)
}
