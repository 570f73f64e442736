package hooks

import (
	"encoding/json"
	"testing"

	"neverask/settings/must"
)

const common = `"session_id":"s","transcript_path":"/t","cwd":"/c","prompt_id":"p","permission_mode":"plan","effort":{"level":"high"}`

func TestParsePayload(t *testing.T) {
	call := `,"tool_name":"Bash","tool_input":{"command":"ls","n":1.50},"tool_use_id":"u"`
	for _, tt := range []struct {
		name, text string
		check      func(Payload) bool
	}{
		{"PreToolUse", `{` + common + `,"hook_event_name":"PreToolUse"` + call + `,"agent_id":"a","agent_type":"x"}`, func(p Payload) bool {
			c, ok := p.(PreToolUse)
			return ok && c.ToolName == "Bash" && c.ToolInput.Raw() == `{"command":"ls","n":1.50}` && c.ToolUseID == "u" &&
				c.AgentID == "a" && c.AgentType == "x" && c.Document.Get("effort").Get("level").String() == "high"
		}},
		{"PostToolUse", `{` + common + `,"hook_event_name":"PostToolUse"` + call + `,"tool_response":[1],"duration_ms":12}`, func(p Payload) bool {
			c, ok := p.(PostToolUse)
			return ok && c.ToolResponse.Raw() == "[1]" && c.DurationMS.Raw() == "12"
		}},
		{"PostToolUseFailure", `{` + common + `,"hook_event_name":"PostToolUseFailure"` + call + `,"error":"no","is_interrupt":true,"duration_ms":1}`, func(p Payload) bool {
			c, ok := p.(PostToolUseFailure)
			return ok && c.Error == "no" && c.IsInterrupt && c.DurationMS.Raw() == "1"
		}},
		{"PermissionRequest", `{` + common + `,"hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{},"permission_suggestions":[{}]}`, func(p Payload) bool {
			c, ok := p.(PermissionRequest)
			return ok && c.ToolName == "Bash" && c.ToolUseID == "" && c.Suggestions.Len() == 1
		}},
		{"an event of another release", `{` + common + `,"hook_event_name":"TeaTime","sugar":true}`, func(p Payload) bool {
			c, ok := p.(OtherEvent)
			return ok && c.Event == "TeaTime" && c.Document.Get("sugar").IsTrue()
		}},
		{"members of other types count as missing", `{"hook_event_name":"PreToolUse","session_id":1,"tool_name":["x"],"tool_use_id":null}`, func(p Payload) bool {
			c, ok := p.(PreToolUse)
			return ok && c.SessionID == "" && c.ToolName == "" && c.ToolUseID == "" && c.ToolInput.Kind() == Absent
		}},
	} {
		p, err := ParsePayload([]byte(tt.text))
		if err != nil || !tt.check(p) {
			t.Errorf("%s: got %+v, %v", tt.name, p, err)
			continue
		}
		if b := p.Base(); tt.name != "members of other types count as missing" &&
			(b.SessionID != "s" || b.TranscriptPath != "/t" || b.Cwd != "/c" || b.PromptID != "p" || b.PermissionMode != "plan") {
			t.Errorf("%s: common members %+v", tt.name, b)
		}
	}
	for _, text := range []string{``, `[]`, `"x"`, `{}`, `{"hook_event_name":7}`, `{"hook_event_name":"PreToolUse"`,
		`{"hook_event_name":"PreToolUse","cwd":"/a","cwd":"/b"}`} {
		if p, err := ParsePayload([]byte(text)); err == nil {
			t.Errorf("%q: got %+v", text, p)
		}
	}
}

func TestOutputJSON(t *testing.T) {
	input, err := Parse(`{"n":1.50, "s":"<&>"}`)
	must.Do(t, err)
	for _, tt := range []struct {
		name string
		out  Output
		want string
	}{
		{"nothing", Output{}, ""},
		{"nothing for an event", Output{Specific: PreToolUseOutput{}}, ""},
		{"a message alone", Output{SystemMessage: "a <b>\n\x01", Specific: PostToolUseOutput{}}, `{"systemMessage":"a <b>\n\u0001"}`},
		{"an answer", Output{SystemMessage: "m", Specific: PreToolUseOutput{Decision: Allow, UpdatedInput: input, AdditionalContext: "c"}},
			`{"systemMessage":"m","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"n":1.50, "s":"<&>"},"additionalContext":"c"}}`},
		{"a refusal", Output{Specific: PreToolUseOutput{Decision: Deny, Reason: "r"}},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"r"}}`},
	} {
		got := string(tt.out.JSON())
		if tt.want != "" {
			tt.want += "\n"
		}
		if got != tt.want {
			t.Errorf("%s:\ngot  %swant %s", tt.name, got, tt.want)
		}
		if got != "" && !json.Valid([]byte(got)) {
			t.Errorf("%s: not JSON", tt.name)
		}
	}
}

func TestWriter(t *testing.T) {
	var w Writer
	name, _ := Parse(`"\u0041"`)
	w.Begin('{')
	w.Name("a").Begin('[')
	w.Int(-1)
	w.String("x,\\\"é\u2028\xff")
	w.Begin('{')
	w.End('}')
	w.Begin('[')
	w.End(']')
	w.End(']')
	w.RawName(name).Value(Value{})
	w.Text("empty", "")
	w.Text("full", ",")
	w.Flag("no", false)
	w.Flag("yes", true)
	w.Member("absent", Value{})
	w.Member("m", StringOf("s"))
	w.End('}')
	const want = `{"a":[-1,"x,\\\"é` + "\u2028\ufffd" + `",{},[]],"\u0041":null,"full":",","yes":true,"m":"s"}`
	if got := string(w.Bytes()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if v := w.Finish(); v.Raw() != want {
		t.Errorf("as a value: %s", v.Raw())
	}
}
