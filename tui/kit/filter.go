package kit

import (
	"strings"
	"unicode"

	"charm.land/lipgloss/v2"
)

// SearchText is a text made ready for being filtered.
type SearchText struct {
	Lower   string
	letters uint64 // which bytes are in it
	id      string
	more    string
}

// And adds a longer text, in which words are found only as they are.
func (h SearchText) And(more string) SearchText {
	h.more = strings.ToLower(more)
	return h
}

// Called adds an identifier, which is found by how it begins: it is no text that anybody sees.
func (h SearchText) Called(id string) SearchText {
	h.id = strings.ToLower(id)
	return h
}

// called reports whether a word begins the identifier, or is in the longer text.
func (h SearchText) called(word string) bool {
	return len(word) >= 3 && (strings.HasPrefix(h.id, word) || strings.Contains(h.more, word))
}

// NewSearchText makes a text ready.
func NewSearchText(s string) SearchText {
	h := SearchText{Lower: strings.ToLower(s)}
	h.letters = lettersOf(h.Lower)
	return h
}

func lettersOf(s string) (set uint64) {
	for i := range len(s) {
		set |= 1 << (s[i] & 63)
	}
	return set
}

// A Needle is what is looked for: words that must all be found. A word is found
// as it is, or as a chain of pieces that begin words: "rtbc" and "runtes" both
// find "Run the tests before committing". Letters anywhere would find nearly
// everything in texts as long as these.
type Needle struct {
	Words []needleWord
}

type needleWord struct {
	text    string
	letters uint64
	at      [256]uint64 // by byte, the places in text that hold it
}

// chainable is how long a word may be and still be found in pieces.
const chainable = 63

// NewNeedle is what a line of words looks for.
func NewNeedle(s string) Needle {
	var n Needle
	for text := range strings.FieldsSeq(strings.ToLower(s)) {
		w := needleWord{text: text, letters: lettersOf(text)}
		for i := 0; i < len(text) && i < chainable; i++ {
			w.at[text[i]] |= 1 << i
		}
		n.Words = append(n.Words, w)
	}
	return n
}

// In reports whether a text has all words.
func (n Needle) In(h SearchText) bool {
	for i := range n.Words {
		if !n.Words[i].in(h) {
			return false
		}
	}
	return true
}

// whole reports whether the text has the words as they are.
func (n Needle) whole(h SearchText) bool {
	for i := range n.Words {
		if text := n.Words[i].text; !strings.Contains(h.Lower, text) && !h.called(text) {
			return false
		}
	}
	return true
}

func (w *needleWord) in(h SearchText) bool {
	if w.letters&^h.letters != 0 {
		return h.called(w.text)
	}
	return strings.Contains(h.Lower, w.text) || h.called(w.text) || len(w.text) <= chainable && w.chained(h.Lower)
}

// chained follows all chains at once: a bit is a place in the word that a chain
// has come to.
func (w *needleWord) chained(s string) bool {
	var here, before uint64
	last := uint64(1) << (len(w.text) - 1)
	inWord := false
	for i := range len(s) {
		next := here << 1
		if !inWord {
			next |= before<<1 | 1
		}
		here = next & w.at[s[i]]
		before |= here
		if here&last != 0 {
			return true
		}
		inWord = wordByte(s[i])
	}
	return false
}

func wordByte(b byte) bool {
	return b >= 0x80 || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

// Mark draws a text, which is safe to draw, with what was found in it.
func (n Needle) Mark(s string, style lipgloss.Style) string {
	if len(n.Words) == 0 {
		return style.Render(s)
	}
	runes := []rune(s)
	lower := make([]rune, len(runes))
	for i, r := range runes {
		lower[i] = unicode.ToLower(r)
	}
	found := make([]bool, len(runes))
	for i := range n.Words {
		for _, at := range findWord([]rune(n.Words[i].text), lower) {
			found[at] = true
		}
	}
	var b strings.Builder
	for i := 0; i < len(runes); {
		end := i + 1
		for end < len(runes) && found[end] == found[i] {
			end++
		}
		style := style
		if found[i] {
			style = style.Underline(true).Bold(true)
		}
		b.WriteString(style.Render(string(runes[i:end])))
		i = end
	}
	return b.String()
}

// findWord says where a word is found in a text: as it is, else in pieces.
func findWord(word, text []rune) []int {
	for i := 0; i+len(word) <= len(text); i++ {
		if string(text[i:i+len(word)]) == string(word) {
			return span(i, len(word))
		}
	}
	steps := 4096
	return chain(word, text, 0, false, &steps)
}

func span(from, n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = from + i
	}
	return all
}

// chain finds the rest of a word in the rest of a text, in at most some steps.
func chain(word, text []rune, from int, joined bool, steps *int) []int {
	if len(word) == 0 {
		return []int{}
	}
	for i := from; i < len(text) && *steps > 0; i++ {
		*steps--
		starts := i == 0 || !unicode.IsLetter(text[i-1]) && !unicode.IsDigit(text[i-1])
		if text[i] != word[0] || !starts && (!joined || i != from) {
			continue
		}
		if rest := chain(word[1:], text, i+1, true, steps); rest != nil {
			return append([]int{i}, rest...)
		}
	}
	return nil
}
