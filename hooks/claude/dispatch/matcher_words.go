package dispatch

import (
	"strings"

	"neverask/hooks/claude/config"
)

// FiresFor describes what a handler at an event fires for.
func FiresFor(about About, matcher *string) string {
	switch {
	case about.Returns == "":
		return "nothing: Claude Code has no such event"
	case about.Filter == "" && matcher != nil:
		return "everything: this event ignores the matcher"
	case about.Filter == "":
		return "everything"
	}
	return Words(matcher)
}

// Words describes what a matcher fires for.
func Words(text *string) string {
	m := config.ParseMatcher(text)
	names := m.Names()
	switch {
	case m.All():
		return "everything"
	case *text == config.QuestionMatcher:
		return "questions"
	case m.Err() != nil:
		return "nothing: it is not a regular expression"
	case len(names) == 1:
		return "exactly " + names[0]
	case len(names) > 1:
		return "exactly " + strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
	case strings.Trim(*text, ",| ") == "":
		return "nothing: it names nothing"
	}
	if from, ok := config.Narrowed(*text); ok && from == "*" {
		return "everything but questions"
	} else if ok {
		return Words(&from) + ", but no questions"
	}
	return "pattern " + *text
}
