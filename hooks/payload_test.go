package hooks

import "testing"

const common = `"session_id":"s","transcript_path":"/t","cwd":"/c","prompt_id":"p","permission_mode":"plan","effort":{"level":"high"}`

func TestParsePayload(t *testing.T) {
	p, err := ParsePayload([]byte(`{` + common + `,"hook_event_name":"TeaTime","sugar":true}`))
	if c, ok := p.(OtherEvent); err != nil || !ok || c.Event != "TeaTime" || c.SessionID != "s" || !c.Document.Get("sugar").IsTrue() {
		t.Errorf("an event of another release: got %+v, %v", p, err)
	}
	p, err = ParsePayload([]byte(`{"hook_event_name":"PreToolUse","session_id":1,"tool_name":["x"],"tool_use_id":null}`))
	if c, ok := p.(PreToolUse); err != nil || !ok || c.SessionID != "" || c.ToolName != "" || c.ToolUseID != "" || c.ToolInput.Kind() != Absent {
		t.Errorf("members of other types do not count as missing: got %+v, %v", p, err)
	}
	for _, text := range []string{``, `[]`, `"x"`, `{}`, `{"hook_event_name":7}`, `{"hook_event_name":"PreToolUse"`,
		`{"hook_event_name":"PreToolUse","cwd":"/a","cwd":"/b"}`} {
		if p, err := ParsePayload([]byte(text)); err == nil {
			t.Errorf("%q: got %+v", text, p)
		}
	}
}
