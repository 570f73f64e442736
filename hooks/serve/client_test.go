package serve

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"neverask/hooks"
	"neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// TestClientSetsTheVariables: what is exported at the start of a session reaches
// its commands.
func TestClientSetsTheVariables(t *testing.T) {
	clienttest.Daily(t, 3)
	t.Parallel()
	lab := clienttest.New(t)
	exports := EnvFile{filepath.Join(lab.Root, "exports")}
	var turns []clienttest.Turn
	var want []string
	for i, value := range awkward {
		if strings.Contains(value, "\r") || !utf8.ValidString(value) {
			continue // the client decodes what a command prints, and normalises line ends
		}
		name := fmt.Sprintf("NA_%d", i)
		musttest.Do(t, exports.Export(name, value))
		want = append(want, value)
		turns = append(turns, clienttest.ToolUse("Bash", map[string]any{"command": `echo "[$` + name + `]"`}))
	}
	hook := lab.Script("start", "cat >/dev/null; cat "+exports.path+` >> "$CLAUDE_ENV_FILE"`)
	lab.Settings(lab.JSON(map[string]any{"hooks": map[string]any{
		string(hooks.EventSessionStart): []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": hook}}}},
	}}))
	lab.Turns(append(turns, clienttest.Text("fine"))...)
	lab.Headless(nil, "hello", "--allowedTools", "Bash")
	results := lab.ToolResults()
	if len(results) != len(want) {
		t.Fatalf("%d tool results for %d variables", len(results), len(want))
	}
	for i, r := range results {
		if r.Text != "["+want[i]+"]" {
			t.Errorf("%q arrived as %q", want[i], r.Text)
		}
	}
}

// TestClientRunsTheGate: a program that is written as the guide says guards a
// real session.
func TestClientRunsTheGate(t *testing.T) {
	gate := build(t, "gate")
	t.Parallel()
	lab := clienttest.New(t)
	lab.Settings(lab.JSON(map[string]any{"hooks": map[string]any{
		string(hooks.EventPreToolUse): []any{map[string]any{"matcher": "Bash", "hooks": []any{map[string]any{"type": "command", "command": gate, "args": []string{}}}}},
	}}))
	lab.Turns(
		clienttest.ToolUse("Bash", map[string]any{"command": "rm -rf nothing"}),
		clienttest.ToolUse("Bash", map[string]any{"command": "echo it ran"}),
		clienttest.Text("fine"))
	lab.Headless(nil, "hello")
	results := lab.ToolResults()
	if len(results) != 2 {
		t.Fatalf("tool results: %+v", results)
	}
	if !results[0].IsError || !strings.Contains(results[0].Text, "Deleting recursively is not allowed here.") {
		t.Errorf("the first command: %+v", results[0])
	}
	if results[1].Text != "it ran" {
		t.Errorf("the second command: %+v", results[1])
	}
}

// TestClientDoesNotWait: a handler in the background lets the call go on, and
// what it replies reaches the model later.
func TestClientDoesNotWait(t *testing.T) {
	clienttest.Daily(t, 3)
	first := Run(context.Background(), strings.NewReader(bash), Background(0, On(replying(hooks.Result{SystemPrompt: "said later"}, nil))))
	async, later, _ := strings.Cut(string(first.Stdout), "\n")
	t.Parallel()
	lab := clienttest.New(t)
	released := filepath.Join(lab.Root, "released")
	hook := lab.Script("background", fmt.Sprintf("cat >/dev/null\necho '%s'\nwhile [ ! -e %s ]; do sleep 0.1; done\necho '%s'", async, released, strings.TrimSpace(later)))
	lab.Settings(lab.JSON(map[string]any{"hooks": map[string]any{
		string(hooks.EventPreToolUse): []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": hook}}}},
	}}))
	// The first command ends what the hook waits for: were the hook waited for, neither would end.
	lab.Turns(
		clienttest.ToolUse("Bash", map[string]any{"command": "touch " + released + "; sleep 2"}),
		clienttest.ToolUse("Bash", map[string]any{"command": "echo on"}),
		clienttest.Text("fine"))
	lab.Headless(nil, "hello", "--allowedTools", "Bash", "--add-dir", lab.Root)
	requests := lab.Requests()
	if results := lab.ToolResults(); len(results) != 2 || results[0].IsError {
		t.Fatalf("tool results: %+v", results)
	}
	if !strings.Contains(requests[len(requests)-1].Text(), "said later") {
		t.Error("the reply did not reach the model")
	}
}
