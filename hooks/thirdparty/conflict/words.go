package conflict

import "strings"

// unknown stands for a word of which something is computed, or read from a variable that
// is not known.
const unknown = "\x00"

// Why only the first words of a command, or not even those, are known.
const (
	computed    = "what it runs is computed"
	severalRuns = "it runs more than one command"
)

// maxLine is how much of a command line is looked at, in bytes.
const maxLine = 64 << 10

// firstWords are the words of the first command in a line for a shell, without quotes and
// redirections, with variables and "~" filled in. gap says why the line may run something
// else, too. Nothing is evaluated.
func firstWords(line string, vars map[string]string) (words []string, gap string) {
	s := splitter{text: line[:min(len(line), maxLine)], vars: vars}
	for s.at < len(s.text) && s.gap == "" {
		s.step()
	}
	s.end()
	return s.words, s.gap
}

// A splitter goes through a command line.
type splitter struct {
	text  string
	at    int
	vars  map[string]string
	words []string
	gap   string

	word   strings.Builder
	open   bool // a word has begun
	dark   bool // something in it is not known
	target bool // it is the file of a redirection
	quote  byte // that is open, or 0
}

// end ends the word.
func (s *splitter) end() {
	switch {
	case !s.open:
		return
	case s.target:
		s.target = false
	case s.dark:
		s.words = append(s.words, unknown)
	default:
		s.words = append(s.words, s.word.String())
	}
	s.word.Reset()
	s.open, s.dark = false, false
}

func (s *splitter) add(text string) {
	s.open = true
	s.word.WriteString(text)
}

// step takes the next sign.
func (s *splitter) step() {
	c := s.text[s.at]
	s.at++
	switch {
	case s.quote == '\'' && c != '\'', s.quote == '"' && !strings.ContainsRune("\"\\$`", rune(c)):
		s.add(string([]byte{c}))
	case c == s.quote:
		s.quote = 0
	case c == '\\':
		s.escaped()
	case c == '$' || c == '`':
		s.variable(c)
	case c == '\'' || c == '"':
		s.quote, s.open = c, true
	case c == '~' && !s.open && (s.at == len(s.text) || strings.ContainsRune("/ \t", rune(s.text[s.at]))):
		s.add(s.vars["HOME"])
	case c == ' ' || c == '\t':
		s.end()
	case c == '#' && !s.open:
		if i := strings.IndexByte(s.text[s.at:], '\n'); i >= 0 {
			s.at += i
		} else {
			s.at = len(s.text)
		}
	case c == '>' || c == '<' || c == '&' && strings.HasPrefix(s.text[s.at:], ">"):
		s.redirection()
	case strings.ContainsRune(";&|\n()", rune(c)):
		s.another()
	default:
		s.add(string([]byte{c}))
	}
}

// escaped takes what stands behind a backslash.
func (s *splitter) escaped() {
	if s.at == len(s.text) {
		return
	}
	c := s.text[s.at]
	s.at++
	switch {
	case c == '\n':
	case s.quote == '"' && !strings.ContainsRune("\"\\$`", rune(c)):
		s.add(string([]byte{'\\', c}))
	default:
		s.add(string([]byte{c}))
	}
}

// variable fills in $NAME or ${NAME}. What computes something is not known, and neither is
// what a command prints.
func (s *splitter) variable(c byte) {
	s.open = true
	rest := s.text[s.at:]
	if c == '`' || strings.HasPrefix(rest, "(") {
		s.dark, s.gap = true, computed
		return
	}
	inner, braced := strings.CutPrefix(rest, "{")
	n := 0
	for n < len(inner) && isName(inner[n], n == 0) {
		n++
	}
	value, set := s.vars[inner[:n]]
	switch {
	case braced && strings.HasPrefix(inner[n:], "}"):
		s.at += n + 2
	case braced:
		set = false
		if i := strings.IndexByte(rest, '}'); i >= 0 {
			s.at += i + 1
		}
	default:
		s.at += n
	}
	if s.dark = s.dark || !set; set {
		s.word.WriteString(value)
	}
}

// isName reports whether a character may be part of a variable's name.
func isName(c byte, first bool) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || !first && c >= '0' && c <= '9'
}

// redirection leaves out "2>&1", "> file" and the like.
func (s *splitter) redirection() {
	if s.open && strings.Trim(s.word.String(), "0123456789") == "" {
		s.word.Reset() // it was the number of a descriptor
		s.open = false
	}
	s.end()
	rest := strings.TrimLeft(s.text[s.at:], "<>|")
	s.target = true
	if number, ok := strings.CutPrefix(rest, "&"); ok {
		rest, s.target = strings.TrimLeft(number, "0123456789-"), false
	}
	s.at = len(s.text) - len(rest)
}

// another is at the end of a command. The first may not have begun yet.
func (s *splitter) another() {
	s.end()
	if len(s.words) > 0 && strings.Trim(s.text[s.at:], "; \t\r\n&|)") != "" {
		s.gap = severalRuns
	} else if len(s.words) > 0 {
		s.at = len(s.text)
	}
}
