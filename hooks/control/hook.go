package control

import (
	"context"
	"fmt"

	"neverask/hooks"
)

// CanUseTool stands in [Input.Event] for a request for permission, which is not a hook event: the
// client asks whether a tool may run, or has a question for the person.
const CanUseTool hooks.Event = "can_use_tool"

// Hook answers requests of the client. toolUseID is empty for an event that is not about a tool
// call. The context ends when the client takes the request back, shortly before the client's own
// time-out, and with the session; a later result is dropped. A Hook is called from several
// goroutines at once.
type Hook interface {
	Call(ctx context.Context, in Input, toolUseID string) (Result, error)
}

// HookFunc is a function that is a [Hook].
type HookFunc func(ctx context.Context, in Input, toolUseID string) (Result, error)

// Call calls f.
func (f HookFunc) Call(ctx context.Context, in Input, toolUseID string) (Result, error) {
	return f(ctx, in, toolUseID)
}

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

// ToolCallback is called after a tool call that succeeded.
//
// Deprecated: register a [Hook] for PostToolUse, which sees the whole payload and can answer.
// [Observe] turns a ToolCallback into an entry.
type ToolCallback func(tool string, input, response hooks.Value)

// Observe registers a callback for every tool call that succeeded. The registry
// warns of it once.
//
// Deprecated: see [ToolCallback].
func Observe(f ToolCallback) Entry {
	if f == nil {
		return Entry{Event: hooks.EventPostToolUse, deprecated: true}
	}
	hook := HookFunc(func(_ context.Context, in Input, _ string) (Result, error) {
		f(in.ToolName, in.ToolInput, in.Raw.Get("tool_response"))
		return OK(), nil
	})
	return Entry{Event: hooks.EventPostToolUse, Hooks: []Hook{hook}, deprecated: true}
}
