package wording

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Placeholders stand for the parts of a question that vary. Paths and quoted names share one, because the same path
// may be written with or without marks around it.
const (
	placeNumber = "{n}"
	placeName   = "{name}"
	placeURL    = "{url}"
	placeHash   = "{hash}"
	placeDate   = "{date}"
)

// Fingerprint returns the same string for two texts that ask the same thing:
// markers are removed, case and white space folded, and numbers, versions, dates,
// URLs, hashes, paths, and quoted or back-ticked names replaced by placeholders.
// Marks around a number, a date, a URL or a hash make no difference. The
// fingerprint of a fingerprint is itself.
//
// It is careful rather than clever: a name without marks stays, and so does a word such as
// "production", "main" or "false" even within marks, because another word in its place makes
// another question. Mistaking one question for two costs the person a click; the opposite mistake
// would cost them a wrong answer.
func Fingerprint(text string) string { return fingerprint(text, nil) }

// fingerprint is [Fingerprint]; from, if not nil, records the origin of each byte.
func fingerprint(text string, from *origin) string {
	s := foldFrom(withoutQIDs(text, from), from)
	// Folding can create a marker, as from "<QID:x>".
	for next := withoutQIDs(s, from); next != s; next = withoutQIDs(s, from) {
		s = foldFrom(next, from)
	}
	if len(s) > maxFingerprint {
		return s
	}
	// The remains of a replacement may themselves be replaced; three rounds have always been enough.
	for range 8 {
		next := replaceOnce(s, from)
		if next == s {
			break
		}
		s = next
	}
	return s
}

// StartsAlike returns false if the first letters already show that a text has another fingerprint, as they mostly do.
// That is quicker than computing it.
func StartsAlike(text, fingerprint string) bool {
	if len(text) < 2 || fingerprint == "" || text[1] >= utf8.RuneSelf {
		return true
	}
	first := text[0] | ' '
	// A q may begin a marker, and a placeholder may stand for the first word.
	return first < 'a' || first > 'z' || first == 'q' || first == fingerprint[0] || fingerprint[0] == '{'
}

// mayDiffer reports whether a text may contain anything to replace.
func mayDiffer(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c), c == '"', c == '\'', c == '`', c == '/', c == '\\', c == '.', c >= utf8.RuneSelf:
			return true
		}
	}
	return false
}

// Longer texts are compared unchanged, and longer words piece by piece: they were not meant for people.
const (
	maxFingerprint = 32 << 10
	maxWord        = 1 << 10
)

func replaceOnce(s string, from *origin) string {
	if !mayDiffer(s) {
		return s
	}
	f := fingerprinter{rest: s, last: ' ', from: from}
	f.out.Grow(len(s))
	for f.rest != "" {
		f.step()
	}
	from.pass()
	return f.out.String()
}

// fingerprinter replaces the parts that vary, from left to right.
type fingerprinter struct {
	rest string
	last rune // the character before rest
	out  strings.Builder
	from *origin // of rest, or nil
}

// step handles one quoted span, one word, or one other character.
func (f *fingerprinter) step() {
	r, n := utf8.DecodeRuneInString(f.rest)
	switch {
	case isQuote(r):
		if length, mark := quotedSpan(f.rest, f.last); length > 0 {
			f.quoted(length, mark)
			return
		}
		if r == '’' {
			f.put("'", n)
			return
		}
		if r == '`' {
			n = len(f.rest) - len(strings.TrimLeft(f.rest, "`"))
		}
	case isWordRune(r):
		if n := plainLength(f.rest); n > 0 {
			f.put(f.rest[:n], n)
		} else {
			f.word()
		}
		return
	}
	f.put(f.rest[:n], n)
}

// quoted handles a span of n bytes, including its marks; the closing mark has mark bytes.
func (f *fingerprinter) quoted(n, mark int) {
	_, first := utf8.DecodeRuneInString(f.rest)
	if f.rest[0] == '`' {
		first = mark
	}
	f.put(placeQuoted(strings.TrimSpace(f.rest[first:n-mark])), n)
}

// put writes s in place of the next n bytes.
func (f *fingerprinter) put(s string, n int) {
	if f.from != nil {
		f.from.put(s, f.rest[:n])
	}
	f.out.WriteString(s)
	f.last, _ = utf8.DecodeLastRuneInString(f.rest[:n])
	f.rest = f.rest[n:]
}

