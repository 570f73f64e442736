package toolrule

import (
	"errors"
	"fmt"
	"strings"
)

// Tools are the tools that a rule applies to.
type Tools struct{ globs []string }

// question tools, to which no rule applies.
const (
	questionTool = "AskUserQuestion"
	mcpPrefix    = "mcp__"
)

// formerly returns former names of tools, for which matchers still fire (Claude Code
// 2.1.329).
func formerly(tool string) string {
	if tool == "Agent" {
		return "Task"
	}
	return ""
}

// ParseTools reads the tools of a rule: a subset of the client's matchers, with the same meaning:
//
//   - a name, "Bash", or a list of names separated by "|" or ",", with spaces
//     around them, compared whole and case-sensitively;
//   - a name in which "*" or ".*" stands for any characters, "mcp__github__*", on
//     its own or in a list; such a list may stand in "^(" and ")$", and a single
//     name in "^" and "$". The whole name is compared, also without them;
//   - "*" for every tool.
//
// Other JavaScript regular expressions are refused. The tools that ask questions are an error by name, and silently
// excluded from "*". "mcp__SERVER" alone is refused, because it matches nothing in the client.
func ParseTools(text string) (Tools, error) {
	list, err := unwrap(text)
	if err != nil {
		return Tools{}, err
	}
	var t Tools
	for _, element := range strings.FieldsFunc(list, func(r rune) bool { return r == '|' || r == ',' }) {
		glob := strings.ReplaceAll(strings.Trim(element, " "), ".*", "*")
		if err := checkGlob(glob); err != nil {
			return Tools{}, fmt.Errorf(`"tool": %w`, err)
		}
		t.globs = append(t.globs, glob)
	}
	if len(t.globs) == 0 {
		return Tools{}, errors.New(`"tool" names no tool; "*" is every tool`)
	}
	return t, nil
}

// unwrap removes anchors, which are redundant.
func unwrap(text string) (list string, err error) {
	list = text
	start, end := strings.HasPrefix(list, "^"), strings.HasSuffix(list, "$")
	if start != end {
		return "", errors.New(`"tool": "^" and "$" go together`)
	}
	if start && end && len(list) > 1 {
		list = list[1 : len(list)-1]
	}
	bare := list
	if strings.HasPrefix(list, "(") && strings.HasSuffix(list, ")") {
		list = strings.TrimPrefix(list[1:len(list)-1], "?:")
	} else if start && strings.ContainsAny(bare, "|,") {
		// The client would anchor only the first and the last name.
		return "", errors.New(`"tool": a list with "^" and "$" needs parentheses: "^(A|B)$"`)
	}
	return list, nil
}

func checkGlob(glob string) error {
	for _, c := range []byte(glob) {
		if !isWord(c) && c != '*' {
			return fmt.Errorf(`%q is not a tool's name; the only pattern is "*", for any characters`, glob)
		}
	}
	wild := strings.Contains(glob, "*")
	server, isMCP := strings.CutPrefix(glob, mcpPrefix)
	switch {
	case glob == "":
		return errors.New("an element of the list is empty")
	case glob != "*" && match(glob, questionTool) ||
		isMCP && strings.HasSuffix(glob, "__"+questionTool) || isQuestion(glob):
		return fmt.Errorf("%q asks questions: they have rules of their own", glob)
	case isMCP && !wild && !strings.Contains(server, "__"):
		return fmt.Errorf(`%q is a server, not a tool: write "%s__*"`, glob, glob)
	}
	return nil
}

// isQuestion reports whether a tool asks questions: the client's own or one of an
// MCP server.
func isQuestion(tool string) bool {
	server, isMCP := strings.CutPrefix(tool, mcpPrefix)
	return tool == questionTool || isMCP && strings.HasSuffix(server, "__"+questionTool) &&
		len(server) > len("__"+questionTool)
}

// Match reports whether a tool is among the tools.
func (t Tools) Match(tool string) bool {
	if isQuestion(tool) {
		return false
	}
	former := formerly(tool)
	for _, glob := range t.globs {
		if match(glob, tool) || former != "" && match(glob, former) {
			return true
		}
	}
	return false
}

// match reports whether a name fits a pattern in which "*" stands for any characters.
func match(glob, name string) bool {
	head, rest, wild := strings.Cut(glob, "*")
	name, ok := strings.CutPrefix(name, head)
	if !ok || !wild {
		return ok && name == ""
	}
	for {
		part, more, wild := strings.Cut(rest, "*")
		if !wild {
			return strings.HasSuffix(name, part)
		}
		i := strings.Index(name, part)
		if i < 0 {
			return false
		}
		name, rest = name[i+len(part):], more
	}
}
