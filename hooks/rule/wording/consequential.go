package wording

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// consequentialLists are the lists of names.txt whose words say that a value near them bears
// on what an answer does.
var consequentialLists = [...]string{"money", "address", "recipient", "account", "environment", "version"}

// Consequential returns the values of a text that bear on what an answer to it does, folded:
// amounts, hosts and addresses, recipients, accounts, environments, versions, and paths that
// do not depend on where the session is. Too much counts rather than too little, which costs
// an asking.
func Consequential(text string) (values []string) {
	add := func(value string) {
		if value = Fold(value); value != "" && !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	for token := range strings.FieldsSeq(norm.NFKC.String(text)) {
		if token = strings.TrimFunc(token, isSurrounding); isConsequential(token) {
			add(token)
		}
	}
	folded := Fold(text)
	if !slices.ContainsFunc(consequentialLists[:], func(list string) bool { return speaksOf(list, text, folded) }) {
		return values
	}
	slots := Slots(text)
	if len(slots) == 0 && Fingerprint(text) != folded {
		add(text) // its values cannot be told from the rest
	}
	for _, s := range slots {
		add(text[s.From:s.To])
	}
	return values
}

// isSurrounding reports whether a character stands around a value and not in it.
func isSurrounding(r rune) bool { return isQuote(r) || strings.ContainsRune(".,;:!?()[]{}<>*", r) }

// isConsequential reports whether a word is such a value by itself.
func isConsequential(token string) bool {
	if strings.IndexFunc(token, func(r rune) bool { return unicode.Is(unicode.Sc, r) || strings.ContainsRune("%‰@~", r) }) >= 0 {
		return true
	}
	folded := Fold(token)
	host, _, _ := strings.Cut(folded, ":")
	return isRooted(token) || onList("environments", folded) || isVersion(folded) || isURL(folded) || host == "localhost" || isHost(withoutLine(host))
}

// isVersion reports whether a word has numbers with a dot between them, or one behind a v.
func isVersion(word string) bool {
	for i := range len(word) {
		digit := i+1 < len(word) && isDigit(word[i+1])
		before := i > 0 && isDigit(word[i-1])
		if digit && (word[i] == '.' && before || word[i] == 'v' && (i == 0 || !startsWithLetter(word[i-1:]))) {
			return true
		}
	}
	return false
}

// isHost reports whether a word may be the name of a host: letters on both sides of a
// dot that does not begin the ending of a file.
func isHost(word string) bool {
	dot := strings.LastIndexByte(word, '.')
	return dot > 0 && dot+1 < len(word) && !isFileName(word) && startsWithLetter(word[dot+1:])
}

// isRooted reports whether a path does not depend on where the session is, or leads out
// of there.
func isRooted(path string) bool {
	path = strings.ReplaceAll(path, `\`, "/")
	return strings.HasPrefix(path, "/") && len(path) > 1 || len(path) > 2 && path[1] == ':' && path[2] == '/' && startsWithLetter(path) ||
		path == ".." || strings.HasPrefix(path, "../") || strings.HasSuffix(path, "/..") || strings.Contains(path, "/../")
}

// speaksOf reports whether a text has a word of a list. An entry with a star is the beginning
// of a word; those of scripts without spaces count wherever they stand.
func speaksOf(list, text, folded string) bool {
	entries := names.Words(list)
	for _, entry := range entries {
		if r, _ := utf8.DecodeRuneInString(entry); r >= 0x2E80 {
			if strings.Contains(folded, entry) {
				return true
			}
		}
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
		word = Fold(word)
		for _, entry := range entries {
			if beginning, open := strings.CutSuffix(entry, "*"); word == beginning || open && strings.HasPrefix(word, beginning) {
				return true
			}
		}
	}
	return false
}
