package dispatch

import (
	"testing"

	"neverask/hooks"
	"neverask/hooks/claude/config"
)

// TestMistakes: what the doctor's tables do not tell apart. Those are held against the
// client; here stand the places in which the same matcher may be meant as it is.
func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		event   hooks.Event
		matcher string
		found   bool
		nearest string
	}{
		{hooks.EventPreToolUse, "edit", true, "Edit"},
		{hooks.EventPreToolUse, "edit.*", false, ""}, // a tool of an MCP server may be named so
		{hooks.EventPreToolUse, "^edit$", true, "Edit"},
		{hooks.EventPreToolUse, "^edit|query", false, ""},
		{hooks.EventPreToolUse, "^mcp__shop__buy$", false, ""},
		{hooks.EventPreToolUse, "mcp__other__buy", false, ""},
		{hooks.EventPreToolUse, "mcp__memo__.*", false, ""}, // nobody knows which servers there are
		{hooks.EventPreToolUse, "mcp__github__*", false, ""},
		{hooks.EventPreToolUse, "mcp__.*__write.*", false, ""},
		{hooks.EventPreToolUse, "mcp__plugin_x_y__.*", false, ""},
		{hooks.EventPreToolUse, "mcp__other", true, "mcp__other__.*"},
		{hooks.EventPreToolUse, "FooTool.*", false, ""},
		{hooks.EventPreToolUse, "FooTool", true, ""},
		{hooks.EventPreToolUse, "FooTool|bash", true, ""},
		{hooks.EventPreToolUse, "bash|Bash|Raed", true, "Bash|Read"},
		{hooks.EventPreToolUse, ".*_delete_.*", false, ""},
		{hooks.EventPreToolUse, "^(?=B)(([A-Za-z]+)+)+1$", false, ""},
		{hooks.EventSubagentStop, "explore", false, ""},
		{hooks.EventNotification, "user_question", true, ""},
		{hooks.EventNotification, "waiting_for_selection|idle_prompt", false, ""},
		{hooks.EventNotification, "idle_promt", true, "idle_prompt"},
		{hooks.EventNotification, "idle.*", false, ""},
		{hooks.EventElicitation, "AskUserQuestion", true, ""},
		{hooks.EventElicitationResult, "AskUserQuestion|shop", false, ""},
		{hooks.EventElicitation, "shop", false, ""},
		{hooks.EventStop, ".*", false, ""},
		{hooks.EventStop, "(", true, ""},
		{"BeforeTool", "bash", false, ""},
	} {
		m, found := MatcherMistake(c.event, &c.matcher)
		if found != c.found || m.Nearest != c.nearest {
			t.Errorf("%s %q: %+v, %v", c.event, c.matcher, m, found)
		}
	}
}

// FuzzMistakes: a matcher with the nearest names fires for something, so that nothing is
// wrong with it any more.
func FuzzMistakes(f *testing.F) {
	for _, m := range append(matchersOfPeople, "Bash(git *)|Edit(*.py)", "*.{ts,tsx}", "mcp:shop", "!Bash", "tool == 'Bash'") {
		f.Add(m)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if m, _ := MatcherMistake(hooks.EventPreToolUse, &text); m.Nearest != "" {
			if again, found := MatcherMistake(hooks.EventPreToolUse, &m.Nearest); found {
				t.Fatalf("%q is to be %q, of which %s", text, m.Nearest, again.Why)
			}
		}
		h := config.Hook{Group: config.Group{Event: "PreToolUse"}, Handler: config.Handler{If: text}}
		if m, _ := IfMistake(h); m.Nearest != "" {
			h.Handler.If = m.Nearest
			if again, found := IfMistake(h); found && !again.Never {
				t.Fatalf("the \"if\" %q is to be %q, of which %s", text, m.Nearest, again.Why)
			}
		}
	})
}

// matchersOfPeople are matchers that were meant.
var matchersOfPeople = []string{"bash", "Bash(git *)", "*.py", "mcp__shop", "Edit|MultiEdit", "Bash Edit", "(?i)bash", "MultiEdit", "all", "|"}
