package hooks

import (
	"encoding/json"
	"errors"
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

func TestCheck(t *testing.T) {
	list := object(t, `[]`)
	for _, tt := range []struct {
		event Event
		out   Output
	}{
		{EventPreToolUse, Output{Block: true}},
		{EventNotification, Output{Block: true}},
		{EventStop, Output{Reason: "r"}},
		{EventStop, Output{StopReason: "r"}},
		{EventPreToolUse, Output{Specific: PreToolUseOutput{Decision: "approve"}}},
		{EventPreToolUse, Output{Specific: PreToolUseOutput{UpdatedInput: list}}},
		{EventPreModelSwitch, Output{Specific: PreModelSwitchOutput{Decision: Defer}}},
		{EventPermissionRequest, Output{Specific: PermissionRequestOutput{Decision: Ask}}},
		{EventPermissionRequest, Output{Specific: PermissionRequestOutput{Decision: Allow, Message: "m"}}},
		{EventPermissionRequest, Output{Specific: PermissionRequestOutput{Decision: Allow, UpdatedInput: list}}},
		{EventPermissionRequest, Output{Specific: PermissionRequestOutput{Decision: Allow, UpdatedPermissions: object(t, `{}`)}}},
		{EventPermissionRequest, Output{Specific: PermissionRequestOutput{Decision: Deny, UpdatedInput: object(t, `{}`)}}},
		{EventElicitation, Output{Specific: ElicitationOutput{Action: "yes"}}},
		{EventElicitationResult, Output{Specific: ElicitationResultOutput{Action: "accept", Content: list}}},
		// What is hidden from the checks of its members.
		{EventPreToolUse, Output{Specific: &PreToolUseOutput{Decision: "block"}}},
		{EventPreToolUse, Output{Specific: (*PreToolUseOutput)(nil)}},
		{EventPreToolUse, Output{Specific: struct{ PreToolUseOutput }{PreToolUseOutput{Decision: "block"}}}},
		// What would be left out.
		{EventPreToolUse, Output{Async: true, Specific: PreToolUseOutput{Decision: Deny}}},
		{EventUserPromptSubmit, Output{Async: true, Block: true}},
	} {
		if err := tt.out.Check(tt.event); err == nil || !strings.HasPrefix(err.Error(), "answer to "+string(tt.event)+": ") {
			t.Errorf("%s: %s: %v", tt.event, tt.out.JSON(), err)
		}
		if _, err := tt.out.Native(tt.event, Value{}); err == nil {
			t.Errorf("%s: %s passes as a reply", tt.event, tt.out.JSON())
		}
	}
	for _, tt := range []struct {
		event Event
		out   Output
	}{{EventSessionEnd, Output{}}, {EventPermissionRequest, Output{Specific: PermissionRequestOutput{}}}, {EventPreCompact, Output{Block: true, Reason: "r"}},
		{EventPreToolUse, Output{Async: true, AsyncTimeout: 1}}} {
		if err := tt.out.Check(tt.event); err != nil {
			t.Error(err)
		}
	}
}

func TestNativePerEvent(t *testing.T) {
	const none = "error"
	deny, context := Result{Decision: Deny, Message: "m"}, Result{SystemPrompt: "c"}
	for _, event := range Events() {
		var wantDeny, wantContext string
		specific := `{"hookSpecificOutput":{"hookEventName":"` + string(event) + `",`
		switch event {
		case EventPreToolUse, EventPreModelSwitch:
			wantDeny = specific + `"permissionDecision":"deny","permissionDecisionReason":"m"}}`
		case EventPermissionRequest:
			wantDeny = specific + `"decision":{"behavior":"deny","message":"m"}}}`
		case EventElicitation, EventElicitationResult:
			wantDeny = `{"systemMessage":"m",` + specific[1:] + `"action":"decline"}}`
		case EventUserPromptSubmit, EventUserPromptExpansion, EventPostToolUse, EventPostToolUseFailure, EventPostToolBatch, EventStop, EventSubagentStop,
			EventTeammateIdle, EventTaskCreated, EventTaskCompleted, EventPreCompact, EventConfigChange:
			wantDeny = `{"decision":"block","reason":"m"}`
		default:
			wantDeny = none
		}
		switch event {
		case EventPreToolUse, EventPostToolUse, EventPostToolUseFailure, EventPostToolBatch, EventSessionStart, EventSetup, EventUserPromptSubmit,
			EventUserPromptExpansion, EventStop, EventSubagentStart, EventSubagentStop, EventPostModelSwitch, EventNotification:
			wantContext = specific + `"additionalContext":"c"}}`
		case EventPreCompact:
			wantContext = `{"systemMessage":"c"}`
		default:
			wantContext = none
		}
		for _, tt := range []struct {
			r    Result
			want string
		}{
			{Result{}, ""}, {Result{Message: "m"}, `{"systemMessage":"m"}`}, {deny, wantDeny}, {context, wantContext},
			{Result{Decision: "yes"}, none},
		} {
			out, err := tt.r.Native(event, Value{})
			got := strings.TrimSuffix(string(out.JSON()), "\n")
			if (err != nil) != (tt.want == none) || err == nil && got != tt.want {
				t.Errorf("%s, %s: got %s, %v; want %s", event, tt.r.JSON(), got, err, tt.want)
			}
			if err == nil && out.Check(event) != nil {
				t.Errorf("%s, %s: %v", event, tt.r.JSON(), out.Check(event))
			}
		}
	}
	input := object(t, `{"b":2}`)
	for _, tt := range []struct {
		event Event
		r     Result
		want  string
	}{
		{EventPermissionRequest, Result{Decision: Allow, Message: "m"}, `{"systemMessage":"m","hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`},
		{EventPermissionRequest, Result{Decision: Allow, UpdatedInput: input}, `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedInput":{"a":1,"b":2}}}}`},
		{EventPermissionRequest, Result{Decision: Ask}, ``},
		{EventPermissionRequest, Result{Decision: Ask, UpdatedInput: input}, none},
		{EventPermissionRequest, Result{Decision: Defer}, none},
		{EventPreModelSwitch, Result{Decision: Ask}, `{"hookSpecificOutput":{"hookEventName":"PreModelSwitch","permissionDecision":"ask"}}`},
		{EventPreModelSwitch, Result{Decision: Defer}, none},
		{EventStop, Result{Decision: Allow}, ``},
		{EventStop, Result{Decision: Ask}, none},
		{EventStop, Result{Decision: Defer}, none},
		{EventStop, Result{Decision: Deny, Message: "go on", SystemPrompt: "c"}, `{"decision":"block","reason":"go on","hookSpecificOutput":{"hookEventName":"Stop","additionalContext":"c"}}`},
		{EventPostToolUse, Result{UpdatedInput: input}, none},
		{EventPreToolUse, Result{UpdatedInput: object(t, `[]`)}, none},
	} {
		out, err := tt.r.Native(tt.event, object(t, `{"a":1}`))
		got := strings.TrimSuffix(string(out.JSON()), "\n")
		if (err != nil) != (tt.want == none) || err == nil && got != tt.want {
			t.Errorf("%s, %s: got %s, %v; want %s", tt.event, tt.r.JSON(), got, err, tt.want)
		}
	}
	if _, err := (Result{UpdatedInput: input}).Native(EventPreToolUse, Value{}); !errors.Is(err, errNotObject) {
		t.Errorf("an update of nothing: %v", err)
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
