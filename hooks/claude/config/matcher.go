package config

import (
	"slices"
	"strings"
)

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
	pattern *pattern
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
	p, err := newPattern(*text, sharedTrialTime)
	return Matcher{pattern: p, err: err}
}

// Match reports whether a group with this matcher fires for a value, which is the tool's name
// at tool events. A pattern that takes too long does not match, see [Matcher.May].
func (m Matcher) Match(value string) bool {
	ok, _ := m.try(value)
	return ok
}

// May reports whether a group with this matcher fires for a value, or may do so: trying a pattern
// can take too long.
func (m Matcher) May(value string) bool {
	ok, known := m.try(value)
	return ok || !known
}

func (m Matcher) try(value string) (ok, known bool) {
	if m.pattern != nil {
		return m.pattern.match(value)
	}
	return m.all || slices.Contains(m.names, value), true
}

// All reports whether the matcher fires for every value.
func (m Matcher) All() bool { return m.all }

// Names returns the elements of a list matcher.
func (m Matcher) Names() []string { return m.names }

// Err says why a pattern never matches: it is not a regular expression.
func (m Matcher) Err() error { return m.err }

// Slow reports whether trying a value was given up, because it took too long or because other
// patterns used up the time for all.
func (m Matcher) Slow() bool { return m.pattern != nil && m.pattern.time.gaveUp(m.pattern.text) }

// SlowText says what happens with a matcher that is [Matcher.Slow].
const SlowText = "what its matcher fires for is unknown: trying it takes too long, and Claude Code, which tries it at every call, waits however long that takes"

func isList(text string) bool {
	for i := range len(text) {
		c := text[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && c != '_' && c != '-' && c != ',' && c != '|' && c != ' ' {
			return false
		}
	}
	return true
}
