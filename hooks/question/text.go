package question

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold makes two spellings of one text equal: Unicode form NFC, no difference
// between upper and lower case, every run of white space one space.
func fold(s string) string {
	ascii, folded, last := true, true, byte(' ')
	for i := 0; i < len(s); i++ {
		c := s[i]
		ascii = ascii && c < utf8.RuneSelf
		folded = folded && !('A' <= c && c <= 'Z') && (c > ' ' || c == ' ' && last != ' ')
		last = c
	}
	if ascii && folded && last != ' ' {
		return s
	}
	if ascii {
		return foldASCII(s)
	}
	s = norm.NFC.String(s)
	var out strings.Builder
	out.Grow(len(s))
	space := false
	for _, r := range s {
		if unicode.IsSpace(r) {
			space = true
			continue
		}
		if space && out.Len() > 0 {
			out.WriteByte(' ')
		}
		space = false
		out.WriteRune(foldRune(r))
	}
	// A small letter may have a form with its accent that the capital lacks.
	return norm.NFC.String(out.String())
}

// foldASCII is fold for a text without accents.
func foldASCII(s string) string {
	out := make([]byte, 0, len(s))
	space := false
	for i := range len(s) {
		c := s[i]
		if c == ' ' || '\t' <= c && c <= '\r' {
			space = true
			continue
		}
		if space && len(out) > 0 {
			out = append(out, ' ')
		}
		space = false
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		out = append(out, c)
	}
	return string(out)
}

// foldRune returns one representative of all spellings of a letter that differ
// in case alone.
func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	least := r
	for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
		least = min(least, o)
	}
	return unicode.ToLower(least)
}

// LabelKey is what two labels have in common when they mean the same option:
// case, white space and a "(Recommended)" mark do not matter.
func LabelKey(label string) string {
	rest, _ := cutMark(label)
	return fold(rest)
}
