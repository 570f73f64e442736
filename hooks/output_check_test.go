package hooks

import (
	"strings"
	"testing"
)

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
