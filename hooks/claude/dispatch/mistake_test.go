package dispatch

import (
	"fmt"
	"testing"

	"neverask/hooks"
	"neverask/hooks/claude/config"
)

// TestMistakes: what the doctor's tables do not tell apart. Those are held against the
// client; here stand the places in which the same matcher may be meant as it is.
func TestMistakes(t *testing.T) {
	nothing, shop := Around{Closed: true}, Around{Servers: []string{"shop"}}
	for _, c := range []struct {
		around  Around
		event   hooks.Event
		matcher string
		want    string
	}{
		{nothing, hooks.EventPreToolUse, "edit.*", "[{Edit }]"},
		{shop, hooks.EventPreToolUse, "edit.*", ""},
		{nothing, hooks.EventPreToolUse, "mcp__shp__.*", ""},
		{shop, hooks.EventPreToolUse, "mcp__shp__.*", "[{mcp__shop__.* }]"},
		{shop, hooks.EventPreToolUse, "mcp__other__buy", ""},
		{shop, hooks.EventPreToolUse, "FooTool.*", ""},
		{shop, hooks.EventPreToolUse, "FooTool", "[]"},
		{nothing, hooks.EventPreToolUse, ".*_delete_.*", ""},
		{nothing, hooks.EventPreToolUse, "^(?=B)(([A-Za-z]+)+)+1$", ""},
		{nothing, hooks.EventSubagentStop, "explore", ""},
		{nothing, hooks.EventSubagentStop, "Task", "[{ }]"},
		{nothing, hooks.EventStop, ".*", ""},
		{nothing, hooks.EventStop, "(", "[{ }]"},
		{nothing, "BeforeTool", "bash", ""},
	} {
		got := ""
		if m, found := c.around.MatcherMistake(c.event, &c.matcher); found {
			got = fmt.Sprint(m.Meant)
		}
		if got != c.want {
			t.Errorf("%s %q: %s, want %s", c.event, c.matcher, got, c.want)
		}
	}
}

// FuzzMistakes: what is meant instead of a matcher fires for something, so that nothing
// is wrong with it any more.
func FuzzMistakes(f *testing.F) {
	for _, m := range append(matchersOfPeople, "Bash(git *)|Edit(*.py)", "*.{ts,tsx}", "mcp:shop", "!Bash", "tool == 'Bash'") {
		f.Add(m)
	}
	a := Around{Servers: []string{"shop"}}
	f.Fuzz(func(t *testing.T, text string) {
		m, _ := a.MatcherMistake(hooks.EventPreToolUse, &text)
		for _, p := range m.Meant {
			if again, found := a.MatcherMistake(hooks.EventPreToolUse, &p.Matcher); found {
				t.Fatalf("%q is to be %q, of which %s", text, p.Matcher, again.Why)
			}
			h := config.Hook{Group: config.Group{Event: "PreToolUse", Matcher: &p.Matcher}, Handler: config.Handler{If: p.If}}
			if again, found := a.IfMistake(h); found {
				t.Fatalf("%q is to be %q with %q, of which %s", text, p.Matcher, p.If, again.Why)
			}
		}
	})
}

// matchersOfPeople are matchers that were meant.
var matchersOfPeople = []string{"bash", "Bash(git *)", "*.py", "mcp__shop", "Edit|MultiEdit", "Bash Edit", "(?i)bash", "MultiEdit", "all", "|"}
