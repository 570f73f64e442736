package config

import (
	"fmt"
	"regexp"
	"strings"
)

// fromJavaScript rewrites a JavaScript pattern for regexp2: it unescapes letters whose escape
// means nothing in JavaScript, and refuses groups that only other dialects have.
func fromJavaScript(text string) (string, error) {
	var out strings.Builder
	names := map[string]bool{}
	class := false
	for i := 0; i < len(text); i++ {
		ch := text[i]
		switch {
		case ch == '\\' && i+1 < len(text):
			i++
			if isLetter(text[i]) && !strings.ContainsRune("bBcdDfknrsStuvwWx", rune(text[i])) {
				out.WriteByte(text[i])
				continue
			}
			out.WriteByte(ch)
			out.WriteByte(text[i])
			continue
		case ch == '[':
			class = true
		case ch == ']':
			class = false
		case !class && strings.HasPrefix(text[i:], "(?"):
			name, ok := groupName(text[i+2:])
			if !ok {
				return "", fmt.Errorf("JavaScript has no group %q", text[i:min(i+4, len(text))])
			}
			if name != "" && names[name] && !strings.Contains(text, "|") {
				return "", fmt.Errorf("the group name %q is used twice", name)
			}
			names[name] = true
		}
		out.WriteByte(ch)
	}
	return out.String(), nil
}

func isLetter(ch byte) bool { return ch|0x20 >= 'a' && ch|0x20 <= 'z' }

// groupName reads what follows "(?". ok is false for groups that JavaScript
// does not have.
func groupName(rest string) (name string, ok bool) {
	for _, prefix := range []string{":", "=", "!", "<=", "<!"} {
		if strings.HasPrefix(rest, prefix) {
			return "", true
		}
	}
	if strings.HasPrefix(rest, "<") {
		name, _, ok = strings.Cut(rest[1:], ">")
		return name, ok
	}
	// Modifiers such as (?i: and (?-i: apply only to their group.
	modifiers, _, ok := strings.Cut(rest, ":")
	return "", ok && modifiers != "" && strings.Trim(modifiers, "ims-") == ""
}

// maxLinear is the length of the longest pattern that is tried without a time limit.
const maxLinear = 1000

// linear compiles a pattern, as fromJavaScript left it, with Go's own engine, which never
// backtracks; nil if the two engines may disagree on a [plain] value. The pattern has no
// look-around and no references.
func linear(source string) *regexp.Regexp {
	if len(source) > maxLinear || !plain(source) {
		return nil
	}
	for _, other := range []string{
		"[]", "[^]", // an empty class in JavaScript, the beginning of a class in Go
		"[:",  // a POSIX class in Go
		`\x{`, // a repeated x in JavaScript
	} {
		if strings.Contains(source, other) {
			return nil
		}
	}
	for i, ch := range source {
		if ch >= '0' && ch <= '9' && i > 0 && source[i-1] == '\\' {
			return nil // a reference, or a character by number
		}
	}
	re, err := regexp.Compile(source)
	if err != nil {
		return nil
	}
	return re
}

// plain reports whether a text is printable ASCII.
func plain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}
