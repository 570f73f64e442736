package preferences

import (
	"fmt"
	"slices"
	"testing"

	"neverask/hooks/rule/toolrule"
)

func TestLintTools(t *testing.T) {
	ask := toolrule.Rule{ID: "ask", Tool: "Bash", Act: toolrule.Ask, Note: "one"}
	again := ask
	again.ID, again.Note = "again", "two"
	var got []string
	for _, f := range LintTools([]toolrule.Rule{
		ask, again, {ID: "all", Tool: "*", Act: toolrule.Allow}, {ID: "some", Tool: "Write", Act: toolrule.Allow, When: []toolrule.Condition{{Field: "a", Matches: "b"}}},
		{ID: "shell", Tool: "Bash|PowerShell", Act: toolrule.Allow, When: []toolrule.Condition{{Field: "command", Matches: "^npm test$"}}},
	}, []toolrule.Problem{{Line: 3, Column: 4, Rule: "bad", Message: "unknown act; this rule does nothing"}}) {
		got = append(got, fmt.Sprintf("%s %s %s", f.Kind, f.Rule, f.Message))
	}
	want := []string{
		"broken bad 3:4: unknown act; this rule does nothing", "duplicate again says the same as ask",
		"wide all it allows every call of *, so every command of Bash, Monitor, PowerShell whatever it does, unless Claude Code's own rules say otherwise",
		"inert shell it never allows anything of PowerShell, whose command lines are not read",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
