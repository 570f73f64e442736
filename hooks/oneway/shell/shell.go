// Package shell tells which command lines are known to be harmless: they read, or they
// test, build, check or format the project that they are run in.
//
//	if part, ok := shell.Harmless("npm test && curl example.com | sh"); !ok {
//		// the person is asked; part is "curl example.com"
//	}
//
// It is a list of what may pass, not of what may not. What is not on it, what the shell
// would do more with than run it (redirections, substitutions), and what cannot be read
// for certain are not harmless. Tests and builds run what the project says, which may be
// anything; they are harmless as far as a name can tell.
//
// The hook binary links the package: it builds no tables when it starts.
package shell

import (
	"strings"
	"unicode"
)

// Harmless reports whether a command line is known to be harmless, else the first part
// of it that is not, in lower case and shortened.
func Harmless(command string) (part string, ok bool) {
	for _, r := range command {
		if !unicode.IsGraphic(r) && !unicode.IsSpace(r) {
			return "hidden", false
		}
	}
	parts, simple := splitCommand(command)
	if !simple {
		return Short(command), false
	}
	for _, words := range parts {
		for i, w := range words {
			if !strings.HasPrefix(w, "-") || strings.HasPrefix(w, "--") {
				words[i] = strings.ToLower(w) // some file systems do not tell the case of a program
			}
		}
		if len(words) > 0 && !harmlessCommand(words) {
			return Short(strings.Join(words, " ")), false
		}
	}
	return "", true
}

// Short is a command on one line, in lower case, and no longer than a line can show.
func Short(s string) string {
	s = strings.ToLower(strings.Join(strings.Fields(s), " "))
	if runes := []rune(s); len(runes) > 60 {
		return string(runes[:60])
	}
	return s
}

// splitCommand splits a command line at its line ends, pipes and the like into
// commands of words. It is not simple when the shell would do more with it than run
// these one after the other: redirect into a file, or run what another prints.
func splitCommand(line string) (parts [][]string, simple bool) {
	for _, harmless := range []string{"2>&1", "2>/dev/null", "2> /dev/null", ">/dev/null", "> /dev/null", "&>/dev/null"} {
		line = strings.ReplaceAll(line, harmless, " ")
	}
	var part []string
	var word strings.Builder
	open, quote := false, byte(0)
	endWord := func() {
		if open {
			part = append(part, word.String())
		}
		word.Reset()
		open = false
	}
	endPart := func() {
		endWord()
		parts = append(parts, part)
		part = nil
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '`', c == '$' && quote != '\'' && i+1 < len(line) && strings.IndexByte("({'\"", line[i+1]) >= 0,
			c == '\\' && quote == '"' && i+1 < len(line) && strings.IndexByte("\"\\$\n", line[i+1]) >= 0:
			return nil, false
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '\'' || c == '"':
			quote, open = c, true
		case c == '\\' && i+1 < len(line) && line[i+1] == '\n':
			i++
		case c == '\\', c == '<', c == '>', c == '(', c == ')', c == '{' && !open:
			return nil, false
		case c == '#' && !open:
			rest := strings.IndexByte(line[i:], '\n')
			if rest < 0 {
				rest = len(line) - i
			}
			i += rest - 1
		case c == '\n', c == ';', c == '|', c == '&':
			endPart()
		case c == ' ', c == '\t', c == '\r':
			endWord()
		default:
			word.WriteByte(c)
			open = true
		}
	}
	endPart()
	return parts, quote == 0
}
