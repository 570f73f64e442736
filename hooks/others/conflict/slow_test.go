package conflict

import (
	"context"
	"strings"
	"testing"

	"neverask/hooks/claude/config"
)

// TestReviewWhereNobodyKnows: a hook whose matcher is too costly to try may run at
// questions, and that is said.
func TestReviewWhereNobodyKnows(t *testing.T) {
	costly := `^(?=A)(((([A-Za-z]+)+)+)+)+3$`
	dir := t.TempDir()
	h := config.Handler{Type: "command", Command: `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}'`, Raw: "{}"}
	found, err := Review(context.Background(), Options{
		Sources: config.Sources{List: []config.Source{{Groups: []config.Group{{Event: "PreToolUse", Matcher: &costly, Handlers: []config.Handler{h}}}}}},
		Tools:   []string{"AskUserQuestion"}, Ours: func(config.Handler) bool { return false },
		Around: CommandEnv{Home: dir, Project: dir, Env: []string{"PATH=" + dir}},
	})
	if err != nil || len(found) != 1 {
		t.Fatalf("got %+v, %v", found, err)
	}
	c := found[0]
	if c.Certainty != Possible || !strings.Contains(c.Sentence, "its matcher") || c.Evidence[len(c.Evidence)-1].Detail != config.SlowText {
		t.Errorf("%s, %s: %s\n%+v", c.Severity, c.Certainty, c.Sentence, c.Evidence)
	}
}
