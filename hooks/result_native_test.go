package hooks

import (
	"errors"
	"strings"
	"testing"
)

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
