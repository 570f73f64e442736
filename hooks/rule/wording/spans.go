package wording

import (
	"strings"
	"unicode/utf8"
)

// maxQuoted is the maximum length of a quoted span in bytes. A longer one is not a name but part of the question.
const maxQuoted = 300

func isQuote(r rune) bool { return strings.ContainsRune("\"'`“”„«»‘’「」『』", r) }

// placeQuoted returns the placeholder for a quoted text. If the text would be replaced without quotes, the quotes
// make no difference. A number is the exception, since "3" can be a name.
func placeQuoted(text string) string {
	switch {
	case text == "":
		return placeName
	case isPlace(text):
		return text
	case onList("answers", text):
		return "{" + text + "}" // "all" is more than just any name
	case isURL(text) && !strings.Contains(text, " "):
		return placeURL
	case isHash(text), isUUID(text):
		return placeHash
	case dateLength(text) == len(text):
		return placeDate
	}
	version := strings.TrimPrefix(text, "v")
	if strings.Contains(version, ".") && isDigit(version[0]) && numberLength(version) == len(version) {
		return placeNumber
	}
	return placeName
}

// isPlace reports whether a name says where something happens. Another place makes another question, so the name
// stays.
func isPlace(name string) bool {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "origin/"), "upstream/")
	return onList("places", name)
}

// quotedSpan returns the length of the quoted span that a text starts with, or 0,
// and of its closing mark.
// An apostrophe opens a quotation only where no word is before it, and closes one
// only where no word follows.
func quotedSpan(s string, before rune) (length, mark int) {
	open, n := utf8.DecodeRuneInString(s)
	var closing string
	switch open {
	case '`':
		fence := len(s) - len(strings.TrimLeft(s, "`"))
		closing, n = s[:fence], fence
	case '"':
		closing = `"`
	case '\'', '’':
		closing = "'’"
	case '“':
		closing = "”"
	case '„':
		closing = "“”"
	case '«':
		closing = "»"
	case '‘':
		closing = "’"
	case '「':
		closing = "」"
	case '『':
		closing = "』"
	default:
		return 0, 0
	}
	if open != '`' && (isLetterOrDigit(before) || before == '}') { // 5" or {n}"
		return 0, 0
	}
	for at := n; ; {
		window := s[at:max(at, min(n+maxQuoted, len(s)))]
		var i, size int
		if open == '`' {
			i, size = strings.Index(window, closing), len(closing)
		} else if i = strings.IndexAny(window, closing); i >= 0 {
			_, size = utf8.DecodeRuneInString(window[i:])
		}
		if i < 0 {
			return 0, 0
		}
		at += i + size
		next, _ := utf8.DecodeRuneInString(s[at:])
		apostrophe := open == '\'' || open == '’' || open == '‘'
		if !apostrophe || at == len(s) || !isLetterOrDigit(next) {
			return at, size
		}
	}
}

func isURL(word string) bool {
	scheme, rest, ok := strings.Cut(word, "://")
	return ok && scheme != "" && rest != "" || strings.HasPrefix(word, "www.")
}

// isHash reports whether a run of letters and digits is a commit or digest: seven
// or more hexadecimal digits, with both letters and digits among them.
func isHash(run string) bool {
	if len(run) < 7 || strings.Trim(run, "0123456789abcdef") != "" {
		return false
	}
	return strings.ContainsAny(run, "0123456789") && strings.ContainsAny(run, "abcdef")
}

func isUUID(word string) bool {
	if len(word) != 36 {
		return false
	}
	for i := range len(word) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (word[i] == '-') || !dash && strings.IndexByte("0123456789abcdef", word[i]) < 0 {
			return false
		}
	}
	return true
}

// isPath reports whether a word is a file or a directory. "and/or" is not, nor is
// the command "/review".
func isPath(word string) bool {
	word = withoutLine(word)
	if strings.ContainsAny(word, "{}<>|?*=,;") {
		return false
	}
	if len(word) > 3 && word[1] == ':' && (word[2] == '\\' || word[2] == '/') && startsWithLetter(word) {
		return true
	}
	word = strings.ReplaceAll(word, `\`, "/")
	rooted := strings.HasPrefix(word, "/") || strings.HasPrefix(word, "./") || strings.HasPrefix(word, "../") ||
		strings.HasPrefix(word, "~/")
	segments := strings.FieldsFunc(word, func(r rune) bool { return r == '/' })
	if len(segments) == 0 {
		return false
	}
	last := segments[len(segments)-1]
	switch {
	case isFileName(last):
		return true
	case len(segments) == 1:
		return false
	case rooted, len(segments) > 3, onList("directories", segments[0]):
		return true
	}
	telling := false
	for _, s := range segments {
		if strings.Trim(s, "0123456789.,%") == "" {
			return false // 3/4
		}
		telling = telling || strings.ContainsAny(s, "._0123456789")
	}
	return telling
}

// withoutLine removes the line and column from "main.go:12:3".
func withoutLine(word string) string {
	for range 2 {
		i := strings.LastIndexByte(word, ':')
		if i <= 0 || i == len(word)-1 || strings.Trim(word[i+1:], "0123456789") != "" {
			break
		}
		word = word[:i]
	}
	return word
}

// isFileName reports whether a name ends like a file's name. Libraries named like files do not count, since a
// question may be about them.
func isFileName(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	if dot < 1 {
		return false
	}
	stem, ending := name[:dot], name[dot+1:]
	return onList("files", ending) && (ending != "js" || !onList("libraries", stem))
}
