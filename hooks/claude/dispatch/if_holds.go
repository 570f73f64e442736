package dispatch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/hooks/claude/config"
)

// ifHolds reports whether a handler's "if" lets it run. If only the input decides, and it is
// unknown or not understood, unless says so; if the handler does not run, unless says why.
func ifHolds(h config.Handler, c Call) (runs bool, unless string) {
	if h.If == "" {
		return true, ""
	}
	if !OfTool(c.Event) {
		return false, fmt.Sprintf("its \"if\" is for tools, and %s is not about one", c.Event)
	}
	tool, rest, argued := strings.Cut(h.If, "(")
	content, closed := strings.CutSuffix(rest, ")")
	switch {
	case argued && !closed:
		return false, fmt.Sprintf("its \"if\" %s is not closed", h.If)
	case tool != c.Value && formerly[tool] != c.Value:
		return false, fmt.Sprintf("its \"if\" is %s", h.If)
	case !argued || content == "" || content == "*":
		return true, ""
	case c.Input == "":
		return true, fmt.Sprintf("its \"if\" %s depends on the input", h.If)
	case tool == "Bash":
		command := gjson.Get(c.Input, "command").String()
		if commandMatches(content, command) {
			return true, ""
		}
		return false, fmt.Sprintf("its \"if\" %s does not hold for this command", h.If)
	}
	return true, fmt.Sprintf("its \"if\" %s decides by the input", h.If)
}

// commandMatches reports whether a rule for Bash matches a command line, as Claude Code 2.1.329
// decides it: the rule must match one of the line's simple commands, without quotes, assignments
// and redirections. If a word is hidden, every rule matches except those for a first word; if the
// client cannot read the line, every rule matches.
func commandMatches(rule, line string) bool {
	seen := readCommandLine(line)
	return seen.beyond || seen.hidden && !firstWord(rule) ||
		slices.ContainsFunc(seen.commands, func(command string) bool { return holds(rule, command) })
}

// firstWord reports whether a rule matches a command's beginning, in one word: "git:*", "git
// *" or "git*".
func firstWord(rule string) bool {
	if prefix, ok := strings.CutSuffix(rule, ":*"); ok {
		return !strings.Contains(prefix, " ")
	}
	start, ok := strings.CutSuffix(rule, "*")
	return ok && !strings.ContainsAny(strings.TrimSpace(start), "* ")
}

// holds reports whether a rule matches a simple command: the same words, a prefix before ":*",
// or words in which "*" stands for anything.
func holds(rule, command string) bool {
	rule = strings.TrimSpace(rule)
	for strings.Contains(command, "  ") {
		command = strings.ReplaceAll(command, "  ", " ") // from empty arguments
	}
	if prefix, ok := strings.CutSuffix(rule, ":*"); ok {
		return command == prefix || strings.HasPrefix(command, prefix+" ")
	}
	if !strings.Contains(rule, "*") {
		return rule == command
	}
	// "git *" matches "git" as well.
	start, open := strings.CutSuffix(rule, " *")
	return config.Wildcard(rule, command) || open && command == start
}
