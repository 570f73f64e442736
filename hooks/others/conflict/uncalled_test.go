package conflict

import (
	"context"
	"testing"

	"neverask/hooks/claude/config"
)

// TestUncalledHooksAreNoConflict: what Claude Code never calls answers nothing.
func TestUncalledHooksAreNoConflict(t *testing.T) {
	t.Parallel()
	matcher := "AskUserQuestion"
	for _, c := range []struct {
		event    string
		handler  config.Handler
		requests config.HTTPRequests
		found    int
	}{
		{"PreToolUse", config.Handler{Type: "http", URL: "http://localhost/x"}, config.HTTPRequests{}, 1},
		{"PreToolUse", config.Handler{Type: "http", URL: "http://localhost/x"}, config.HTTPRequests{URLs: []string{}}, 0},
		{"PreToolUse", config.Handler{Type: "http", URL: "http://localhost/x"}, config.HTTPRequests{URLs: []string{"http://localhost/*"}}, 1},
		{"PreToolUse", config.Handler{Type: "http", URL: "localhost:80/x"}, config.HTTPRequests{}, 0},
		{"PermissionRequest", config.Handler{Type: "agent", Prompt: "x"}, config.HTTPRequests{}, 0},
		{"PermissionRequest", config.Handler{Type: "prompt", Prompt: "x"}, config.HTTPRequests{}, 1},
	} {
		sources := config.Sources{Requests: c.requests, List: []config.Source{{Kind: config.User, File: "/s", Groups: []config.Group{
			{Event: c.event, Matcher: &matcher, Handlers: []config.Handler{c.handler}},
		}}}}
		found, err := Review(context.Background(), Options{Sources: sources, Tools: []string{"AskUserQuestion"}, Ours: func(config.Handler) bool { return false }})
		if err != nil || len(found) != c.found {
			t.Errorf("%+v at %s: %d conflicts, %v", c.handler, c.event, len(found), err)
		}
	}
}
