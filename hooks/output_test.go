package hooks

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
)

// fullOutputs are outputs with every member that an event allows, and the line
// they are printed as.
func fullOutputs(t testing.TB) map[Event][]fullOutput {
	input := object(t, `{"n":1.50,"s":"<&>"}`)
	list := object(t, `[{"type":"setMode","mode":"plan","destination":"session"}]`)
	context := `"additionalContext":"c"`
	return map[Event][]fullOutput{
		EventPreToolUse: {{PreToolUseOutput{Allow, "r", input, "c"},
			`"permissionDecision":"allow","permissionDecisionReason":"r","updatedInput":{"n":1.50,"s":"<&>"},` + context}},
		EventPostToolUse: {{PostToolUseOutput{"c", input, "k"}, context + `,"updatedToolOutput":{"n":1.50,"s":"<&>"},"classifierContext":"k"`}},
		EventPermissionRequest: {
			{PermissionRequestOutput{Decision: Allow, UpdatedInput: input, UpdatedPermissions: list},
				`"decision":{"behavior":"allow","updatedInput":{"n":1.50,"s":"<&>"},"updatedPermissions":[{"type":"setMode","mode":"plan","destination":"session"}]}`},
			{PermissionRequestOutput{Decision: Deny, Message: "m", Interrupt: true}, `"decision":{"behavior":"deny","message":"m","interrupt":true}`},
		},
		EventPostToolUseFailure:  {{PostToolUseFailureOutput{"c"}, context}},
		EventPostToolBatch:       {{PostToolBatchOutput{"c"}, context}},
		EventPermissionDenied:    {{PermissionDeniedOutput{true}, `"retry":true`}},
		EventSessionStart:        {{SessionStartOutput{"c", "i", "t", []string{"/a", "/b"}, true}, context + `,"initialUserMessage":"i","sessionTitle":"t","watchPaths":["/a","/b"],"reloadSkills":true`}},
		EventSetup:               {{SetupOutput{"c"}, context}},
		EventUserPromptSubmit:    {{UserPromptSubmitOutput{"c", "t", true}, context + `,"sessionTitle":"t","suppressOriginalPrompt":true`}},
		EventUserPromptExpansion: {{UserPromptExpansionOutput{"c", true}, context + `,"suppressOriginalPrompt":true`}},
		EventStop:                {{StopOutput{"c"}, context}},
		EventSubagentStart:       {{SubagentStartOutput{"c"}, context}},
		EventSubagentStop:        {{SubagentStopOutput{"c"}, context}},
		EventPreModelSwitch:      {{PreModelSwitchOutput{Ask, "r"}, `"permissionDecision":"ask","permissionDecisionReason":"r"`}},
		EventPostModelSwitch:     {{PostModelSwitchOutput{"c"}, context}},
		EventNotification:        {{NotificationOutput{"c"}, context}},
		EventMessageDisplay:      {{MessageDisplayOutput{new("")}, `"displayContent":""`}},
		EventElicitation:         {{ElicitationOutput{"accept", input}, `"action":"accept","content":{"n":1.50,"s":"<&>"}`}},
		EventElicitationResult:   {{ElicitationResultOutput{"decline", input}, `"action":"decline","content":{"n":1.50,"s":"<&>"}`}},
		EventCwdChanged:          {{CwdChangedOutput{[]string{}}, `"watchPaths":[]`}},
		EventFileChanged:         {{FileChangedOutput{[]string{"/a"}}, `"watchPaths":["/a"]`}},
		EventWorktreeCreate:      {{WorktreeCreateOutput{"/w"}, `"worktreePath":"/w"`}},
	}
}

type fullOutput struct {
	specific Specific
	members  string
}

// outputKinds counts the types of output that events have.
const outputKinds = 22

