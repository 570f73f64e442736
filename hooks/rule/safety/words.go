package safety

import (
	_ "embed"
	"encoding/binary"
	"regexp"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is one word in lower case, or one Chinese or Japanese character.
type token struct {
	text    string
	concept uint16 // its meaning in any language; 0 if unknown
	first   bool   // of a sentence
	cjk     bool
	apart   bool // something separates it from the previous one
	name    bool // it begins with a capital
	code    bool // it has digits in it, or is glued to a mark
	single  bool // it consists of spaced letters
	asks    bool // a question mark follows
}

// tokens splits a folded text into words.
func tokens(text string) (all []token) {
	if strings.Contains(text, "qid:") { // a marker is for programs, and asks nothing
		text = regexp.MustCompile(`<(gstack-)?qid:\s*[\w.-]+\s*>`).ReplaceAllString(text, " ")
	}
	t := token{first: true}
	lines := 0
	add := func(text string) {
		last := len(all) - 1
		if t.text = text; last >= 0 && !t.first && !t.cjk && len(text) == 1 && isLetter(rune(text[0])) && all[last].single { // as in "d e l e t e"
			all[last].text, t = all[last].text+text, token{}
			return
		}
		t.single = len(text) == 1 && isLetter(rune(text[0]))
		t.concept = concept(text)
		all = append(all, t)
		t, lines = token{}, 0
	}
	for i, end := 0, 0; i < len(text); i = end {
		r, n := utf8.DecodeRuneInString(text[i:])
		end = i + n
		switch {
		case isCJK(r):
			t.cjk = true
			add(text[i:end])
			all[len(all)-1].concept = concept(text[i:min(i+4*n, len(text))])
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			for end < len(text) {
				next, n := utf8.DecodeRuneInString(text[end:])
				if apostrophe := next == '\'' && end+1 < len(text) && isLetter(rune(text[end+1])); isCJK(next) ||
					!apostrophe && !unicode.IsLetter(next) && !unicode.IsDigit(next) {
					break
				}
				end += n
			}
			word := strings.ToLower(text[i:end])
			t.name = word[0] != text[i]
			t.code = strings.ContainsAny(word, "0123456789") ||
				word[n:] != text[i+n:end] && strings.ToUpper(text[i:end]) != text[i:end] || glued(text, i, end)
			if unicode.IsDigit(r) {
				word = "0"
			}
			add(word)
		case r == '\n':
			lines++
			t.first = t.first || lines > 1 || strings.HasPrefix(strings.TrimLeft(text[end:], " \t"), "-")
		case r == '!' || r == '?' || r == ';' || r == '.' && (end == len(text) || text[end] <= ' '):
			t.first, t.apart = true, true
			if r == '?' && len(all) > 0 {
				all[len(all)-1].asks = true
			}
		case r == '&', r == '$' && end < len(text) && '0' <= text[end] && text[end] <= '9':
			t.code = true
			add(text[i:end])
		default:
			t.apart = true
		}
	}
	return all
}

func isCJK(r rune) bool {
	return r == '々' || r == 'ー' || 0x3041 <= r && r <= 0x30ff || 0x4e00 <= r && r <= 0x9fff ||
		r >= 0x3400 && unicode.Is(unicode.Han, r)
}

// glued reports whether text[i:end] is a part of a path or the like.
func glued(text string, i, end int) bool {
	const marks = "/._\\@#=-~"
	return i > 0 && (text[i-1] == '`' || strings.IndexByte(marks, text[i-1]) >= 0) ||
		end+1 < len(text) && strings.IndexByte(marks, text[end]) >= 0 && text[end+1] > ' '
}

// sentences splits a text into sentences.
func sentences(text string) (all [][]token) {
	words, from := tokens(text), 0
	for i := range words {
		if i+1 == len(words) || words[i+1].first {
			all, from = append(all, words[from:i+1]), i+1
		}
	}
	return all
}

// concepts holds beginnings of words that have a concept, in order: the hash of each in four bytes, and the concept's
// number in two.
//
//go:embed concepts.bin
var concepts string

// concept returns the number of a word's meaning, or 0 if it is unknown. Words of different languages share it, so
// what the models learn from one holds for the others. It looks up the longest known beginning: the whole word, four
// bytes, or three for a word of up to six.
func concept(word string) (c uint16) {
	const size = 6
	h := start('b')
	for n := 1; n <= len(word) && n <= 24; n++ {
		h = h.add(word[n-1 : n])
		if n < 2 || n < 4 && n < len(word) && !(n == 3 && (len(word) < 7 || word[0] >= utf8.RuneSelf)) {
			continue
		}
		count := len(concepts) / size
		at := sort.Search(count, func(k int) bool { return number(concepts, size*k) >= uint32(h) })
		if at < count && number(concepts, size*at) == uint32(h) {
			c = uint16(concepts[size*at+4])<<8 | uint16(concepts[size*at+5])
		}
	}
	return c
}

// languages are the languages in Latin letters whose common words are known.
var languages = [...]string{"en", "de", "fr", "es", "pt"}

// vocabulary holds, for each language, the number of words in four bytes, and their hashes in order, in three bytes
// each, most significant first.
//
//go:embed vocabulary.bin
var vocabulary string

func number(table string, at int) uint32 { return binary.BigEndian.Uint32([]byte(table[at : at+4])) }

const hashed = 3 // bytes

// wordHash returns the hash of a word in the vocabulary.
func wordHash(word string) uint32 { return start('v').add(word).feature() }

// stem is the number of leading letters that forms of a word share.
const stem = 6

// unknown reports whether more than half of a sentence's words of three or more letters are in no known language, if
// it has at least four such words. Names and code count as known.
func unknown(s []token) bool {
	most, counted := 0, 0
	var hashes, stems [64]uint32
	for pass := 0; pass < 2 && counted == 0; pass++ {
		for i, t := range s {
			if t.cjk {
				return false
			}
			if len(t.text) < 3 || t.code || pass == 0 && t.name && i > 0 || counted == len(hashes) {
				continue
			}
			hashes[counted] = wordHash(t.text)
			if len(t.text) > stem {
				stems[counted] = wordHash(t.text[:stem] + "*")
			}
			counted++
		}
	}
	at := 0
	var english [len(hashes)]bool // English words appear in texts of all languages
	for l := range languages {
		n := int(number(vocabulary, at))
		known := 0
		for i, h := range hashes[:counted] {
			knows := func(h uint32) bool {
				word := func(k int) uint32 { return number(vocabulary, at+hashed*(k+1)) & 0xffffff }
				k := sort.Search(n, func(k int) bool { return word(k) >= h })
				return k < n && word(k) == h
			}
			is := knows(h) || stems[i] != 0 && knows(stems[i])
			if english[i] = english[i] || l == 0 && is; is || english[i] {
				known++
			}
		}
		most = max(most, known)
		at += 4 + hashed*n
	}
	return counted > 3 && 2*most < counted
}
