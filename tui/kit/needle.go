package kit

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// SearchText is a text prepared for searching.
type SearchText struct {
	Lower   string
	own     int    // length of the part that a row shows, in which letters may be left out
	letters uint64 // the set of bytes in it
	id      string
	more    string
}

// And adds a longer text, in which words are found only without letters left out.
func (h SearchText) And(more string) SearchText {
	h.more += " " + strings.ToLower(more)
	return h
}

// Called adds an identifier, which is found only by its beginning, because nobody sees it.
func (h SearchText) Called(id string) SearchText {
	h.id = strings.ToLower(id)
	return h
}

// called reports whether a word begins the identifier, or occurs in the longer text.
func (h SearchText) called(word string) bool {
	return len(word) >= 3 && (strings.HasPrefix(h.id, word) || strings.Contains(h.more, word))
}

// NewSearchText prepares a text, and others in which words are found only without letters left out.
func NewSearchText(s string, others ...string) SearchText {
	own := strings.ToLower(s)
	h := SearchText{Lower: strings.ToLower(strings.Join(append([]string{own}, others...), " ")), own: len(own)}
	h.letters = lettersOf(h.Lower)
	return h
}

func lettersOf(s string) (set uint64) {
	for i := range len(s) {
		set |= 1 << (s[i] & 63)
	}
	return set
}

// A Needle is a search: words that must all be found. A word is found as typed or, if no text has
// all of them as typed, with letters left out: "rtbc" and "runtes" both find "Run the tests before
// committing", and "chng" finds "the changes".
type Needle struct {
	Words []needleWord
}

type needleWord struct {
	text    string
	letters uint64
}

// NewNeedle returns the search for the words of a line.
func NewNeedle(s string) Needle {
	var n Needle
	for text := range strings.FieldsSeq(strings.ToLower(s)) {
		n.Words = append(n.Words, needleWord{text, lettersOf(text)})
	}
	return n
}

// A rank is how well a text matches, the best first.
type rank int

const (
	first  rank = iota // the text begins with it
	begins             // a word of the text does
	inside
	firstLoose // with letters left out
	loose
	missed
)

// Among returns the indices of those of n texts that have all words as typed or, if none has, of
// those that have them with letters left out. A nil text never matches.
func (n Needle) Among(count int, text func(i int) *SearchText) []int {
	found := []int{}
	for _, loosely := range []bool{false, true} {
		for i := range count {
			if h := text(i); h != nil && n.rank(h, loosely) < missed {
				found = append(found, i)
			}
		}
		if len(found) > 0 {
			break
		}
	}
	return found
}

// rank returns the rank of the word that matches worst.
func (n Needle) rank(h *SearchText, loosely bool) (worst rank) {
	for i := range n.Words {
		worst = max(worst, n.Words[i].rank(h, loosely))
	}
	return worst
}

func (w *needleWord) rank(h *SearchText, loosely bool) rank {
	if w.letters&^h.letters == 0 {
		at := strings.Index(h.Lower, w.text)
		switch {
		case at == 0:
			return first
		case at >= 0 && at >= h.own: // only what the text goes on with has it
			return inside
		case at > 0 && (!wordByte(h.Lower[at-1]) || strings.Contains(h.Lower, " "+w.text)):
			return begins
		case at > 0 || h.called(w.text):
			return inside
		}
		if loosely {
			if at := w.loosely(h.Lower[:h.own]); at != nil && at[0] == 0 {
				return firstLoose
			} else if at != nil {
				return loose
			}
		}
	}
	if h.called(w.text) {
		return inside
	}
	return missed
}

// loosely says where the letters of a word are in a text, close together, or returns nil. Letters anywhere would match
// nearly every long text: so the first letter and those that go on in another word must begin a word, at most one word
// is passed over between two, at most two in three letters are after a gap and, in a text of many words, none unless all
// are in one.
func (w *needleWord) loosely(s string) []int {
	const apart = 8
	n := len(w.text)
	for i := 0; n >= least && i < len(s); i++ {
		if s[i] != w.text[0] || i > 0 && wordByte(s[i-1]) {
			continue
		}
		near := s[i:min(i+apart*n, len(s))]
		one, _, _ := strings.Cut(near, " ")
		gaps := 2 * n / 3
		many := gaps
		if len(s) > short {
			many = 0
		}
		for _, p := range []placing{{text: one, gaps: gaps}, {text: near, gaps: many}} {
			if p.word, p.at, p.tries = w.text, make([]int, n), mostTries; p.place(1, p.gaps) {
				for k := range p.at {
					p.at[k] += i
				}
				return p.at
			}
		}
	}
	return nil
}