func TestEveryOutputOfEveryEvent(t *testing.T) {
	all := fullOutputs(t)
	if len(all) != outputKinds {
		t.Fatalf("%d events with an output of their own", len(all))
	}
	for event, list := range all {
		for _, full := range list {
			out := Output{SystemMessage: "m", Specific: full.specific}
			want := `{"systemMessage":"m","hookSpecificOutput":{"hookEventName":"` + string(event) + `",` + full.members + "}}\n"
			if got := string(out.JSON()); got != want {
				t.Errorf("%s:\ngot  %swant %s", event, got, want)
			}
			if err := out.Check(event); err != nil || full.specific.Event() != event {
				t.Errorf("%s: %v", event, err)
			}
			back, err := ParseOutput(event, want)
			if err != nil || string(back.JSON()) != want {
				t.Errorf("%s: read back as %s, %v", event, back.JSON(), err)
			}
			for _, other := range Events() {
				if other != event && out.Check(other) == nil {
					t.Errorf("the output of %s passes for %s", event, other)
				}
			}
			// A value of another kind, or null, voids the output.
			for m := range object(t, want).Get("hookSpecificOutput").Members() {
				if m.Name == "updatedToolOutput" {
					continue // which can be anything
				}
				bad := strings.Replace(want, `"`+m.Name+`":`+m.Value.Raw(), `"`+m.Name+`":null`, 1)
				if _, err := ParseOutput(event, bad); err == nil {
					t.Errorf("accepted: %s", bad)
				}
			}
		}
	}
	for _, event := range Events() {
		if _, has := all[event]; has {
			continue
		}
		if out, err := ParseOutput(event, `{"hookSpecificOutput":{"hookEventName":"`+string(event)+`"}}`); err == nil {
			t.Errorf("%s has an output of its own: %s", event, out.JSON())
		}
	}
}

func TestUniversalOutput(t *testing.T) {
	for _, tt := range []struct {
		out  Output
		want string
	}{
		{Output{Stop: true, StopReason: "s", SystemMessage: "m", SuppressOutput: true, TerminalSequence: "\a"},
			`{"continue":false,"stopReason":"s","systemMessage":"m","terminalSequence":"\u0007","suppressOutput":true}`},
		{Output{Block: true, Reason: "r", Specific: StopOutput{"c"}}, `{"decision":"block","reason":"r","hookSpecificOutput":{"hookEventName":"Stop","additionalContext":"c"}}`},
		{Output{Async: true}, `{"async":true}`},
		{Output{Async: true, AsyncTimeout: 1500 * time.Millisecond, SystemMessage: "left out"}, `{"async":true,"asyncTimeout":1500}`},
	} {
		if got := strings.TrimSuffix(string(tt.out.JSON()), "\n"); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
		if tt.out.Async {
			tt.out.SystemMessage = ""
		}
		if err := tt.out.Check(EventStop); err != nil {
			t.Errorf("%s: %v", tt.want, err)
		}
		back, err := ParseOutput(EventStop, tt.want)
		if err != nil || !reflect.DeepEqual(back, tt.out) {
			t.Errorf("%s: read back as %+v, %v", tt.want, back, err)
		}
	}
}

func TestParseOutputRefuses(t *testing.T) {
	for _, text := range []string{
		``, `[]`, `{} {}`, `{"continue":"no"}`, `{"decision":"deny"}`, `{"decision":null}`, `{"systemMessage":null}`, `{"suppressOutput":1}`,
		`{"hookSpecificOutput":[]}`, `{"hookSpecificOutput":{}}`, `{"hookSpecificOutput":{"hookEventName":"Stop"}}`,
		`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"maybe"}}`,
		`{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":[]}}`,
		`{"async":true,"asyncTimeout":"1"}`,
	} {
		if out, err := ParseOutput(EventPreToolUse, text); err == nil {
			t.Errorf("%s: got %s", text, out.JSON())
		}
	}
	for _, text := range []string{`{}`, `{"decision":{}}`, `{"decision":{"behavior":"ask"}}`, `{"decision":{"behavior":"deny","message":1}}`} {
		text = `{"hookSpecificOutput":{"hookEventName":"PermissionRequest",` + text[1:] + `}`
		if out, err := ParseOutput(EventPermissionRequest, strings.Replace(text, ",}", "}", 1)); err == nil {
			t.Errorf("%s: got %s", text, out.JSON())
		}
	}
	// What the client's reader makes of duplicates and of members it does not know.
	out, err := ParseOutput(EventPreToolUse, `{"systemMessage":"a","systemMessage":"b","new":[],"continue":true,"hookSpecificOutput":{"hookEventName":"PreToolUse","new":1}}`)
	if err != nil || out.SystemMessage != "b" || out.Stop || len(out.JSON()) == 0 {
		t.Errorf("got %+v, %v", out, err)
	}
}

