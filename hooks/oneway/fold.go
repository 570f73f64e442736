package oneway

import (
	"unicode"
	"unicode/utf8"
)

// Folding makes two spellings equal that a person reads as the same word:
// case, accents, full-width and mathematical letters, and the Cyrillic and
// Greek letters that look Latin. What has no width is dropped, so it can not
// split a word either.

// invisible reports whether r is drawn as nothing, or only onto the letter
// before it.
func invisible(r rune) bool {
	switch r {
	case 0x00ad, 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180e, 0x3164, 0xffa0:
		return true
	}
	if r < 0x0300 || r == 0x0345 {
		return false
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf)
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
	case 0x200d: // several pictures as one
		return !pictured(before) && before != 0xfe0f || !pictured(after)
	}
	return true
}

// pictured reports whether r may be drawn as a picture.
func pictured(r rune) bool {
	return r >= 0x80 && unicode.IsSymbol(r) || r == '‼' || r == '⁉' || r == '〰' || r == 'ℹ'
}

// deceptive reports whether r changes what a person sees without being seen:
// a control character, a forced direction, or a byte that was no text.
func deceptive(r rune) bool {
	switch {
	case r == '\t', r == '\n', r == '\v', r == '\f', r == '\r', r == 0x85:
		return false
	case r < 0x20, r >= 0x7f && r < 0xa0:
		return true
	case r == 0x202d, r == 0x202e, r == unicode.ReplacementChar:
		return true
	}
	return false
}

// fold returns the Latin letters or the ASCII punctuation that r stands for,
// or r itself in lower case when there are none.
func fold(r rune) (string, rune) {
	if r < 0x80 {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return "", r
	}
	// Through upper case, so that letters with several small forms meet.
	r = unicode.ToLower(unicode.ToUpper(r))
	switch {
	case r < 0x80:
		return "", r
	case 0xc0 <= r && r <= 0x24f:
		return foldLatin(r, latinBase[r-0xc0])
	case 0x1e00 <= r && r <= 0x1eff:
		return foldLatin(r, latinExtra[r-0x1e00])
	case 0xff01 <= r && r <= 0xff5e:
		return fold(r - 0xff01 + '!')
	case 0x1d400 <= r && r <= 0x1d6a3:
		return "", 'a' + (r-0x1d400)%26
	case 0x1d7ce <= r && r <= 0x1d7ff:
		return "", '0' + (r-0x1d7ce)%10
	case 0x24d0 <= r && r <= 0x24e9:
		return "", 'a' + r - 0x24d0
	case 0x249c <= r && r <= 0x24b5:
		return "", 'a' + r - 0x249c
	case 0x1f110 <= r && r <= 0x1f129, 0x1f130 <= r && r <= 0x1f149,
		0x1f150 <= r && r <= 0x1f169, 0x1f170 <= r && r <= 0x1f189:
		return "", 'a' + (r-0x1f110)%32
	case 0xff66 <= r && r <= 0xff9d:
		i := 3 * (r - 0xff66)
		return wideKana[i : i+3], 0
	}
	if s := foldPunctuation(r); s != 0 {
		return "", s
	}
	if s := lookalike(r); s != "" {
		return s, 0
	}
	return "", r
}

func foldLatin(r rune, base byte) (string, rune) {
	switch {
	case base != '?':
		return "", rune(base)
	case r == 'ß':
		return "ss", 0
	case r == 'æ':
		return "ae", 0
	case r == 'œ':
		return "oe", 0
	}
	return "", r
}

func foldPunctuation(r rune) rune {
	switch r {
	case 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009,
		0x200a, 0x202f, 0x205f, 0x2800, 0x3000, '・', '･':
		return ' '
	case 0x85, 0x2028, 0x2029:
		return '\n'
	case '‘', '’', '‛', 'ʼ', '′':
		return '\''
	case '“', '”', '„', '«', '»', '「', '」', '『', '』', '｢', '｣':
		return '"'
	case '‐', '‑', '﹣', '−', '⁃':
		return '-'
	case '–', '—', '―', '、', '､', '…', '→', '•':
		return ','
	case '。', '｡', '¿', '¡', '‽', '؟':
		return '?'
	case '€', '£', '¥', '₹', '₩', '＄':
		return '$'
	case '⁄', '∕':
		return '/'
	}
	return 0
}

