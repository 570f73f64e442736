package hooks

// ToolCall are the members that the tool events share.
type ToolCall struct {
	Common
	ToolName  string `json:"tool_name"`
	ToolInput Value  `json:"tool_input"`
	ToolUseID string `json:"tool_use_id"` // empty in a PermissionRequest
	MCPServer Value  `json:"mcp_server"`  // for a tool of an MCP server: its name and source
}

// PreToolUse fires before a tool call, before anybody is asked for permission.
type PreToolUse struct{ ToolCall }

// PostToolUse fires after a tool call that succeeded.
type PostToolUse struct {
	ToolCall
	ToolResponse Value `json:"tool_response"`
	DurationMS   Value `json:"duration_ms"` // as written; without permission wait and hooks
}

// PostToolUseFailure fires after a tool call that failed: an error result, a
// protocol error or a crashed server.
type PostToolUseFailure struct {
	ToolCall
	Error       string `json:"error"`
	IsInterrupt bool   `json:"is_interrupt"`
	DurationMS  Value  `json:"duration_ms"`
}

// PermissionRequest fires when the client is about to ask for permission.
type PermissionRequest struct {
	ToolCall
	Suggestions Value `json:"permission_suggestions"` // permission updates the client would offer
}

// PermissionDenied fires when auto mode has refused a tool call.
type PermissionDenied struct {
	ToolCall
	Reason string `json:"reason"`
}

// PostToolBatch fires once all tool calls of one model response have ended, including
// those that were refused or never run.
type PostToolBatch struct {
	Common
	Calls []BatchCall `json:"tool_calls"`
}

// BatchCall is one tool call of a [PostToolBatch].
type BatchCall struct {
	ToolName     string `json:"tool_name"`
	ToolInput    Value  `json:"tool_input"`
	ToolUseID    string `json:"tool_use_id"`
	ToolResponse Value  `json:"tool_response"` // of a refused call, the text of the refusal
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
