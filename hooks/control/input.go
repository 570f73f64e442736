package control

import (
	"fmt"

	"neverask/hooks"
)

// Input is what a hook is asked about.
type Input struct {
	// Event is CanUseTool or the name of a lifecycle event.
	Event hooks.Event
	// ToolName and ToolInput are the tool call, if the event is about one.
	ToolName  string
	ToolInput hooks.Value
	// Payload is what a command hook would read from standard input; nil for
	// CanUseTool.
	Payload hooks.Payload
	// Suggestions are the permission updates that the client would offer a
	// person with CanUseTool, to be given to AllowPermanently.
	Suggestions []PermissionUpdate
	// RequiresInteraction says that the client wants a person to decide, whatever the permissions
	// are: because the tool needs an answer in its input, as AskUserQuestion does, or for a
	// reason in Raw, such as a classifier's.
	RequiresInteraction bool
	// Raw is the whole input as it came, with members unknown to this package.
	Raw hooks.Value
}

// permissionInput reads a can_use_tool request.
func permissionInput(request hooks.Value) (Input, error) {
	in := Input{
		Event:               CanUseTool,
		ToolName:            request.Get("tool_name").String(),
		ToolInput:           request.Get("input"),
		RequiresInteraction: request.Get("requires_user_interaction").IsTrue(),
		Raw:                 request,
	}
	for v := range request.Get("permission_suggestions").Elements() {
		// A newer kind of update is left out: it could not be checked, and suggestions are
		// optional.
		if u, err := ParsePermissionUpdate(v); err == nil {
			in.Suggestions = append(in.Suggestions, u)
		}
	}
	if in.ToolName == "" || in.ToolInput.Kind() != hooks.Object {
		return in, fmt.Errorf("a permission request without a tool or its input")
	}
	return in, nil
}

// hookInput reads the input of a hook_callback request.
func hookInput(input hooks.Value) (Input, error) {
	in := Input{
		Event:     hooks.Event(input.Get("hook_event_name").String()),
		ToolName:  input.Get("tool_name").String(),
		ToolInput: input.Get("tool_input"),
		Raw:       input,
	}
	var err error
	in.Payload, err = hooks.ParsePayload([]byte(input.Raw()))
	return in, err
}
