package hooks

// ToolCall are the members that the tool events share.
type ToolCall struct {
	Common
	ToolName  string
	ToolInput Value
	ToolUseID string // empty in a PermissionRequest
	MCPServer Value  // for a tool of an MCP server: its name and source
}

// PreToolUse fires before a tool call, before anybody is asked for permission.
type PreToolUse struct{ ToolCall }

// PostToolUse fires after a tool call that succeeded.
type PostToolUse struct {
	ToolCall
	ToolResponse Value
	DurationMS   Value // as written; without permission wait and hooks
}

// PostToolUseFailure fires after a tool call that failed: an error result, a
// protocol error or a crashed server.
type PostToolUseFailure struct {
	ToolCall
	Error       string
	IsInterrupt bool
	DurationMS  Value
}

// PermissionRequest fires when the client is about to ask for permission.
type PermissionRequest struct {
	ToolCall
	Suggestions Value // permission updates the client would offer
}

// PermissionDenied fires when auto mode has refused a tool call.
type PermissionDenied struct {
	ToolCall
	Reason string
}

// PostToolBatch fires once after all tool calls of one answer of the model have
// come to an end, also refused ones and ones that were never run.
type PostToolBatch struct {
	Common
	Calls []BatchCall
}

// BatchCall is one tool call of a [PostToolBatch].
type BatchCall struct {
	ToolName     string
	ToolInput    Value
	ToolUseID    string
	ToolResponse Value // of a refused call, the text of the refusal
}

// toolMembers are the members of all tool events.
type toolMembers struct {
	ToolCall
	response, duration, failure, interrupt, suggestions, reason Value
}

func (t *toolMembers) read(m Member) {
	switch m.Name {
	case "tool_name":
		t.ToolName = m.Value.String()
	case "tool_input":
		t.ToolInput = m.Value
	case "tool_use_id":
		t.ToolUseID = m.Value.String()
	case "mcp_server":
		t.MCPServer = m.Value
	case "tool_response":
		t.response = m.Value
	case "duration_ms":
		t.duration = m.Value
	case "error":
		t.failure = m.Value
	case "is_interrupt":
		t.interrupt = m.Value
	case "permission_suggestions":
		t.suggestions = m.Value
	case "reason":
		t.reason = m.Value
	default:
		t.Common.read(m)
	}
}

// event returns nil for an event of another kind.
func (t *toolMembers) event() Payload {
	switch t.Event {
	case EventPreToolUse:
		return PreToolUse{t.ToolCall}
	case EventPostToolUse:
		return PostToolUse{t.ToolCall, t.response, t.duration}
	case EventPostToolUseFailure:
		return PostToolUseFailure{t.ToolCall, t.failure.String(), t.interrupt.IsTrue(), t.duration}
	case EventPermissionRequest:
		return PermissionRequest{t.ToolCall, t.suggestions}
	case EventPermissionDenied:
		return PermissionDenied{t.ToolCall, t.reason.String()}
	case EventPostToolBatch:
		return PostToolBatch{t.Common, batch(t.Document.Get("tool_calls"))}
	}
	return nil
}

func batch(list Value) []BatchCall {
	var calls []BatchCall
	for v := range list.Elements() {
		calls = append(calls, BatchCall{
			ToolName:     v.Get("tool_name").String(),
			ToolInput:    v.Get("tool_input"),
			ToolUseID:    v.Get("tool_use_id").String(),
			ToolResponse: v.Get("tool_response"),
		})
	}
	return calls
}
