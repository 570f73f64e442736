package hooks

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// TestClientSendsKnownMembers: whatever the client sends in a session of many
// events has a field of its own. A release that adds a member fails here first.
func TestClientSendsKnownMembers(t *testing.T) {
	clienttest.Daily(t, 3)
	t.Parallel()
	lab := clienttest.New(t)
	record := filepath.Join(lab.Root, "payloads")
	watched := filepath.Join(lab.Project, "watched")
	musttest.Do(t, os.WriteFile(watched, []byte("1"), 0o600))
	musttest.Do(t, os.WriteFile(filepath.Join(lab.Project, "CLAUDE.md"), []byte("be nice\n"), 0o600))
	writeCommand(t, lab)
	start := string(Output{Specific: SessionStartOutput{WatchPaths: []string{watched}}}.JSON())
	groups := map[Event]any{}
	for _, event := range Events() {
		if event == EventWorktreeCreate || event == EventWorktreeRemove {
			continue // a hook for them takes the place of git
		}
		body := "(cat; echo) >> " + record
		if event == EventSessionStart {
			body += "\necho '" + strings.TrimSpace(start) + "'"
		}
		groups[event] = []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": lab.Script(string(event), body)}}}}
	}
	lab.Settings(lab.JSON(map[string]any{"hooks": groups}))
	lab.Turns(
		clienttest.ToolUse("Bash", map[string]any{"command": "echo one; echo 2 > watched; sleep 2"}),
		clienttest.ToolUse("Bash", map[string]any{"command": "exit 3"}),
		clienttest.ToolUse("Bash", map[string]any{"command": "cd /tmp && true"}),
		clienttest.ToolUse("TaskCreate", map[string]any{"subject": "s", "description": "d", "activeForm": "a"}),
		clienttest.ToolUse("TaskUpdate", map[string]any{"taskId": "1", "status": "completed"}),
		subagent, clienttest.Text("the subagent"),
		clienttest.ToolUse("Write", map[string]any{"file_path": "/etc/not-allowed", "content": "x"}),
		clienttest.Text("fine"))
	lab.Headless(nil, "/do it", "--allowedTools", "Bash,TaskCreate,TaskUpdate,Agent", "--init")
	lab.Headless(nil, "/compact", "--continue")

	text := musttest.Read(t, record)
	seen, whole := map[Event]bool{}, wholePayloads(t)
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		p, err := ParsePayload([]byte(line))
		if err != nil {
			t.Errorf("%v: %s", err, line)
			continue
		}
		event := p.Base().Event
		seen[event] = true
		known := object(t, `{`+common+`,"hook_event_name":"","agent_id":"","agent_type":"",`+whole[event].members+`}`)
		for m := range p.Base().Document.Members() {
			if known.Get(m.Name).Kind() == Absent {
				t.Errorf("%s has the unknown member %q: %.80s", event, m.Name, m.Value.Raw())
			} else if kind := known.Get(m.Name).Kind(); kind != m.Value.Kind() && m.Value.Kind() != Null && m.Name != "tool_response" {
				t.Errorf("%s: %q is %.80s", event, m.Name, m.Value.Raw())
			}
		}
	}
	for _, event := range []Event{
		EventSetup, EventSessionStart, EventInstructionsLoaded, EventUserPromptExpansion, EventUserPromptSubmit, EventPreToolUse, EventPostToolUse,
		EventPostToolUseFailure, EventPostToolBatch, EventFileChanged, EventCwdChanged, EventTaskCreated, EventTaskCompleted, EventSubagentStart,
		EventSubagentStop, EventPermissionRequest, EventMessageDisplay, EventStop, EventPreCompact, EventPostCompact, EventSessionEnd,
	} {
		if !seen[event] {
			t.Errorf("%s did not happen", event)
		}
	}
}
