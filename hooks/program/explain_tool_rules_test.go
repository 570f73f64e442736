package program

import (
	"encoding/json"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// TestExplainToolSaysWhatTheHookDoes: the explanation holds what the hook prints.
func TestExplainToolSaysWhatTheHookDoes(t *testing.T) {
	w := newWorld(t, pushRule)
	for command, act := range map[string]string{"git push": "ask", "ls": ""} {
		payload := preBash("u", command)
		if !IsToolCall([]byte(payload)) {
			t.Errorf("%s is no call of a tool", payload)
		}
		e, err := ExplainTool([]byte(payload), "", w.paths, w.hook())
		musttest.Do(t, err)
		if string(e.Decision) != act || strings.TrimSpace(string(e.Output)) != w.run(payload, RulesArgument) || len(e.Steps) == 0 {
			t.Errorf("%s: %+v", command, e)
		}
		if b, err := json.Marshal(e); err != nil || act == "" && !strings.Contains(string(b), `"output":null`) {
			t.Errorf("%s, %v", b, err)
		}
	}
	if n := len(w.acts()); n != 1 {
		t.Errorf("%d acts are logged, one by the hook", n)
	}
	for _, payload := range []string{pre(tests), "{", `{"questions":[]}`, `{"hook_event_name":"Stop"}`} {
		if IsToolCall([]byte(payload)) {
			t.Errorf("%s is a call of a tool", payload)
		}
	}
	if _, err := ExplainTool([]byte(`{"hook_event_name":"Stop"}`), "", w.paths, w.hook()); err == nil {
		t.Error("a Stop is explained")
	}
}

func TestExplainToolInAProject(t *testing.T) {
	w := newWorld(t, `{"version":1,"toolRules":[{"id":"r","tool":"Write","act":"deny","message":"no","when":[{"field":"file_path","within":"project","not":true}]}]}`)
	dir := t.TempDir()
	payload := `{"hook_event_name":"PreToolUse","cwd":"/elsewhere","tool_name":"Write","tool_input":{"file_path":"` + dir + `/a"}}`
	for cwd, act := range map[string]string{"": "deny", dir: ""} {
		if e, err := ExplainTool([]byte(payload), cwd, w.paths, w.hook()); err != nil || string(e.Decision) != act {
			t.Errorf("in %q: %+v, %v", cwd, e, err)
		}
	}
}
