package config

import (
	"fmt"
	"strings"
	"time"

	"github.com/dlclark/regexp2"
)

// matchTimeout bounds a pattern that backtracks for ever. It is long, because on a
// busy machine any other match may stand still for a while, and would count as
// none.
const matchTimeout = time.Second

// A Matcher says what a matcher group fires for, as Claude Code 2.1.329
// evaluates it:
//
//   - absent, "" or "*": everything;
//   - only letters, digits, "_", "-", ",", "|" and space: a list separated by
//     "|" or ",", trimmed, compared exactly and with case; an empty element
//     matches nothing;
//   - anything else: a JavaScript regular expression that may match anywhere.
//     An invalid one never matches.
type Matcher struct {
	all     bool
	names   []string
	pattern *regexp2.Regexp
	err     error
}

// ParseMatcher reads the matcher of a group; nil is an absent one.
func ParseMatcher(text *string) Matcher {
	switch {
	case text == nil || *text == "" || *text == "*":
		return Matcher{all: true}
	case isList(*text):
		var names []string
		for _, name := range strings.FieldsFunc(*text, func(r rune) bool { return r == '|' || r == ',' }) {
			if name = strings.Trim(name, " "); name != "" {
				names = append(names, name)
			}
		}
		return Matcher{names: names}
	}
	source, err := fromJavaScript(*text)
	if err != nil {
		return Matcher{err: err}
	}
	pattern, err := regexp2.Compile(source, regexp2.ECMAScript)
	if err != nil {
		return Matcher{err: err}
	}
	pattern.MatchTimeout = matchTimeout
	return Matcher{pattern: pattern}
}

// Match reports whether a group with this matcher fires for a value, a tool
// name for the tool events. A pattern that takes too long does not match.
func (m Matcher) Match(value string) bool {
	if m.all {
		return true
	}
	for _, name := range m.names {
		if name == value {
			return true
		}
	}
	if m.pattern == nil {
		return false
	}
	ok, err := m.pattern.MatchString(value)
	return err == nil && ok
}

// All reports whether the matcher fires for every value.
func (m Matcher) All() bool { return m.all }

// Names returns the elements of a list matcher.
func (m Matcher) Names() []string { return m.names }

// Err says why a pattern never matches: it is not a regular expression.
func (m Matcher) Err() error { return m.err }

func isList(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		return !letter && !strings.ContainsRune("_-,| ", r)
	}) < 0
}

// fromJavaScript rewrites what regexp2 reads differently from a JavaScript
// engine: escapes of letters that JavaScript takes as the letter itself, and
// groups that only other dialects have.
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
	// Modifiers such as (?i: and (?-i: hold for their group alone.
	modifiers, _, ok := strings.Cut(rest, ":")
	return "", ok && modifiers != "" && strings.Trim(modifiers, "ims-") == ""
}

// questionTools stand for the tools that ask the person: the client's own and
// any MCP server's.
var questionTools = []string{"AskUserQuestion", "mcp__server__AskUserQuestion"}

// OnQuestions reports whether the group can fire on a question that Claude
// asks the person.
func (g Group) OnQuestions() bool {
	switch g.Event {
	case "PreToolUse", "PostToolUse", "PermissionRequest":
	default:
		return false
	}
	m := ParseMatcher(g.Matcher)
	for _, tool := range questionTools {
		if m.Match(tool) {
			return true
		}
	}
	// A pattern or a name may be for one server alone.
	return g.Matcher != nil && strings.Contains(*g.Matcher, "__AskUserQuestion")
}
