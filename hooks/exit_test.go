package hooks

import (
	"reflect"
	"strings"
	"testing"
)

func TestReadExit(t *testing.T) {
	const fails = "fails"
	for _, tt := range []struct {
		name  string
		event Event
		exit  Exit
		want  string
	}{
		{"silence", EventPreToolUse, Exit{}, ""},
		{"JSON", EventPreToolUse, Exit{Stdout: []byte("\xef\xbb\xbf {\"systemMessage\":\"m\"}\n")}, `{"systemMessage":"m"}`},
		{"JSON with another status", EventPreToolUse, Exit{Stdout: []byte(`{"systemMessage":"m"}`), Status: 1}, `{"systemMessage":"m"}`},
		{"JSON that is none", EventPreToolUse, Exit{Stdout: []byte(`{"systemMessage":`)}, fails},
		{"two documents", EventPreToolUse, Exit{Stdout: []byte(`{}{}`)}, fails},
		{"a failure", EventPreToolUse, Exit{Stdout: []byte("half"), Stderr: []byte("boom\nat"), Status: 1}, fails},
		{"text for nobody", EventPreToolUse, Exit{Stdout: []byte("checked\n")}, ""},
		{"text as context", EventSessionStart, Exit{Stdout: []byte("be nice\n")}, `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"be nice"}}`},
		{"text as a path", EventWorktreeCreate, Exit{Stdout: []byte("/w\n")}, `{"hookSpecificOutput":{"hookEventName":"WorktreeCreate","worktreePath":"/w"}}`},
		{"text as instructions", EventPreCompact, Exit{Stdout: []byte("keep names\n")}, `{"systemMessage":"keep names"}`},
		{"a refusal", EventPreToolUse, Exit{Stderr: []byte("no\n"), Status: 2}, preToolUse + `"permissionDecision":"deny","permissionDecisionReason":"no"}}`},
		{"a refusal against an allowance", EventPreToolUse, Exit{Stdout: []byte(preToolUse + `"permissionDecision":"allow","permissionDecisionReason":"y","updatedInput":{}}}`), Stderr: []byte("no"), Status: 2},
			preToolUse + `"permissionDecision":"deny","permissionDecisionReason":"no"}}`},
		{"a refusal with two reasons", EventPreToolUse, Exit{Stdout: []byte(`{"decision":"block","reason":"first"}`), Stderr: []byte("no"), Status: 2},
			preToolUse + `"permissionDecision":"deny","permissionDecisionReason":"first"}}`},
		{"a refusal beside rubbish", EventPreToolUse, Exit{Stdout: []byte(`{"`), Stderr: []byte("no"), Status: 2}, preToolUse + `"permissionDecision":"deny","permissionDecisionReason":"no"}}`},
		{"a refusal after async", EventPreToolUse, Exit{Stdout: []byte("{\"async\":true,\"asyncTimeout\":5}\n"), Stderr: []byte("no"), Status: 2}, `{"async":true,"asyncTimeout":5}`},
		{"async and a reply", EventPreToolUse, Exit{Stdout: []byte("{\"async\":true}\n{\"decision\":\"block\"}\n")}, `{"async":true}`},
		{"a refusal with async on two lines", EventPreToolUse, Exit{Stdout: []byte("{\n\"async\":true}"), Stderr: []byte("no"), Status: 2}, preToolUse + `"permissionDecision":"deny","permissionDecisionReason":"no"}}`},
		{"JSON on two lines", EventPreToolUse, Exit{Stdout: []byte("{\"systemMessage\":\n\"m\"}\n")}, `{"systemMessage":"m"}`},
		{"a refusal to stop", EventStop, Exit{Stderr: []byte("go on"), Status: 2}, `{"decision":"block","reason":"go on"}`},
		{"a refusal to stop with JSON", EventStop, Exit{Stdout: []byte(`{"decision":"block","reason":"j"}`), Stderr: []byte("go on"), Status: 2}, `{"decision":"block","reason":"j"}`},
		{"a refused switch", EventPreModelSwitch, Exit{Stderr: []byte("no"), Status: 2}, `{"hookSpecificOutput":{"hookEventName":"PreModelSwitch","permissionDecision":"deny","permissionDecisionReason":"no"}}`},
		{"a refused question", EventElicitation, Exit{Status: 2}, `{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"decline"}}`},
		{"a refused answer", EventElicitationResult, Exit{Status: 2}, `{"hookSpecificOutput":{"hookEventName":"ElicitationResult","action":"decline"}}`},
		{"a refusal of what cannot be refused", EventNotification, Exit{Stderr: []byte("no"), Status: 2}, fails},
		{"a refusal that the client ignores", EventPermissionRequest, Exit{Stderr: []byte("no"), Status: 2}, fails},
	} {
		out, err := ReadExit(tt.event, tt.exit)
		if got := strings.TrimSuffix(string(out.JSON()), "\n"); (err != nil) != (tt.want == fails) || err == nil && got != tt.want {
			t.Errorf("%s:\ngot  %s, %v\nwant %s", tt.name, got, err, tt.want)
		}
	}
	if _, err := ReadExit(EventPreToolUse, Exit{Stderr: []byte("boom\nat x"), Status: 3}); err == nil || !strings.Contains(err.Error(), "status 3: boom") || strings.Contains(err.Error(), "at x") {
		t.Error(err)
	}
	if _, err := ReadExit(EventPreToolUse, Exit{Status: -1}); err == nil || !strings.HasSuffix(err.Error(), "status -1") {
		t.Error(err)
	}
}

