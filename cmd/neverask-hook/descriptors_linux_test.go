package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"neverask/cmd/cmdtest"
	"neverask/hooks/claude/config"
	"neverask/settings/musttest"
)

// TestFewDescriptors starts the hook at every event of everything where it may open
// hardly a file. Status 2 would refuse the call: it ends with 0, and decides nothing or
// what it decides otherwise.
func TestFewDescriptors(t *testing.T) {
	t.Parallel()
	program := filepath.Join(cmdtest.Programs(t), "neverask-hook")
	home := t.TempDir()
	preferences := filepath.Join(home, ".config", "neverask", "preferences.json")
	musttest.Do(t, os.MkdirAll(filepath.Dir(preferences), 0o700))
	const rules = `{"version":1,"rules":[{"id":"r1","match":{"header":"Tests"},"mode":"never-ask","answer":"No"}],
		"toolRules":[{"id":"d","tool":"Bash","act":"deny","message":"no"}],
		"tell":[{"line":"Reviews run in the foreground"}]}`
	musttest.Do(t, os.WriteFile(preferences, []byte(rules), 0o600))
	spoken := map[config.Installable]bool{}
	for _, one := range config.Installables() {
		for _, entry := range one.Entries(program, config.Needs{Matcher: "Bash", Tell: true}) {
			usual := limited(t, home, 64, entry)
			spoken[one] = spoken[one] || usual != ""
			for limit := 3; limit <= 10; limit += 2 {
				if out := limited(t, home, limit, entry); strings.Contains(out, "permissionDecision") && out != usual {
					t.Errorf("%s at %s with %d descriptors says %q", one, entry.Event, limit, out)
				}
			}
		}
	}
	if !spoken[config.QuestionHooks] || !spoken[config.ToolRuleHook] {
		t.Errorf("with enough descriptors the hook says nothing: %v", spoken)
	}
}

// limited runs the hook of an entry with so many file descriptors at most, and returns
// what it prints.
func limited(t *testing.T, home string, limit int, entry config.Entry) string {
	t.Helper()
	tool, input := "AskUserQuestion", `{"questions":[{"question":"Run the tests?","header":"Tests","multiSelect":false,
		"options":[{"label":"Yes","description":"now"},{"label":"No","description":"later"}]}]}`
	if entry.Matcher != config.QuestionMatcher {
		tool, input = "Bash", `{"command":"ls"}`
	}
	payload, err := json.Marshal(map[string]any{
		"hook_event_name": entry.Event, "session_id": "s", "transcript_path": "/t", "cwd": home, "tool_use_id": "toolu_1", "permission_mode": "default",
		"tool_name": tool, "tool_input": json.RawMessage(input), "tool_response": json.RawMessage(`{"stdout":"","exitCode":0}`), "error": "failed",
		"prompt": "hello", "source": "startup", "reason": "other", "agent_id": "a", "agent_type": "x", "tool_calls": []any{},
	})
	musttest.Do(t, err)
	cmd := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -n %d && exec "$0" "$@"`, limit), entry.Command}, entry.Args...)...)
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	cmd.Stdin = strings.NewReader(string(payload))
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil || complaints.Len() > 0 {
		text, _, _ := strings.Cut(complaints.String(), "\n")
		t.Errorf("%v at %s with %d descriptors: %v: %s", entry.Args, entry.Event, limit, err, text)
	}
	if len(out) > 0 && !json.Valid(out) {
		t.Errorf("%v at %s with %d descriptors prints %q", entry.Args, entry.Event, limit, out)
	}
	return string(out)
}