// lookalike gives the Latin letters that r is drawn like.
func lookalike(r rune) string {
	switch r {
	case 'а', 'α', 'ɑ', 'ᴀ', 'ₐ', 'ª', 'ᵃ':
		return "a"
	case 'в', 'β', 'ь', 'ʙ', 'ᵇ':
		return "b"
	case 'с', 'ϲ', 'ᴄ', 'ⅽ', 'ᶜ':
		return "c"
	case 'ԁ', 'ᴅ', 'ⅾ', 'ᵈ', 'ɗ', 'ɖ':
		return "d"
	case 'е', 'є', 'ε', 'ᴇ', 'ₑ', 'ℯ', 'ᵉ', 'ə':
		return "e"
	case 'ѕ', 'ꜱ', 'ˢ', 'ʂ':
		return "s"
	case 'ᶠ', 'ꜰ', 'ƒ':
		return "f"
	case 'ɡ', 'ɢ', 'ℊ', 'ᵍ', 'ԍ':
		return "g"
	case 'һ', 'н', 'ʜ', 'ℎ', 'ₕ', 'ʰ', 'հ':
		return "h"
	case 'і', 'ι', 'ɪ', 'ⅰ', 'ⁱ', 'ɩ', 'ℹ':
		return "i"
	case 'ј', 'ϳ', 'ᴊ', 'ʲ':
		return "j"
	case 'к', 'κ', 'ᴋ', 'ₖ', 'ᵏ':
		return "k"
	case 'ӏ', 'ⅼ', 'ʟ', 'ₗ', 'ℓ', 'ˡ':
		return "l"
	case 'м', 'μ', 'ᴍ', 'ⅿ', 'ₘ', 'ᵐ':
		return "m"
	case 'η', 'ɴ', 'ₙ', 'ⁿ', 'ո', 'п':
		return "n"
	case 'о', 'ο', 'σ', 'ᴏ', 'ₒ', 'º', 'ℴ', 'օ', 'ᵒ':
		return "o"
	case 'р', 'ρ', 'ᴘ', 'ₚ', 'ᵖ':
		return "p"
	case 'ԛ', 'զ':
		return "q"
	case 'ʀ', 'ʳ', 'ᵣ', 'г':
		return "r"
	case 'т', 'τ', 'ᴛ', 'ₜ', 'ᵗ':
		return "t"
	case 'υ', 'ս', 'ᴜ', 'ᵘ', 'ᵤ':
		return "u"
	case 'ѵ', 'ν', 'ᴠ', 'ⅴ', 'ᵛ', 'ᵥ':
		return "v"
	case 'ԝ', 'ω', 'ᴡ', 'ʷ':
		return "w"
	case 'х', 'χ', 'ⅹ', 'ₓ', 'ˣ':
		return "x"
	case 'у', 'γ', 'ʏ', 'ʸ':
		return "y"
	case 'ζ', 'ᴢ', 'ᶻ':
		return "z"
	case 'ﬀ':
		return "ff"
	case 'ﬁ':
		return "fi"
	case 'ﬂ':
		return "fl"
	case 'ﬃ':
		return "ffi"
	case 'ﬄ':
		return "ffl"
	case 'ﬅ', 'ﬆ':
		return "st"
	}
	return ""
}

// voiced joins a kana and the sound mark that follows it, as in NFD and in
// half-width text. It returns zero when the two do not combine.
func voiced(kana, mark rune) rune {
	half := mark == 0x309a || mark == 0xff9f
	switch {
	case kana == 'う' || kana == 'ウ':
		if half {
			return 0
		}
		return kana - 'う' + 'ゔ'
	case inside(kana, 'は', 'ホ', 'ほ'):
		if half {
			return kana + 2
		}
		return kana + 1
	case half:
		return 0
	case inside(kana, 'か', 'チ', 'ち'), inside(kana, 'つ', 'ト', 'と'):
		return kana + 1
	}
	return 0
}

// inside reports whether r lies in the hiragana range low to high, or in the
// katakana range of the same shape that ends in katakanaHigh.
func inside(r, low, katakanaHigh, high rune) bool {
	const shift = 'ア' - 'あ'
	return low <= r && r <= high || low+shift <= r && r <= katakanaHigh
}

// latinBase and latinExtra hold the letter under each accent, from U+00C0 and
// from U+1E00, with '?' where there is no single one.
const (
	latinBase = "aaaaaa?ceeeeiiii?nooooo?ouuuuy??aaaaaa?ceeeeiiiidnooooo?ouuuuy?y" +
		"aaaaaaccccccccdd?deeeeeeeeeegggggggghh?hiiiiiiiiii??jjkkkllllll?" +
		"l?lnnnnnnn?noooooo??rrrrrrsssssssstttt?tuuuuuuuuuuuuwwyyyzzzzzzs" +
		"b???????c???d????????????kl???n?oo???p???????t?uu???y?z?????????" +
		"?????????????aaiioouuuuuuuuuu?aaaa???gggkkoooo??j???gg??nnaa????" +
		"aaaaeeeeiiiioooorrrruuuusstt??hh?????zaaeeooooooooyy????????c???" +
		"z??????e?j???r?y"
	latinExtra = "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm" +
		"mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv" +
		"wwwwwwwwwwxxxxyyzzzzzzhtwy?s????aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee" +
		"eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy??????"
	// wideKana follows the half-width block from U+FF66 to U+FF9D.
	wideKana = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
)
