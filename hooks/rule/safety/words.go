package safety

import (
	"regexp"
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
