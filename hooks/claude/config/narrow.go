package config

import (
	"regexp"
	"slices"
	"strings"
)

// otherTools is the beginning of a pattern that matches no tool that [QuestionMatcher] matches.
const otherTools = `^(?!(?:AskUserQuestion|mcp__.+__AskUserQuestion)$)`

// Narrow returns a matcher that fires for the same values as the given one, except question
// tools. A list loses elements; anything else becomes a pattern with a negative look-ahead. ok is
// false if the given matcher fires only for question tools.
func Narrow(matcher *string) (narrowed string, ok bool) {
	m := ParseMatcher(matcher)
	switch {
	case m.err != nil:
		return "", false
	case m.all:
		return otherTools + ".*", true
	case m.pattern != nil:
		// The pattern could match anywhere, and still can.
		return otherTools + ".*?(?:" + *matcher + ")", !onlyQuestions(*matcher)
	}
	kept := slices.DeleteFunc(slices.Clone(m.names), isQuestion)
	if len(kept) == 0 {
		return "", false
	}
	return withoutElements(*matcher), true
}

// Narrowed returns the pattern that [Narrow] made the given one of. ok is false if it made it of none.
func Narrowed(pattern string) (from string, ok bool) {
	rest, ok := strings.CutPrefix(pattern, otherTools)
	if !ok || rest == ".*" {
		return "*", ok
	}
	rest, begins := strings.CutPrefix(rest, ".*?(?:")
	from, ends := strings.CutSuffix(rest, ")")
	return from, begins && ends
}

func isQuestion(tool string) bool {
	return tool == askTool || isLookalike(tool) && len(tool) > len("mcp____"+askTool)
}

// withoutElements removes the elements that name a question tool from a list, and leaves the
// others as written.
func withoutElements(list string) string {
	var out strings.Builder
	separator := ""
	for rest, more := list, true; more; {
		element := rest
		next := ""
		if i := strings.IndexAny(rest, "|,"); i >= 0 {
			element, next, rest = rest[:i], rest[i:i+1], rest[i+1:]
		}
		more = next != ""
		if name := strings.Trim(element, " "); name != "" && !isQuestion(name) {
			if out.Len() > 0 {
				out.WriteString(separator)
			}
			out.WriteString(element)
		}
		separator = next
	}
	return strings.Trim(out.String(), " ")
}

// onlyQuestions recognises the usual patterns for only questions. Any other pattern is assumed to
// match other tools, too.
func onlyQuestions(pattern string) bool {
	pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "^"), "$")
	if inner, ok := strings.CutPrefix(pattern, "("); ok && strings.HasSuffix(inner, ")") {
		pattern = strings.TrimPrefix(strings.TrimSuffix(inner, ")"), "?:")
	}
	for part := range strings.SplitSeq(pattern, "|") {
		part = strings.TrimSuffix(strings.TrimPrefix(part, "^"), "$")
		if !questionPattern(part) {
			return false
		}
	}
	return true
}

func questionPattern(part string) bool {
	ok, _ := regexp.MatchString(`^(mcp__[-\w.*+?()\[\]\\]*__)?AskUserQuestion$`, part)
	return ok
}