func TestPlain(t *testing.T) {
	for _, tt := range []struct {
		event Event
		out   Output
		want  Exit
	}{
		{EventStop, Output{}, Exit{}},
		{EventPreToolUse, Output{Specific: PreToolUseOutput{Decision: Deny, Reason: "no"}}, Exit{Stderr: []byte("no"), Status: 2}},
		{EventPreModelSwitch, Output{Specific: PreModelSwitchOutput{Deny, "no"}}, Exit{Stderr: []byte("no"), Status: 2}},
		{EventElicitation, Output{Specific: ElicitationOutput{Action: "decline"}}, Exit{Stderr: []byte{}, Status: 2}},
		{EventElicitationResult, Output{Specific: ElicitationResultOutput{Action: "decline"}}, Exit{Stderr: []byte{}, Status: 2}},
		{EventStop, Output{Block: true, Reason: "go on"}, Exit{Stderr: []byte("go on"), Status: 2}},
		{EventTaskCompleted, Output{Block: true, Reason: "not yet"}, Exit{Stderr: []byte("not yet"), Status: 2}},
		{EventUserPromptSubmit, Output{Specific: UserPromptSubmitOutput{AdditionalContext: "c"}}, Exit{Stdout: []byte("c")}},
		{EventUserPromptExpansion, Output{Specific: UserPromptExpansionOutput{AdditionalContext: "c"}}, Exit{Stdout: []byte("c")}},
		{EventSessionStart, Output{Specific: SessionStartOutput{AdditionalContext: "c"}}, Exit{Stdout: []byte("c")}},
		{EventPostModelSwitch, Output{Specific: PostModelSwitchOutput{"c"}}, Exit{Stdout: []byte("c")}},
		{EventPreCompact, Output{SystemMessage: "keep names"}, Exit{Stdout: []byte("keep names")}},
		{EventPreCompact, Output{Block: true, Reason: "not now"}, Exit{Stderr: []byte("not now"), Status: 2}},
		{EventWorktreeCreate, Output{Specific: WorktreeCreateOutput{"/w"}}, Exit{Stdout: []byte("/w")}},
	} {
		got, err := tt.out.Plain(tt.event)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s, %s: got %+v, %v", tt.event, tt.out.JSON(), got, err)
			continue
		}
		back, err := ReadExit(tt.event, got)
		if err != nil || string(back.JSON()) != string(tt.out.JSON()) {
			t.Errorf("%s, %s: read back as %s, %v", tt.event, tt.out.JSON(), back.JSON(), err)
		}
		back, err = ReadExit(tt.event, tt.out.Exit())
		if err != nil || string(back.JSON()) != string(tt.out.JSON()) {
			t.Errorf("%s, %s: read back from JSON as %s, %v", tt.event, tt.out.JSON(), back.JSON(), err)
		}
	}
	for _, tt := range []struct {
		event Event
		out   Output
	}{
		{EventPreToolUse, Output{Specific: PreToolUseOutput{Decision: Allow}}},
		{EventPreToolUse, Output{Specific: PreToolUseOutput{Decision: Deny, AdditionalContext: "c"}}},
		{EventPreToolUse, Output{SystemMessage: "m", Specific: PreToolUseOutput{Decision: Deny}}},
		{EventPostToolUse, Output{Specific: PostToolUseOutput{AdditionalContext: "c"}}},
		{EventSessionStart, Output{Specific: SessionStartOutput{AdditionalContext: "c", ReloadSkills: true}}},
		{EventSessionStart, Output{Specific: SessionStartOutput{AdditionalContext: "{}"}}},
		{EventStop, Output{Stop: true}},
		{EventStop, Output{SystemMessage: "m"}},
		{EventPreCompact, Output{SystemMessage: "m", Stop: true}},
		{EventStop, Output{Specific: PreToolUseOutput{Decision: Deny}}},
	} {
		if got, err := tt.out.Plain(tt.event); err == nil {
			t.Errorf("%s, %s: got %+v", tt.event, tt.out.JSON(), got)
		}
	}
}
