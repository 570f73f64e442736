package hooks

import "fmt"

// Payload is what a hook reads from standard input: a value of the type that
// has the name of its event, like [PreToolUse] or [Stop], or an [OtherEvent]
// for an event that Claude Code 2.1.329 does not have.
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
	AgentType      string // of the subagent, or of a session that was started with one
	Effort         string // how hard the model is asked to think, such as "high"
	Document       Value  // the whole payload, with members unknown to this package
}

// Base returns c itself.
func (c Common) Base() Common { return c }

// OtherEvent is an event without a type of its own.
type OtherEvent struct{ Common }

// ParsePayload reads one payload. It fails on anything but one JSON object with
// an event name, and on a name that is there twice. Members of the wrong type
// count as missing, and unknown ones are kept in Document, because members
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
	// One pass: a payload with a large result is read at every tool call.
	var call toolMembers
	call.Document = doc
	for m := range doc.Members() {
		call.read(m)
	}
	c := call.Common
	if c.Event == "" {
		return nil, fmt.Errorf("hook input: no hook_event_name")
	}
	if p := call.event(); p != nil {
		return p, nil
	}
	if p := c.turnEvent(); p != nil {
		return p, nil
	}
	if p := c.sessionEvent(); p != nil {
		return p, nil
	}
	return OtherEvent{c}, nil
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
	case "effort":
		c.Effort = m.Value.Get("level").String()
	}
}

// text returns a member of the payload that is a string.
func (c *Common) text(name string) string { return c.Document.Get(name).String() }

// flag reports whether a member of the payload is true.
func (c *Common) flag(name string) bool { return c.Document.Get(name).IsTrue() }

// whole returns a member of the payload that is a whole number.
func (c *Common) whole(name string) int64 {
	n, _ := c.Document.Get(name).Int()
	return n
}

// texts returns the strings of an array.
func texts(list Value) []string {
	var all []string
	for v := range list.Elements() {
		if s, ok := v.Text(); ok {
			all = append(all, s)
		}
	}
	return all
}
