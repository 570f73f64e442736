package shell

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxLine is the length of the longest line that is read.
const maxLine = 8 << 10

// The characters that end a word, and those of a variable's name.
const (
	wordEnds  = " \t\n;&|<>()"
	nameRunes = "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
)

// reader splits a line into simple commands, as Bash does. It knows words, quotes, plain variables, comments, the
// operators between commands, and redirections to nowhere, and fails at everything else.
type reader struct {
	text     string
	at       int
	commands [][]string // the words of each, unquoted, with assignments
	words    []string   // of the command being read
	empty    bool       // an operator waits for its second command
	failed   bool       // the shell would do more than run these commands, or it is not certain what
}

// read splits a line into simple commands. It fails if the shell would do more than run them, such as substitute a
// command, write to a file, or define something. Of keywords it knows nothing: they are no harmless programs. Tests
// compare it with a parser of the whole language, whose initialization alone would make the hook 3 % slower.
func read(line string) (commands [][]string, ok bool) {
	if len(line) > maxLine || hidden(line) || strings.Contains(line, "\r") {
		return nil, false
	}
	r := reader{text: line}
	for r.at < len(line) && !r.failed {
		r.next()
	}
	r.end('\n')
	return r.commands, !r.failed && !r.empty
}

// hidden reports whether a text contains invisible characters or invalid bytes.
func hidden(text string) bool {
	for _, r := range text {
		if !unicode.IsGraphic(r) && !unicode.IsSpace(r) {
			return true
		}
	}
	return !utf8.ValidString(text)
}

// take passes over a text if it comes next.
func (r *reader) take(text string) bool {
	found := strings.HasPrefix(r.text[r.at:], text)
	if found {
		r.at += len(text)
	}
	return found
}

// next reads a space, an operator or a word.
func (r *reader) next() {
	switch {
	case r.take(" "), r.take("\t"), r.take("\\\n"):
	case r.take("#"):
		r.at += len(before(r.text[r.at:], "\n"))
	case r.take("\n"):
		r.end('\n')
	case r.take("&>"):
		r.redirect("/dev/null")
	case r.take("|&"), r.take(";;"):
		r.failed = true
	case r.take("&&"), r.take("||"), r.take("|"):
		r.end('|')
	case r.take(";"), r.take("&"):
		r.end(';')
	case r.take(">&"):
		r.redirect("1", "2")
	case r.take(">>"), r.take(">"):
		r.redirect("/dev/null")
	default:
		r.word()
	}
}

// end ends a command at an operator. Only a newline may follow another operator.
func (r *reader) end(operator byte) {
	if len(r.words) > 0 {
		r.commands = append(r.commands, r.words)
		r.words, r.empty = nil, operator == '|'
	} else if operator != '\n' {
		r.failed = true
	}
}

// redirect reads the target of a redirection, which must be one of these, and belong to a command.
func (r *reader) redirect(targets ...string) {
	r.at += len(r.text[r.at:]) - len(strings.TrimLeft(r.text[r.at:], " \t"))
	target := before(r.text[r.at:], wordEnds)
	r.at += len(target)
	r.failed = r.failed || !among(target, targets...) || len(r.words) == 0
}

// word reads a word, or the number before a redirection.
func (r *reader) word() {
	start := r.at
	var all strings.Builder
	braces := false
	for r.at < len(r.text) && strings.IndexByte(wordEnds, r.text[r.at]) < 0 && !r.failed {
		c := r.text[r.at]
		switch {
		case r.take("'"):
			quoted := before(r.text[r.at:], "'")
			all.WriteString(quoted)
			r.at += len(quoted)
			r.failed = !r.take("'")
		case r.take(`"`):
			r.doubleQuoted(&all)
		case r.take("$"):
			r.dollar(&all, wordEnds)
		case c == '\\', c == '`', c < ' ':
			r.failed = true
		default:
			braces = braces || c == '{'
			all.WriteByte(c)
			r.at++
		}
	}
	word := all.String()
	if braces && (word[0] == '{' || strings.Contains(word, ",") || strings.Contains(word, "..")) {
		r.failed = true // it may expand to several words
	}
	next := byte('\n')
	if r.at < len(r.text) {
		next = r.text[r.at]
	}
	if next == '>' && strings.Trim(r.text[start:r.at], "0123456789") == "" {
		r.failed = r.failed || !among(word, "1", "2")
		return
	}
	r.failed = r.failed || strings.IndexByte("<()", next) >= 0
	r.words = append(r.words, word)
}

// doubleQuoted reads the rest of a text between double quotes.
func (r *reader) doubleQuoted(to *strings.Builder) {
	for r.at < len(r.text) && !r.failed {
		switch c := r.text[r.at]; {
		case r.take(`"`):
			return
		case r.take("$"):
			r.dollar(to, `"`)
		case c == '`', c == '\\' && escapes(r.text[r.at+1:]):
			r.failed = true
		default:
			to.WriteByte(c)
			r.at++
		}
	}
	r.failed = true // not closed
}

// escapes reports whether a backslash between double quotes changes what follows it.
func escapes(next string) bool {
	return next == "" || strings.IndexByte("\"\\$`\n", next[0]) >= 0
}

// dollar reads a variable's name after "$", which stands for itself before one of the ends.
func (r *reader) dollar(to *strings.Builder, ends string) {
	rest := r.text[r.at:]
	name := rest[:len(rest)-len(strings.TrimLeft(rest, nameRunes))]
	digit := name != "" && name[0] <= '9'
	literal := name == "" && (rest == "" || strings.IndexByte(ends, rest[0]) >= 0 && rest[0] != '(')
	r.failed = digit || name == "" && !literal
	to.WriteString("$" + name)
	r.at += len(name)
}

// before returns the part of a text before the first of these characters.
func before(text, ends string) string {
	if i := strings.IndexAny(text, ends); i >= 0 {
		return text[:i]
	}
	return text
}
