package dispatch

import (
	"testing"

	"neverask/hooks"
	"neverask/hooks/claude/config"
)

// TestFindWhereNobodyKnows: a hook whose matcher is too costly to try may run, and
// takes no other's place.
func TestFindWhereNobodyKnows(t *testing.T) {
	costly := `^(?=A)(((([A-Za-z]+)+)+)+)+2$`
	handler := config.Handler{Type: "command", Command: "/opt/x"}
	groups := []config.Group{{Event: "PreToolUse", Matcher: &costly, Handlers: []config.Handler{handler}}, {Event: "PreToolUse", Handlers: []config.Handler{handler}}}
	found := Find(config.Sources{List: []config.Source{{Groups: groups}}}, Call{Event: hooks.EventPreToolUse, Value: "AskUserQuestion"})
	if len(found.Fires) != 2 || found.Fires[0].Unless != config.SlowText || found.Fires[1].Unless != "" {
		t.Errorf("got %+v", found)
	}
}