// A placing is the search for the letters of a word in a text.
type placing struct {
	word, text string
	at         []int // where they are
	gaps       int   // how many may be after a gap in a word; none in a long text, unless all are in one word
	tries      int
}

// mostTries ends a search: a text of many like letters has too many ways.
const mostTries = 1000

// place finds the letters from the n-th on, after the one before: each follows it, begins a word or, so many times, is
// after a gap in the same word.
func (p *placing) place(n, gaps int) bool {
	if n == len(p.word) {
		return p.meant()
	}
	p.tries--
	passed := -1 // words, from the one of the letter before
	for i := p.at[n-1] + 1; i < len(p.text) && p.tries > 0; i++ {
		rest, begins := gaps, wordByte(p.text[i]) && !wordByte(p.text[i-1])
		if begins {
			passed++
		}
		if passed > 1 {
			break
		}
		if i > p.at[n-1]+1 && !begins {
			rest--
		}
		if p.text[i] == p.word[n] && rest >= 0 && (rest == gaps || passed < 0) {
			if p.at[n] = i; p.place(n+1, rest) {
				return true
			}
		}
	}
	return false
}

// meant reports whether the letters look like parts of words. They are first letters of words, the last of which may
// have two, or beginnings of two letters and more, but for the last, which may still be typed. If the parts are long,
// one may be short, and three may be apart.
func (p *placing) meant() bool {
	words, single, passed, size := 1, 0, 0, 1
	for k := 1; k < len(p.at); k++ {
		n := p.words(p.at[k-1], p.at[k])
		if n == 0 {
			size++
			continue
		}
		if words++; size == 1 {
			single++
		}
		size, passed = 1, passed+n-1
	}
	switch {
	case len(p.at) >= 3*words:
		return true
	case single == words-1 && size <= 2:
		return passed <= words/4 || passed == 1 && p.gaps > 0
	}
	return single == 0 && (passed == 0 || words == 2)
}

// words counts the words that begin behind one place, up to another.
func (p *placing) words(from, to int) (n int) {
	for i := from + 1; i <= to; i++ {
		if wordByte(p.text[i]) && !wordByte(p.text[i-1]) {
			n++
		}
	}
	return n
}

// short is the maximum length of a text in which letters may be left out in several words.
const short = 48

// least is the minimum number of letters for a match with others in between.
const least = 3

func wordByte(b byte) bool {
	return b >= 0x80 || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

// Missing returns the words that a text does not have as typed.
func (n Needle) Missing(s string) (missing Needle) {
	lower := strings.ToLower(s)
	for _, w := range n.Words {
		if !strings.Contains(lower, w.text) {
			missing.Words = append(missing.Words, w)
		}
	}
	return missing
}

// Mark draws a text, which must be safe to draw, with the matches highlighted.
func (n Needle) Mark(s string, style Look) string {
	lower := strings.ToLower(s)
	if len(n.Words) == 0 || len(lower) != len(s) { // the places would differ
		return style.Render(s)
	}
	var at []int
	found := make([]bool, len(s))
	for i := range n.Words {
		w := &n.Words[i]
		if from := strings.Index(lower, w.text); from >= 0 {
			copy(found[from:], slices.Repeat([]bool{true}, len(w.text)))
			continue
		}
		at = append(at, w.loosely(lower)...)
	}
	for _, at := range at {
		_, size := utf8.DecodeRuneInString(s[at:])
		copy(found[at:], slices.Repeat([]bool{true}, size))
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		end := i + 1
		for end < len(s) && found[end] == found[i] {
			end++
		}
		style := style
		if found[i] {
			style = LookOf(style.Underline(true).Bold(true))
		}
		b.WriteString(style.Render(s[i:end]))
		i = end
	}
	return b.String()
}
