package wording

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// consequentialLists are the lists of names.txt whose words make nearby values consequential.
var consequentialLists = [...]string{"money", "address", "recipient", "account", "environment", "version"}

// Consequential returns the values in a text that change what an answer does, folded: amounts, hosts and addresses,
// recipients, accounts, environments, versions, and paths that do not depend on the session's directory. It errs on
// the side of too many, which only costs a question.
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
		add(text) // its values cannot be distinguished from the rest
	}
	for _, s := range slots {
		add(text[s.From:s.To])
	}
	return values
}

// isSurrounding reports whether a character may surround a value, but not be part of it.
func isSurrounding(r rune) bool { return isQuote(r) || strings.ContainsRune(".,;:!?()[]{}<>*", r) }

// isConsequential reports whether a word is consequential by itself.
func isConsequential(token string) bool {
	if strings.IndexFunc(token,
		func(r rune) bool { return unicode.Is(unicode.Sc, r) || strings.ContainsRune("%‰@~", r) }) >= 0 {
		return true
	}
	folded := Fold(token)
	host, _, _ := strings.Cut(folded, ":")
	return isRooted(token) || onList("environments", folded) || isVersion(folded) || isURL(folded) ||
		host == "localhost" || isHost(withoutLine(host))
}

// isVersion reports whether a word has numbers with a dot between them, or a number after a v.
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

// isRooted reports whether a path does not depend on the session's directory, or leads out of it.
func isRooted(path string) bool {
	path = strings.ReplaceAll(path, `\`, "/")
	return strings.HasPrefix(path, "/") && len(path) > 1 ||
		len(path) > 2 && path[1] == ':' && path[2] == '/' && startsWithLetter(path) ||
		path == ".." || strings.HasPrefix(path, "../") || strings.HasSuffix(path, "/..") || strings.Contains(path, "/../")
}

// speaksOf reports whether a text has a word of a list. An entry with a star is the beginning of a word; entries in
// scripts without spaces count anywhere.
func speaksOf(list, text, folded string) bool {
	entries := names.Words(list)
	for _, entry := range entries {
		if r, _ := utf8.DecodeRuneInString(entry); r >= 0x2E80 {
			if strings.Contains(folded, entry) {
				return true
			}
		}
	}
	for word := range strings.FieldsFuncSeq(text,
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
		word = Fold(word)
		for _, entry := range entries {
			if beginning, open := strings.CutSuffix(entry, "*"); word == beginning ||
				open && strings.HasPrefix(word, beginning) {
				return true
			}
		}
	}
	return false
}
