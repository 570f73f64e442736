package wording

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold makes two spellings of one text equal: Unicode form NFC, no difference
// between upper and lower case, every run of white space one space.
func Fold(s string) string {
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
	return foldRunes(s, nil)
}

// foldFrom is [Fold]; from, if not nil, records the origin of each byte.
func foldFrom(s string, from *origin) string {
	if from == nil {
		return Fold(s)
	}
	return foldRunes(s, from)
}

// foldRunes is Fold for any text.
func foldRunes(s string, from *origin) string {
	s = composed(s, from)
	var out strings.Builder
	out.Grow(len(s))
	put := func(r rune, read string) {
		if from != nil {
			from.put(string(r), read)
		}
		out.WriteRune(r)
	}
	space := false
	for i, n := 0, 0; i < len(s); i += n {
		var r rune
		r, n = utf8.DecodeRuneInString(s[i:])
		if unicode.IsSpace(r) {
			space = true
			from.skip(n)
			continue
		}
		if space && out.Len() > 0 {
			put(' ', "") // in place of the skipped space
		}
		space = false
		put(foldRune(r), s[i:i+n])
	}
	from.pass()
	// A lower-case letter may have a composed form that the capital lacks.
	return composed(out.String(), from)
}

// composed returns the NFC form of a text.
func composed(s string, from *origin) string {
	if from == nil {
		return norm.NFC.String(s)
	}
	if strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return s
	}
	var out strings.Builder
	for s != "" {
		n := norm.NFC.NextBoundaryInString(s, true)
		next := norm.NFC.String(s[:n])
		from.put(next, s[:n])
		out.WriteString(next)
		s = s[n:]
	}
	from.pass()
	return out.String()
}

// foldASCII is Fold for a text without accents.
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
