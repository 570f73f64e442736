package control

import (
	"context"

	"neverask/hooks"
)

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
