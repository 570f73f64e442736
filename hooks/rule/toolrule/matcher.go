package toolrule

import (
	"slices"
	"strings"
)

// exceptQuestions begins a pattern that excludes the tools that ask questions.
const exceptQuestions = `^(?!(?:AskUserQuestion|mcp__.+__AskUserQuestion)$)`

// Matcher returns the matcher for a settings file with which the client runs a hook for exactly the tools of the
// rules: a list of names, or a JavaScript regular expression if a name has a "*". It returns "" if no rule needs a
// hook. It ignores invalid rules, and does not depend on the order.
func Matcher(list []Rule) string {
	var globs []string
	for _, r := range list {
		if r.Check() != nil {
			continue
		}
		t, _ := ParseTools(r.Tool)
		globs = append(globs, t.globs...)
	}
	slices.Sort(globs)
	globs = slices.Compact(globs)
	if slices.Contains(globs, "*") {
		return exceptQuestions
	}
	var names []string
	wild := false
	for _, glob := range globs {
		if isCovered(glob, globs) {
			continue
		}
		wild = wild || strings.Contains(glob, "*")
		names = append(names, strings.ReplaceAll(glob, "*", ".*"))
	}
	if !wild {
		return strings.Join(names, "|")
	}
	return exceptQuestions + "(?:" + strings.Join(names, "|") + ")$"
}

// isCovered reports whether another pattern matches everything that a name matches.
func isCovered(glob string, globs []string) bool {
	return !strings.Contains(glob, "*") &&
		slices.ContainsFunc(globs, func(other string) bool { return other != glob && match(other, glob) })
}
