package drawing

import (
	"testing"

	"neverask/hooks/rule/toolrule"
)

// TestToolText: a tool rule says what it does and when, and text from its file is visible.
func TestToolText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule       toolrule.Rule
		text, when string
	}{
		{toolrule.Rule{ID: "push", Act: toolrule.Deny, Tool: "Bash", Message: "not\x1b here",
			When: []toolrule.Condition{{Field: "command", Matches: "git push"}, {Field: "cwd", Within: "project", Not: true}}},
			"push (deny, Bash): not␛ here", "command ~ git push and cwd != project"},
		{toolrule.Rule{ID: "web", Act: toolrule.Ask, Tool: "WebFetch"}, "web (ask, WebFetch)", "every call"},
		{toolrule.Rule{ID: "note", Act: toolrule.Context, Tool: "Edit", Message: "run gofmt"},
			"note (tell, Edit): run gofmt", "every call"},
	} {
		if got := ToolText(c.rule); got != c.text {
			t.Errorf("%s, want %s", got, c.text)
		}
		if got := ToolWhen(c.rule); got != c.when {
			t.Errorf("%s, want %s", got, c.when)
		}
	}
}
