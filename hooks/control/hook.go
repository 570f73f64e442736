package control

import (
	"context"
	"fmt"
	"reflect"

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

// On registers a function for the event whose payload it takes:
//
//	control.On(func(ctx context.Context, call hooks.PreToolUse) (control.Result, error) { … })
//
// Set a matcher, a time-out and the rest in the returned entry.
func On[P hooks.Payload](f func(ctx context.Context, payload P) (Result, error)) Entry {
	e := Entry{Event: hooks.Event(reflect.TypeFor[P]().Name()), Hooks: []Hook{HookFunc(nil)}} // which is refused
	if f != nil {
		e.Hooks[0] = HookFunc(func(ctx context.Context, in Input, _ string) (Result, error) {
			payload, ok := in.Payload.(P)
			if !ok {
				return Result{}, fmt.Errorf("a payload of %s for a function that takes %s", in.Event, e.Event)
			}
			return f(ctx, payload)
		})
	}
	return e
}
