package status

import (
	"testing"

	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
)

// TestUnable: one hook that runs on questions is enough, and nothing that overrides its answer may be set.
func TestUnable(t *testing.T) {
	t.Parallel()
	ours := config.Handler{Type: "command", Command: "/hook", Args: config.QuestionHooks.Args()}
	entry := func(event, matcher string, h config.Handler) config.Group {
		return config.Group{Event: event, Matcher: &matcher, Handlers: []config.Handler{h}}
	}
	active, gone := dispatch.HookState{State: dispatch.Active}, dispatch.HookState{State: dispatch.Fails, Why: "/hook is not there"}
	off := dispatch.HookState{State: dispatch.Off, Why: "disableAllHooks is set in /s"}
	before := entry("PreToolUse", "AskUserQuestion", ours)
	after := entry("PostToolUse", "AskUserQuestion", ours)
	const missing = "the PreToolUse entry that neverask installed is gone or was changed"
	ask := config.Switch{Name: "permissions.ask", Value: "AskUserQuestion", Blocks: true, Effect: "the dialog is always shown"}
	for name, tt := range map[string]struct {
		groups   []config.Group
		states   []dispatch.HookState
		switches []config.Switch
		want     string
	}{
		"not installed":  {nil, nil, nil, ""},
		"others":         {[]config.Group{entry("PreToolUse", "", config.Handler{Type: "command", Command: "/theirs"})}, []dispatch.HookState{gone}, nil, ""},
		"runs":           {[]config.Group{before, after}, []dispatch.HookState{active, active}, nil, ""},
		"program gone":   {[]config.Group{before, after}, []dispatch.HookState{gone, gone}, nil, "/hook is not there"},
		"hooks off":      {[]config.Group{before}, []dispatch.HookState{off}, nil, "disableAllHooks is set in /s"},
		"one of two":     {[]config.Group{before, before}, []dispatch.HookState{off, active}, nil, ""},
		"entry gone":     {[]config.Group{after}, []dispatch.HookState{active}, nil, missing},
		"entry narrowed": {[]config.Group{entry("PreToolUse", "Bash", ours), after}, []dispatch.HookState{active, active}, nil, missing},
		"overridden":     {[]config.Group{before}, []dispatch.HookState{active}, []config.Switch{ask}, "permissions.ask: the dialog is always shown"},
		"harmless":       {[]config.Group{before}, []dispatch.HookState{active}, []config.Switch{{Name: "permissions.allow", Value: "AskUserQuestion"}}, ""},
	} {
		sources := config.Sources{List: []config.Source{{Groups: tt.groups}}, Switches: tt.switches}
		owns := func(h config.Handler) bool { return h.Command == "/hook" }
		if got, _ := unable(config.QuestionHooks, sources, tt.states, owns); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
