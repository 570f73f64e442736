package trial

import (
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/claude/config"
)

func TestRead(t *testing.T) {
	t.Parallel()
	printed := func(exit int, stdout, stderr string) Output {
		return Output{Exit: hooks.Exit{Status: exit, Stdout: []byte(stdout), Stderr: []byte(stderr)}, Took: time.Millisecond}
	}
	blocks := config.Handler{OnFailure: "block"}
	for _, tt := range []struct {
		name    string
		event   string
		handler config.Handler
		out     Output
		outcome Outcome
		words   string // separated by |, in the effect and the notes
	}{
		{"silence", "PreToolUse", config.Handler{}, printed(0, "", ""), Nothing, "prints nothing"},
		{"exit 1 in the belief that it blocks", "PreToolUse", config.Handler{}, printed(1, "blocked", ""), Nothing, "exit code 1 does not block|as if the hook were not there|exit with 2"},
		{"exit 1 where nothing blocks", "SessionStart", config.Handler{}, printed(1, "", ""), Nothing, "exit code 1 does not block"},
		{"a program that is not there", "PreToolUse", config.Handler{}, printed(127, "", "sh: 1: x: not found"), Nothing, "exit code 127|could not find or run"},
		{"onFailure", "PreToolUse", blocks, printed(1, "", ""), Refuses, "onFailure is block: the call is refused"},
		{"onFailure and time", "PreToolUse", blocks, Output{Exit: hooks.Exit{Status: -1}, Fault: "it took longer than 1s"}, Refuses, "longer than 1s|refused"},
		{"onFailure at Stop", "Stop", blocks, printed(1, "", ""), Nothing, "does not block"},
		{"onFailure at SessionStart", "SessionStart", blocks, printed(1, "", ""), Nothing, "does not block"},
		{"onFailure at PermissionRequest", "PermissionRequest", blocks, printed(1, "", ""), Refuses, "the call is refused"},
		{"onFailure and text that is nearly JSON", "PreToolUse", blocks, printed(0, `{"x`, ""), Nothing, "is not JSON"},
		{"onFailure and JSON that does not count", "PreToolUse", blocks, printed(0, `{"decision":5}`, ""), Refuses, `"decision"|refused`},
		{"time", "PreToolUse", config.Handler{}, Output{Exit: hooks.Exit{Status: -1}, Fault: "it took longer than 1s"}, Nothing, "longer than 1s: Claude Code goes on"},
		{"exit 2", "PreToolUse", config.Handler{}, printed(2, "", "no\n"), Refuses, `the call is refused, with the reason "no"`},
		{"exit 2 without a reason", "PreToolUse", config.Handler{}, printed(2, "no", ""), Refuses, "the call is refused|which is empty"},
		{"exit 2 where it blocks nothing", "Notification", config.Handler{}, printed(2, "", "no"), Nothing, "exit code 2 blocks nothing at Notification"},
		{"exit 2 at Stop", "Stop", config.Handler{}, printed(2, "", "go on"), Refuses, `Claude goes on instead of stopping, with the reason "go on"`},
		{"exit 2 after the tool", "PostToolUse", config.Handler{}, printed(2, "", "no"), Refuses, "the tool has run already"},
		{"a refusal", "PreToolUse", config.Handler{}, printed(0, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}`, ""), Refuses, `the reason "no"`},
		{"an allowance with other input", "PreToolUse", config.Handler{}, printed(0, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"a":1}}}`, ""), Allows, `without asking|another input: {"a":1}`},
		{"asks and says", "PreToolUse", config.Handler{}, printed(0, `{"systemMessage":"m","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}`, ""), Asks, `you are asked; you read "m"`},
		{"defers", "PreToolUse", config.Handler{}, printed(0, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"defer"}}`, ""), Defers, "waits"},
		{"stops", "PostToolUse", config.Handler{}, printed(0, `{"continue":false,"stopReason":"enough"}`, ""), Stops, `Claude stops, with the reason "enough"`},
		{"another result", "PostToolUse", config.Handler{}, printed(0, `{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":{}}}`, ""), Changes, "a different result"},
		{"JSON and exit 1", "PreToolUse", config.Handler{}, printed(1, `{"decision":"block","reason":"no"}`, ""), Refuses, "refused|JSON counts with any"},
		{"JSON behind text", "PreToolUse", config.Handler{}, printed(0, "checking\n{\"decision\":\"block\"}", ""), Nothing, "not JSON|nothing may precede"},
		{"a member in the wrong place", "PreToolUse", config.Handler{}, printed(0, `{"permissionDecision":"deny"}`, ""), Nothing, "permissionDecision is outside"},
		{"JSON of another event", "PreToolUse", config.Handler{}, printed(0, `{"hookSpecificOutput":{"hookEventName":"PostToolUse"}}`, ""), Nothing, `is for "PostToolUse"|as if the hook were not there`},
		{"allows AskUserQuestion", "PreToolUse AskUserQuestion", config.Handler{}, printed(0, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}`, ""), Nothing, "you are asked nevertheless: AskUserQuestion always shows its dialog"},
		{"approves AskUserQuestion", "PreToolUse AskUserQuestion", config.Handler{}, printed(0, `{"decision":"approve"}`, ""), Nothing, "you are asked nevertheless"},
		{"allows AskUserQuestion when asked", "PermissionRequest AskUserQuestion", config.Handler{}, printed(0, `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`, ""), Nothing, "you are asked nevertheless"},
		{"allows ExitPlanMode", "PreToolUse ExitPlanMode", config.Handler{}, printed(0, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}`, ""), Nothing, "you are asked nevertheless: ExitPlanMode always shows its dialog"},
		{"approves ExitPlanMode", "PreToolUse ExitPlanMode", config.Handler{}, printed(0, `{"decision":"approve"}`, ""), Nothing, "you are asked nevertheless"},
		{"allows ExitPlanMode when asked", "PermissionRequest ExitPlanMode", config.Handler{}, printed(0, `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`, ""), Nothing, "you are asked nevertheless"},
		{"allows Bash", "PreToolUse Bash", config.Handler{}, printed(0, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}`, ""), Allows, "without asking you"},
		{"allows a question and says something", "PreToolUse AskUserQuestion", config.Handler{}, printed(0, `{"systemMessage":"m","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}`, ""), Tells, `you are asked nevertheless|you read "m"`},
		{"answers", "PreToolUse AskUserQuestion", config.Handler{}, printed(0, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{}}}`, ""), Allows, "without asking you"},
		{"JSON that names no event", "Stop", config.Handler{}, printed(0, `{"hookSpecificOutput":{}}`, ""), Nothing, `hookSpecificOutput has no hookEventName: Claude Code goes on`},
		{"text for nobody", "PreToolUse", config.Handler{}, printed(0, "checked", ""), Nothing, "is not JSON, so Claude Code ignores it"},
		{"text as context", "SessionStart", config.Handler{}, printed(0, "be nice", ""), Tells, `Claude reads "be nice"`},
		{"text as instructions", "PreCompact", config.Handler{}, printed(0, "keep names", ""), Changes, `instructions: "keep names"`},
		{"a path", "WorktreeCreate", config.Handler{}, printed(0, "/w", ""), Changes, `worktreePath: "/w"`},
		{"an MCP server that is declined", "Elicitation", config.Handler{}, printed(2, "", ""), Refuses, "you decline"},
		{"async", "PreToolUse", config.Handler{Async: true}, printed(2, "", "no"), Background, "does not wait for it"},
		{"asyncRewake", "Stop", config.Handler{AsyncRewake: true}, printed(2, "", "no"), Background, "wakes Claude up"},
		{"a first line that says async", "PreToolUse", config.Handler{}, printed(0, `{"async":true}`, ""), Background, "first line says async"},
		{"slow", "PreToolUse", config.Handler{}, Output{Took: 40 * time.Second}, Nothing, "took 40 s of its 1 min"},
		{"a long reason", "PreToolUse", config.Handler{}, printed(2, "", strings.Repeat("é", 300)), Refuses, strings.Repeat("é", 200) + `"…`},
	} {
		event, value, _ := strings.Cut(tt.event, " ")
		got := Read(tt.handler, hooks.Event(event), value, time.Minute, tt.out)
		all := strings.Join(append([]string{got.Effect}, got.Notes...), "\n")
		if got.Outcome != tt.outcome {
			t.Errorf("%s: %s, want %s: %s", tt.name, got.Outcome, tt.outcome, all)
		}
		for words := range strings.SplitSeq(tt.words, "|") {
			if !strings.Contains(all, words) {
				t.Errorf("%s: %q is not said in %q", tt.name, words, all)
			}
		}
	}
	if r := Read(config.Handler{}, "PreToolUse", "Bash", time.Minute, printed(0, "", "")); len(r.Notes) > 0 {
		t.Errorf("a hook that is silent as it should be: %q", r.Notes)
	}
}