func TestLegacyForms(t *testing.T) {
	for _, tt := range []struct {
		text string
		want PreToolUseOutput
		same bool // the older form says it all
	}{
		{`{"decision":"approve"}`, PreToolUseOutput{Decision: Allow}, true},
		{`{"decision":"approve","reason":"r"}`, PreToolUseOutput{Decision: Allow, Reason: "r"}, true},
		{`{"decision":"block","reason":"r","systemMessage":"m"}`, PreToolUseOutput{Decision: Deny, Reason: "r"}, true},
		{`{"decision":"approve","updatedInput":{"a":1}}`, PreToolUseOutput{Decision: Allow}, false},
		{`{"decision":"approve","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}`, PreToolUseOutput{Decision: Ask}, false},
		{`{"decision":"block","reason":"r","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}`, PreToolUseOutput{Decision: Deny, Reason: "r"}, false},
	} {
		out, err := ParseOutput(EventPreToolUse, tt.text)
		if err != nil || out.Specific != tt.want || out.Reason != "" || out.Block {
			t.Errorf("%s: got %+v, %v", tt.text, out, err)
		}
		old, err := out.Legacy()
		if tt.same && (err != nil || string(old) != tt.text+"\n") {
			t.Errorf("%s: written as %s, %v", tt.text, old, err)
		}
		if !tt.same && out.Specific.(PreToolUseOutput).Decision == Ask && err == nil {
			t.Errorf("%s: the older form cannot ask: %s", tt.text, old)
		}
	}
	if out, err := ParseOutput(EventPreModelSwitch, `{"decision":"block","reason":"r"}`); err != nil || out.Specific != (PreModelSwitchOutput{Decision: Deny, Reason: "r"}) {
		t.Errorf("got %+v, %v", out, err)
	}
	if out, err := ParseOutput(EventStop, `{"decision":"approve","reason":"r"}`); err != nil || len(out.JSON()) != 0 {
		t.Errorf("an approval of what needs none: %+v, %v", out, err)
	}
	for _, out := range []Output{{}, {Specific: StopOutput{"c"}}, {Specific: PreToolUseOutput{Decision: Defer}}, {Specific: PreToolUseOutput{Decision: Allow, UpdatedInput: object(t, `{}`)}}} {
		if old, err := out.Legacy(); err == nil {
			t.Errorf("%s was written as %s", out.JSON(), old)
		}
	}
}

func FuzzOutput(f *testing.F) {
	for event, list := range fullOutputs(f) {
		for _, full := range list {
			f.Add(string(event), Output{SystemMessage: "m", Specific: full.specific}.JSON())
		}
	}
	f.Add("Stop", []byte(`{"decision":"block","reason":"r","continue":false,"stopReason":"s"}`))
	f.Fuzz(func(t *testing.T, event string, b []byte) {
		out, err := ParseOutput(Event(event), b)
		if err != nil {
			return
		}
		line := out.JSON()
		if len(line) == 0 {
			return
		}
		if !json.Valid(line) {
			t.Fatalf("not JSON: %s", line)
		}
		back, err := ParseOutput(Event(event), line)
		if err != nil || string(back.JSON()) != string(line) {
			t.Fatalf("%s became %s, %v", line, back.JSON(), err)
		}
	})
}

// TestRestricts: what lets everything go on restricts nothing.
func TestRestricts(t *testing.T) {
	for _, tt := range []struct {
		Output
		want bool
	}{
		{Output{}, false},
		{Output{SystemMessage: "m", Specific: StopOutput{"c"}}, false},
		{Output{Block: true}, true},
		{Output{Stop: true}, true},
		{Output{Specific: PreToolUseOutput{Decision: Allow}}, false},
		{Output{Specific: PreToolUseOutput{Decision: Defer}}, true},
		{Output{Specific: PreModelSwitchOutput{Decision: Ask}}, true},
		{Output{Specific: PermissionRequestOutput{Decision: Deny}}, true},
		{Output{Specific: PermissionRequestOutput{}}, false},
		{Output{Specific: ElicitationOutput{Action: "accept"}}, false},
		{Output{Specific: ElicitationOutput{Action: "decline"}}, true},
		{Output{Specific: ElicitationResultOutput{Action: "cancel"}}, true},
		{Output{Specific: ElicitationResultOutput{}}, false},
	} {
		if got := tt.Restricts(); got != tt.want {
			t.Errorf("%s: %v", tt.JSON(), got)
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
