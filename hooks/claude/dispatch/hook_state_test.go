package dispatch

import (
	"slices"
	"strings"
	"testing"

	"neverask/hooks/claude/config"
)

// TestStandings: what keeps a hook from running is said, and only what the person did not intend counts as failing.
func TestStandings(t *testing.T) {
	t.Parallel()
	sound, broken := config.Source{File: "sound"}, config.Source{File: "broken", Off: "it is not valid JSON"}
	off := config.Source{File: "sound", Off: "disableAllHooks is set"}
	var all []config.Hook
	cases := []struct {
		source                 config.Source
		event, kind, why, says string
		state                  State
	}{
		{sound, "PreToolUse", "command", "", "active", Active},
		{sound, "PreToolUse", "command", "the same command", "duplicate", Duplicate},
		{off, "PreToolUse", "command", "disableAllHooks", "off", Off},
		{broken, "PreToolUse", "command", "not valid JSON", "invalid", Invalid},
		{sound, "BeforeTool", "command", `no event "BeforeTool"`, "cannot run", UnknownEvent},
		{sound, "SessionStart", "prompt", "prompt", "cannot run", NeverCalled},
	}
	for _, c := range cases {
		all = append(all, config.Hook{Source: c.source, Group: config.Group{Event: c.event}, Handler: config.Handler{Type: c.kind, Command: "true"}})
	}
	got := Standings(config.Sources{Findings: []config.Finding{{File: "broken"}}}, all)
	for i, c := range cases {
		if s := got[i]; s.State != c.state || !strings.Contains(s.Why, c.why) || s.State.Words() != c.says {
			t.Errorf("%s at %s: %q, %s, want %q", c.kind, c.event, s, s.State.Words(), c.state)
		}
	}
	if at := Failing(append(got, HookState{State: Fails}, HookState{State: Never})); !slices.Equal(at, []int{4, 5, 6, 7}) {
		t.Errorf("failing are %v", at)
	}
}
