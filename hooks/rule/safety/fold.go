package safety

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Folding makes spellings equal that a person reads as the same word: case, accents, full-width and mathematical
// letters, and letters of other scripts that look Latin. Characters without width are dropped, so they cannot split a
// word.

// maxRead limits how much of a question is read, in bytes. Nobody reads more before choosing between four options.
const maxRead = 32 << 10

// folded is a text reduced to the letters of a keyboard.
type folded struct {
	text  string // in its original case
	hides bool   // it has unseen characters that change what a person sees
	alien string // a word in unknown letters
}

// fold folds a text.
func fold(text string) (f folded) {
	if len(text) > 16*maxRead { // parts of it vanish
		text, f.hides = text[:16*maxRead], true
	}
	if strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r >= 0x7f }) < 0 {
		f.text = text
		return f
	}
	for i, r := range text {
		f.hides = f.hides || deceptive(r) || invisible(r) && unseen(text, i, r)
	}
	text = norm.NFKD.String(text)
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !invisible(r) }) {
		if f.alien == "" && utf8.RuneCountInString(w) >= 3 && !strings.ContainsFunc(w, isKnown) {
			f.alien = w
		}
	}
	var out strings.Builder
	out.Grow(len(text))
	for _, r := range text {
		if !invisible(r) {
			out.WriteString(letter(r))
		}
	}
	f.text = out.String()
	return f
}

// isKnown reports whether a letter belongs to a script that the check can judge.
func isKnown(r rune) bool {
	return unicode.In(r, unicode.Latin, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

// letter returns the keyboard letter of a decomposed character, or itself.
func letter(r rune) string {
	if r < utf8.RuneSelf {
		return string(r)
	}
	if 0x1f130 <= r && r <= 0x1f189 { // letters in boxes and circles
		return string('a' + (r-0x1f110)%32)
	}
	lower := unicode.ToLower(r)
	for _, same := range [...]string{ // equivalent letters, and those that look alike
		"aаαɑᴀ", "bвβьʙ", "cсϲᴄ", "dԁᴅɗɖđð", "eеєεᴇəɛ", "fꜰƒ", "gɡɢԍ",
		"hһнʜհħ", "iіιɪɩı", "jјϳᴊ", "kкκᴋ", "lӏʟł", "mмμᴍ", "nηɴոпŋ",
		"oоοσᴏօø", "pрρᴘ", "qԛզ", "rʀг", "sѕꜱʂ", "tтτᴛ", "uυսᴜ", "vѵνᴠ", "wԝωᴡ", "xхχ", "yуγʏ", "zζᴢ",
		"'‘’‛ʼ′", "\"“”„«»「」『』", "-‐‑−⁃", "–—―、…→•", "?。¿¡‽؟", "$€£¥₹₩", "/⁄∕", "\n\u2028\u2029\u0085", " \u1680\u2800・",
	} {
		if i := strings.IndexRune(same, lower); i >= 0 {
			if same[0] >= utf8.RuneSelf {
				return ","
			}
			return same[:1]
		}
	}
	switch lower {
	case 'ß':
		return "ss"
	case 'æ':
		return "ae"
	case 'œ':
		return "oe"
	}
	return string(r)
}

// invisible reports whether r is drawn as nothing, or only onto the letter before it.
func invisible(r rune) bool {
	return r >= 0x0300 && unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) ||
		strings.ContainsRune("\u00ad\u115f\u1160\u3164\uffa0", r)
}

// unseen reports whether the invisible r, at i of a text, is drawn as nothing there:
// it is no accent, and does not belong to an emoji.
func unseen(text string, i int, r rune) bool {
	if !unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
	switch r {
	case 0xfe0e, 0xfe0f: // a sign as text, or as a picture
		return !pictured(before) && after != 0x20e3
	case 0x200d: // joins several pictures into one
		return !pictured(before) && before != 0xfe0f || !pictured(after)
	}
	return true
}

// pictured reports whether r may be part of an emoji.
func pictured(r rune) bool {
	return r >= 0x80 && unicode.IsSymbol(r) || r == '‼' || r == '⁉' || r == '〰' || r == 'ℹ'
}

// deceptive reports whether r changes what a person sees without being seen: a control character, a forced direction,
// or an invalid byte.
func deceptive(r rune) bool {
	control := r < 0x20 && (r < '\t' || r > '\r') || r >= 0x7f && r < 0xa0 && r != 0x85
	return control || r == 0x202d || r == 0x202e || r == unicode.ReplacementChar
}
