package hooks

import "fmt"

// Payload is what a hook reads from standard input: one of [PreToolUse],
// [PostToolUse], [PostToolUseFailure], [PermissionRequest] or, for every event
// that has no type of its own yet, [OtherEvent].
type Payload interface {
	// Base returns the members that every event has.
	Base() Common
}

// Common are the members that every event has. Missing ones are empty.
type Common struct {
	Event          Event
	SessionID      string
	TranscriptPath string
	Cwd            string
	PromptID       string
	PermissionMode string
	AgentID        string // set inside a subagent only
	AgentType      string
	Document       Value // the whole payload, with members unknown to this package
}

// Base returns c itself.
func (c Common) Base() Common { return c }

// ToolCall are the members that the tool events share.
type ToolCall struct {
	Common
	ToolName  string
	ToolInput Value
	ToolUseID string // empty in a PermissionRequest
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

// OtherEvent is an event without a type of its own.
type OtherEvent struct{ Common }

// ParsePayload reads one payload. It fails on anything but one JSON object with
// an event name, and on a name that is there twice; members of the wrong type count as missing, because members
// appear and change with almost every release of the client.
func ParsePayload(b []byte) (Payload, error) {
	doc, err := Parse(b)
	if err != nil {
		return nil, fmt.Errorf("hook input: %w", err)
	}
	if doc.Kind() != Object {
		return nil, fmt.Errorf("hook input: not a JSON object")
	}
	if m, found := doc.Duplicate(); found {
		return nil, fmt.Errorf("hook input: byte %d: %q is there twice", m.Offset, m.Name)
	}
	call := ToolCall{Common: Common{Document: doc}}
	var response, duration, failure, interrupt, suggestions Value
	for m := range doc.Members() {
		switch m.Name {
		case "tool_name":
			call.ToolName = m.Value.String()
		case "tool_input":
			call.ToolInput = m.Value
		case "tool_use_id":
			call.ToolUseID = m.Value.String()
		case "tool_response":
			response = m.Value
		case "duration_ms":
			duration = m.Value
		case "error":
			failure = m.Value
		case "is_interrupt":
			interrupt = m.Value
		case "permission_suggestions":
			suggestions = m.Value
		default:
			call.read(m)
		}
	}
	switch call.Event {
	case "":
		return nil, fmt.Errorf("hook input: no hook_event_name")
	case EventPreToolUse:
		return PreToolUse{call}, nil
	case EventPostToolUse:
		return PostToolUse{call, response, duration}, nil
	case EventPostToolUseFailure:
		return PostToolUseFailure{call, failure.String(), interrupt.IsTrue(), duration}, nil
	case EventPermissionRequest:
		return PermissionRequest{call, suggestions}, nil
	}
	return OtherEvent{call.Common}, nil
}

// read takes a member that every event may have.
func (c *Common) read(m Member) {
	switch m.Name {
	case "hook_event_name":
		c.Event = Event(m.Value.String())
	case "session_id":
		c.SessionID = m.Value.String()
	case "transcript_path":
		c.TranscriptPath = m.Value.String()
	case "cwd":
		c.Cwd = m.Value.String()
	case "prompt_id":
		c.PromptID = m.Value.String()
	case "permission_mode":
		c.PermissionMode = m.Value.String()
	case "agent_id":
		c.AgentID = m.Value.String()
	case "agent_type":
		c.AgentType = m.Value.String()
	}
}
