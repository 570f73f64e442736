package program

import (
	"maps"
	"strings"
	"testing"
	"time"
)

func TestWhoAnswered(t *testing.T) {
	t.Parallel()
	const yes, no = `{"Run the tests?":"Yes (Recommended)"}`, `{"Run the tests?":"No"}`
	const red = `{"Which color?":"Red"}`
	for _, tt := range []struct {
		name      string
		pre, post string
		wait      time.Duration
		env       map[string]string
		want      string
	}{
		{"neverask", pre(tests), postByHook(tests, yes), 0, nil, "Run the tests?: Yes (Recommended) by neverask, rule r1"},
		{"another hook over neverask", pre(tests), postByHook(tests, no), 0, nil, "Run the tests?: No by other-hook, rule r1, expected Yes (Recommended), overwritten"},
		{"another hook, slowly", pre(tests), postByHook(tests, no), 4 * time.Second, nil, "Run the tests?: No by other-hook, rule r1, expected Yes (Recommended), overwritten, after 4s"},
		{"another hook lost our answer", pre(tests), postByHook(tests, "{}"), 0, nil, "Run the tests?:  by unknown, rule r1, expected Yes (Recommended), overwritten, failed"},
		{"the person, in spite of us", pre(tests), post(tests, no), time.Second, nil, "Run the tests?: No by user, rule r1, expected Yes (Recommended), after 1s"},
		{"the person", pre(color), post(color, red), time.Minute, nil, "Which color?: Red by user, after 1m0s"},
		{"the person, in other words", pre(color), post(color, `{"Which color?":"Green"}`), time.Minute, nil, "Which color?: Green by user-text, after 1m0s"},
		{"another hook", pre(color), postByHook(color, red), 0, nil, "Which color?: Red by other-hook"},
		{"the person, in another host", pre(color), postByHook(color, red), 3 * time.Second, map[string]string{"CLAUDE_CODE_ENTRYPOINT": "claude-vscode"}, "Which color?: Red by user, after 3s"},
		{"another hook, in another host", pre(color), postByHook(color, red), time.Second, map[string]string{"CLAUDE_CODE_ENTRYPOINT": "claude-vscode"}, "Which color?: Red by other-hook, after 1s"},
		{"the person, with an old client", old(pre(color)), old(postByHook(color, red)), 3 * time.Second, nil, "Which color?: Red by user, after 3s"},
		{"a clock set back", pre(color), post(color, red), -time.Hour, nil, "Which color?: Red by user"},
		{"one-way", pre(danger), post(danger, `{"Delete the production database?":"No"}`), 0, nil, "Delete the production database?: No by user, rule r1, one-way"},
		{"nobody knows", "", postByHook(color, red), 0, nil, "Which color?: Red by unknown, not judged"},
		{"the person, unseen", "", post(color, red), 0, nil, "Which color?: Red by user, not judged"},
		{"an MCP server", event("PreToolUse", "mcp__x__AskUserQuestion", input(tests)),
			event("PostToolUse", "mcp__x__AskUserQuestion", input(tests), `"tool_response":[{"type":"text","text":"No"}]`), 0, nil, "Run the tests?:  by unknown, rule r1"},
		{"an MCP server that was answered", event("PreToolUse", "mcp__ok__AskUserQuestion", input(tests)),
			event("PostToolUse", "mcp__ok__AskUserQuestion", input(tests), `"tool_response":"done"`), 0, nil, "Run the tests?: Yes (Recommended) by neverask, rule r1"},
		{"a refused MCP server", event("PreToolUse", "mcp__conductor__AskUserQuestion", input(tests)), "", 0, nil, "Run the tests?: Yes (Recommended) by neverask, rule r1"},
		{"a failure", pre(color), event("PostToolUseFailure", "AskUserQuestion", input(color), `"error":"no","is_interrupt":false`), 0, nil, "Which color?:  by unknown, failed"},
		{"an interrupt", pre(color), event("PostToolUseFailure", "AskUserQuestion", input(color), `"error":"no","is_interrupt":true`), 0, nil, "Which color?:  by declined"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, strings.Replace(testsRule, `"rules"`, `"mcp":{"ok":"answers"},"rules"`, 1))
			maps.Copy(w.env, tt.env)
			for range 2 { // as if the hook were registered twice
				if tt.pre != "" {
					w.run(tt.pre)
				}
			}
			w.clock = w.clock.Add(tt.wait)
			for range 3 { // and the client tried again
				if tt.post != "" {
					w.run(tt.post)
				}
			}
			w.wantLog(tt.want)
		})
	}
}
