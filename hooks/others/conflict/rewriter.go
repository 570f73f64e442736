package conflict

import (
	"slices"
	"strings"

	"neverask/hooks"
	"neverask/hooks/claude/config"
)

// A Rewriter is a third-party hook that may change the input of a tool that the user's rules
// name. If two hooks do, the last to finish wins (Claude Code 2.1.329), so a rule's change can
// be lost.
type Rewriter struct {
	Hook     config.Hook
	Tools    []string // for which both run, of those that are known by name
	Evidence Evidence
}

// Sentence says what happens as a result.
func (r Rewriter) Sentence() string {
	return "it changes the input of " + strings.Join(r.Tools, ", ") +
		", as your rules do: the last to finish wins, and the other change is lost"
}

// tools are those of Claude Code 2.1.329 whose input is worth changing.
var tools = []string{"Agent", "Bash", "Edit", "Glob", "Grep",
	"MultiEdit", "NotebookEdit", "Read", "Skill", "WebFetch", "WebSearch", "Write"}

// Rewriters finds the third-party hooks that run at PreToolUse for a tool that matcher, the
// matcher of the user's rules, also fires for, and whose scripts contain the word with which a
// hook changes the input. Nothing is run; what a server, a model or a binary decides is
// unknown and not reported.
func Rewriters(o Options, matcher string) (found []Rewriter) {
	if matcher == "" {
		return nil
	}
	rules := config.ParseMatcher(&matcher)
	o.Around = o.Around.Remembering()
	for _, h := range o.Sources.Hooks() {
		if h.Source.Off != "" || o.Ours(h.Handler) || h.Group.Event != string(hooks.EventPreToolUse) ||
			h.Handler.Type != "command" || h.Handler.Background() || ownCopy(h.Handler) {
			continue
		}
		shared := sharedTools(rules, h)
		if len(shared) == 0 {
			continue
		}
		if at, ok := scan(o.Around.read(h).scripts)["updatedInput"]; ok {
			found = append(found,
				Rewriter{h, shared, Evidence{Basis: ReadIn, Detail: "it names updatedInput (" + at.String() + ")"}})
		}
	}
	return found
}

// sharedTools returns the tools for which both the rules and a hook may run. An MCP server's
// tool is known only if one of the two names it.
func sharedTools(rules config.Matcher, h config.Hook) (shared []string) {
	theirs := config.ParseMatcher(h.Group.Matcher)
	for _, tool := range slices.Concat(tools, rules.Names(), theirs.Names()) {
		meant := h.Handler.If == "" || h.Handler.If == tool || strings.HasPrefix(h.Handler.If, tool+"(")
		if rules.Match(tool) && theirs.May(tool) && meant && !slices.Contains(shared, tool) {
			shared = append(shared, tool)
		}
	}
	return shared
}
