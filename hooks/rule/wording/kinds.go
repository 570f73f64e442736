package wording

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"neverask/hooks/redact"
)

// kinds are those of values that are never widened: each one that a person has not seen
// is asked about. Too much counts as such a kind rather than too little, which costs an
// asking. Beside each stand the lists of names.txt whose words speak of it.
var kinds = [...]struct{ about, lists string }{
	{"money", "money"},
	{"a percentage", "percentage"},
	{"a host or an address", "address"},
	{"a mail address or a recipient", "recipient"},
	{"an account, a user or a customer", "account"},
	{"an environment", "environment environments"},
	{"a version to release", "version"},
}

// KindOf says of which kind that is never widened a text speaks, or "".
func KindOf(text string) string {
	if kind := kindBySign(text); kind != "" {
		return kind
	}
	kind := kindByWord(text)
	if kind != "" {
		kind = kindByWord(withoutIdioms(text))
	}
	return kind
}

func kindByWord(text string) string {
	words := wordsOf(text)
	for _, k := range kinds {
		if speaksOf(k.lists, words, Fold(text)) {
			return k.about
		}
	}
	return ""
}

// withoutIdioms leaves out words that mean another thing beside each other than each of
// them alone: nobody receives a commit message.
func withoutIdioms(text string) string {
	words := strings.Fields(text)
	for i := 0; i+1 < len(words); i++ {
		second := strings.TrimRight(words[i+1], ".,;:!?")
		if onList("idioms", Fold(words[i])+"-"+Fold(second)) {
			words[i], words[i+1] = "", words[i+1][len(second):]
		}
	}
	return strings.Join(words, " ")
}

// kindBySign knows kinds by how they are written.
func kindBySign(text string) string {
	text = norm.NFKC.String(text)
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Sc, r):
			return "money"
		case strings.ContainsRune("%‰٪", r):
			return "a percentage"
		case r == '@':
			return "a mail address or a recipient"
		case r == '~':
			return "a home directory"
		}
	}
	return ""
}

// KindOfValue says of which kind that is never widened a value is, or "". Files of the
// project may be named in full.
func KindOfValue(value, project string) string {
	if kind := kindBySign(value); kind != "" {
		return kind
	}
	if isRooted(withinProject(value, project)) {
		return "a path outside the project"
	}
	value = norm.NFKC.String(value)
	switch words := wordsOf(value); {
	case speaksOf("environments", words, Fold(value)):
		return "an environment"
	case speaksOf("everything", words, Fold(value)):
		return "more than one thing"
	case len(value) > 1 && (value[0] == '#' && startsWithLetter(value[1:]) || value[0] == '+' && isDigit(value[1])):
		return "a mail address or a recipient"
	}
	if _, ok := codeName(value); ok && strings.HasSuffix(value, "()") {
		return "" // user.merge() is no host
	}
	if day, err := time.Parse("2.1.2006", value); err == nil && day.Year() > 1900 && day.Year() < 2100 {
		return "" // and 21.11.2026 no version
	}
	for _, token := range strings.FieldsFunc(Fold(value), func(r rune) bool { return !isWordRune(r) || strings.ContainsRune("/\\,;=()[]{}<>", r) }) {
		token = strings.TrimRight(token, ".!?")
		host, _, port := strings.Cut(token, ":")
		switch {
		case isVersion(token):
			return "a version to release"
		case port && !isFileName(host) && (host == "" || strings.Trim(token, "0123456789:") != ""), host == "localhost", isHost(withoutLine(token)):
			return "a host or an address"
		}
	}
	return ""
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
	return strings.HasPrefix(path, "/") || len(path) > 1 && path[1] == ':' && startsWithLetter(path) ||
		path == ".." || strings.HasPrefix(path, "../") || strings.HasSuffix(path, "/..") || strings.Contains(path, "/../")
}

// IsProjectDir reports whether the files below a directory may be those of a project: not
// when it is a root, or as likely as not a home directory.
func IsProjectDir(dir string) bool {
	names := strings.FieldsFunc(dir, func(r rune) bool { return r == '/' || r == '\\' })
	if len(names) < 2 || !isRooted(dir) {
		return false
	}
	above := Fold(names[len(names)-2])
	return above != "home" && above != "users" && !strings.HasSuffix(above, ":")
}

// withinProject is a path from the project on, where it is one below the project.
func withinProject(path, project string) string {
	if rest, ok := strings.CutPrefix(path, strings.TrimRight(project, `/\`)); ok && project != "" && len(rest) > 1 && rest[0] == project[0] {
		return rest[1:]
	}
	return path
}

// isGuarded reports whether a file may hold a secret, let somebody in, run by itself or
// say what may run: what is hidden, or is named like a secret.
func isGuarded(path string) bool {
	for _, name := range strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '\\' }) {
		stem, ending, _ := strings.Cut(name, ".")
		named := stem
		if onList("programs", Fold(ending[strings.LastIndexByte(ending, '.')+1:])) {
			named = tokens.Replace(stem) // those that it reads
		}
		if name != "." && stem == "" || redact.SecrecyOf(named).Value || onList("guarded", Fold(ending)) {
			return true
		}
	}
	return false
}

// tokens takes out of a name what a secret is called, and what a parser reads.
var tokens = strings.NewReplacer("tokens", "", "token", "", "Tokens", "", "Token", "", "TOKENS", "", "TOKEN", "")

// wordsOf are the folded words of a text, and those that a name such as "prodServer" is
// made of.
func wordsOf(text string) (words []string) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
		words = append(words, Fold(word))
		start, lower := 0, false
		for i, r := range word {
			if unicode.IsUpper(r) && lower {
				words = append(words, Fold(word[start:i]))
				start = i
			}
			lower = unicode.IsLower(r)
		}
		if start > 0 {
			words = append(words, Fold(word[start:]))
		}
	}
	return words
}

// speaksOf reports whether a text, whose words are given, has a word of some lists.
func speaksOf(lists string, words []string, folded string) bool {
	for name := range strings.FieldsSeq(lists) {
		for entry := range namesOn(name) {
			if r, _ := utf8.DecodeRuneInString(entry); r >= 0x2E80 {
				if strings.Contains(folded, entry) {
					return true
				}
				continue
			}
			beginning, open := strings.CutSuffix(entry, "*")
			for _, w := range words {
				if w == beginning || open && strings.HasPrefix(w, beginning) {
					return true
				}
			}
		}
	}
	return false
}
