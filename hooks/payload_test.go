package hooks

import (
	"encoding/json"
	"testing"
)

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

func TestOutputJSON(t *testing.T) {
	for _, tt := range []struct {
		name string
		out  Output
		want string
	}{
		{"nothing", Output{}, ""},
		{"nothing for an event", Output{Specific: PreToolUseOutput{}}, ""},
		{"a message alone", Output{SystemMessage: "a <b>\n\x01", Specific: PostToolUseOutput{}}, `{"systemMessage":"a <b>\n\u0001"}`},
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
