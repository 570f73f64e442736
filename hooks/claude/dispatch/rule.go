package dispatch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/hooks/claude/config"
)

// meant reports whether the "if" of a handler lets it run. unless says what that
// depends on where the input is not known or not understood; where it does not
// run, it says why.
func meant(h config.Handler, c Call) (runs bool, unless string) {
	if h.If == "" {
		return true, ""
	}
	if !OfTool(c.Event) {
		return false, fmt.Sprintf("its \"if\" is for tools, and %s is about none", c.Event)
	}
	tool, rest, argued := strings.Cut(h.If, "(")
	content, closed := strings.CutSuffix(rest, ")")
	switch {
	case argued && !closed:
		return false, fmt.Sprintf("its \"if\" %s has no end", h.If)
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

// commandMatches reports whether a rule for Bash holds for a command line, as
// Claude Code 2.1.329 decides it: for one of its simple commands, quotes,
// assignments and redirections taken off. Where a word is hidden, every rule holds but
// those for a first word; where the line is beyond what the client reads, every rule does.
func commandMatches(rule, line string) bool {
	seen := readLine(line)
	return seen.beyond || seen.hidden && !firstWord(rule) ||
		slices.ContainsFunc(seen.commands, func(command string) bool { return holds(rule, command) })
}

// firstWord reports whether a rule is about how a command begins, in one word:
// "git:*", "git *" or "git*".
func firstWord(rule string) bool {
	if prefix, ok := strings.CutSuffix(rule, ":*"); ok {
		return !strings.Contains(prefix, " ")
	}
	start, ok := strings.CutSuffix(rule, "*")
	return ok && !strings.ContainsAny(strings.TrimSpace(start), "* ")
}

// holds reports whether a rule holds for a simple command: the same words, a
// prefix before ":*", or words with "*" for anything.
func holds(rule, command string) bool {
	rule = strings.TrimSpace(rule)
	for strings.Contains(command, "  ") {
		command = strings.ReplaceAll(command, "  ", " ") // of arguments that are empty
	}
	if prefix, ok := strings.CutSuffix(rule, ":*"); ok {
		return command == prefix || strings.HasPrefix(command, prefix+" ")
	}
	if !strings.Contains(rule, "*") {
		return rule == command
	}
	// "git *" holds for "git" as well.
	start, open := strings.CutSuffix(rule, " *")
	return config.Wildcard(rule, command) || open && command == start
}