// plainLength returns the length of the word that a text starts with if it is made
// of letters alone, as most are, and cannot start a date.
func plainLength(s string) int {
	n := 0
	for n < len(s) && 'a' <= s[n] && s[n] <= 'z' {
		n++
	}
	after := s[n:]
	if after != "" && strings.IndexByte(".,;:!?", after[0]) >= 0 {
		after = after[1:]
	}
	if n > maxWord || after != "" && after[0] != ' ' || monthLength(s) > 0 {
		return 0
	}
	return n
}

// word handles everything up to the next space or quote.
func (f *fingerprinter) word() {
	n := 0
	for n < len(f.rest) && n < maxWord {
		r, size := utf8.DecodeRuneInString(f.rest[n:])
		apostrophe := r == '\'' || r == '’'
		if !isWordRune(r) && !(apostrophe && n > 0 && startsWithLetter(f.rest[n+size:])) {
			break
		}
		n += size
	}
	if length := dateLength(f.rest); length > 0 && !isLetterOrDigit(f.last) {
		f.put(placeDate, length)
		return
	}
	core := strings.TrimRight(f.rest[:n], ".,;:!?)]}>")
	lead := len(core) - len(strings.TrimLeft(core, "([{<"))
	if lead > 0 {
		f.put(f.rest[:lead], lead)
		return
	}
	switch {
	case core == "":
		f.put(f.rest[:n], n)
	case isURL(core):
		f.put(placeURL, len(core))
	case isUUID(core):
		f.put(placeHash, len(core))
	case isPlace(core):
		f.put(core, len(core))
	case isPath(core):
		f.put(placeName, len(core))
	default:
		for end := len(f.rest) - len(core); len(f.rest) > end; {
			f.piece(len(f.rest) - end)
		}
	}
}

// piece handles a run of letters or digits at the start of a word of n bytes, or
// one character that is neither.
func (f *fingerprinter) piece(n int) {
	word := f.rest[:n]
	run := len(word) - len(strings.TrimLeft(word, "0123456789abcdefghijklmnopqrstuvwxyz"))
	switch {
	case run == 0:
		r, size := utf8.DecodeRuneInString(word)
		if r == '’' {
			f.put("'", size)
			return
		}
		f.put(word[:size], size)
	case isLetterOrDigit(f.last):
		f.put(word[:run], run) // the rest of a word in another alphabet
	case isHash(word[:run]):
		f.put(placeHash, run)
	case isDigit(word[0]):
		f.number(word, 0)
	case word[0] == 'v' && run > 1 && isDigit(word[1]):
		if strings.Contains(word[1:][:numberLength(word[1:])], ".") {
			f.number(word, 1) // of a version
			return
		}
		f.put("v", 1) // a letter that can start a name, as in "v2"
		f.number(word[1:], 0)
	default:
		f.put(word[:run], run)
	}
}

// number handles a number after a prefix of some bytes: digits, with separators
// between digits, and the ending of an ordinal.
func (f *fingerprinter) number(word string, prefix int) {
	n := prefix + numberLength(word[prefix:])
	for _, ending := range [...]string{"st", "nd", "rd", "th"} {
		if rest, ok := strings.CutPrefix(word[n:], ending); ok && !startsWithLetter(rest) {
			n += len(ending)
			break
		}
	}
	f.put(placeNumber, n)
	if letters := len(word[n:]) - len(strings.TrimLeft(word[n:], "abcdefghijklmnopqrstuvwxyz")); letters > 0 {
		f.put(word[n:n+letters], letters) // a unit, which belongs to the question
	}
}

// numberLength returns the length of the digits that a word starts with, and of
// the separators between them.
func numberLength(word string) int {
	for n := range len(word) {
		separator := strings.IndexByte(".,_", word[n]) >= 0 && n+1 < len(word) && isDigit(word[n+1])
		if !isDigit(word[n]) && !separator {
			return n
		}
	}
	return len(word)
}

// isWordRune reports whether a character belongs to words that spaces separate.
// In scripts that do not separate words each character stands for itself.
func isWordRune(r rune) bool {
	return r > ' ' && r < 0x2E80 && !isQuote(r) && !unicode.IsSpace(r)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetterOrDigit(r rune) bool {
	return r == '_' || r < 0x2E80 && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && unicode.IsLetter(r)
}
