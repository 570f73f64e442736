package serve

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/clienttest"
)

// TestClientSetsTheVariables: what is exported at the start of a session is what
// its commands get.
func TestClientSetsTheVariables(t *testing.T) {
	lab := clienttest.New(t)
	exports := EnvFile{filepath.Join(lab.Root, "exports")}
	var turns []clienttest.Turn
	var want []string
	for i, value := range awkward {
		if strings.ContainsAny(value, "\xff\r") {
			continue // the client decodes what a command prints, and normalises line ends
		}
		name := fmt.Sprintf("NA_%d", i)
		if err := exports.Export(name, value); err != nil {
			t.Fatal(err)
		}
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
