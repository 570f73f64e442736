package diffview

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible returns s with every character written out that a terminal would obey, hide or
// reorder by, and everything else unchanged:
//
//   - C0 controls, tab and line breaks among them, and DEL as their symbols: ␛, ␉, ␍, ␡
//   - C1 controls, bidirectional controls, zero-width characters, line and
//     paragraph separators, tag characters, annotation marks and all other
//     invisible characters as \u202e or \U000e0041
//   - bytes that are not UTF-8 as \xff
//   - variation selectors likewise, except one that asks for the emoji or the
//     text form of the symbol before it; and zero-width joiners, except one
//     between two emoji, which makes them one
//
// The result holds no control character. Visible is idempotent, hence not
// reversible: a text that spells out ␛ or \u202e looks like one that had it.
func Visible(s string) string {
	i := plainPrefix(s)
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	b.WriteString(s[:i])
	last := rune(-1) // the previous character, if it was written unchanged
	if i > 0 {
		last = rune(s[i-1])
	}
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		before := last
		last = -1
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r < 0x20:
			b.WriteRune(0x2400 + r)
		case r == 0x7f:
			b.WriteRune('␡')
		case !hidden(r) || picksForm(before, r, s[i+n:]) || joins(before, r, s[i+n:]):
			b.WriteString(s[i : i+n])
			last = r
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		i += n
	}
	return b.String()
}

// plainPrefix returns the length of the printable ASCII that s starts with.
func plainPrefix(s string) int {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] > 0x7e {
			return i
		}
	}
	return len(s)
}

// hidden reports whether r draws nothing of its own. Cf alone would be too
// much, as it holds visible signs such as U+0600 ARABIC NUMBER SIGN, and too
// little, as it lacks the Hangul fillers and the variation selectors.
func hidden(r rune) bool {
	if r < 0x80 {
		return false
	}
	if unicode.Is(unicode.Prepended_Concatenation_Mark, r) {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// picksForm reports whether r is a variation selector in its ordinary use:
// the text or emoji form of the symbol before it, or a keycap.
func picksForm(before, r rune, rest string) bool {
	if r != 0xfe0e && r != 0xfe0f {
		return false
	}
	if before < 0x80 {
		return strings.ContainsRune("#*0123456789", before) && strings.HasPrefix(rest, "\u20e3")
	}
	return unicode.IsSymbol(before) || before == '‼' || before == '⁉'
}

// joins reports whether r makes one emoji of the emoji before it, which may have a skin tone
// or a variation selector, and the one after it.
func joins(before, r rune, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	return r == 0x200d && (before == 0xfe0f || emoji(before)) && emoji(next)
}

func emoji(r rune) bool {
	return r >= 0x1f000 && r <= 0x1faff || r >= 0x2600 && r <= 0x27bf || r == 0x2b1b
}
