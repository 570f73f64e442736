package hooks

import (
	"fmt"
	"reflect"
)

// Payload is a hook's standard input: a value of the type named like its event, such
// as [PreToolUse] or [Stop], or an [OtherEvent] for an event that Claude Code 2.1.329
// does not have.
type Payload interface {
	// Base returns the members that every event has.
	Base() Common
}

// Common are the members that every event has. Missing ones are empty.
type Common struct {
	Event          Event  `json:"hook_event_name"`
	SessionID      string `json:"session_id"`
	TranscriptPath string `json:"transcript_path"`
	Cwd            string `json:"cwd"`
	PromptID       string `json:"prompt_id"`
	PermissionMode string `json:"permission_mode"`
	AgentID        string `json:"agent_id"`   // set inside a subagent only
	AgentType      string `json:"agent_type"` // of the subagent, or of the agent that the session was started with
	Effort         string // how hard the model is asked to think, such as "high"
	Document       Value  // the whole payload, with members unknown to this package
}

// Base returns c itself.
func (c Common) Base() Common { return c }

// OtherEvent is an event without a type of its own.
type OtherEvent struct{ Common }

// ParsePayload reads one payload. It fails on anything but one JSON object with an
// event name, and on duplicate names. Members of the wrong type count as missing, and
// unknown ones stay in Document, because members change with almost every release of
// the client.
func ParsePayload(b []byte) (Payload, error) {
	doc, err := Parse(b)
	if err != nil {
		return nil, fmt.Errorf("hook input: %w", err)
	}
	if doc.Kind() != Object {
		return nil, fmt.Errorf("hook input: not a JSON object")
	}
	if m, found := doc.Duplicate(); found {
		return nil, fmt.Errorf("hook input: byte %d: %q occurs twice", m.Offset, m.Name)
	}
	// One pass: a payload with a large result is read at every tool call.
	var all members
	for m := range doc.Members() {
		all = append(all, m)
	}
	c := Common{Effort: all.get("effort").Get("level").String(), Document: doc}
	all.fill(reflect.ValueOf(&c).Elem(), &c)
	if c.Event == "" {
		return nil, fmt.Errorf("hook input: no hook_event_name")
	}
	for _, kind := range payloads {
		if t := reflect.TypeOf(kind); t.Name() == string(c.Event) {
			p := reflect.New(t).Elem()
			all.fill(p, &c)
			return p.Interface().(Payload), nil
		}
	}
	return OtherEvent{c}, nil
}

// payloads are the events that have a type of their own.
var payloads = []Payload{
	PreToolUse{}, PostToolUse{}, PostToolUseFailure{}, PermissionRequest{}, PermissionDenied{}, PostToolBatch{},
	UserPromptSubmit{}, UserPromptExpansion{}, MessageDisplay{}, Stop{}, SubagentStop{}, SubagentStart{}, StopFailure{},
	TeammateIdle{}, TaskCreated{}, TaskCompleted{},
	SessionStart{}, SessionEnd{}, Setup{}, Notification{}, PreCompact{},
	PostCompact{}, PreModelSwitch{}, PostModelSwitch{},
	Elicitation{}, ElicitationResult{}, ConfigChange{}, InstructionsLoaded{},
	CwdChanged{}, DirectoryAdded{}, FileChanged{},
	WorktreeCreate{}, WorktreeRemove{},
}

// members are the members of one object.
type members []Member

func (all members) get(name string) Value {
	for _, m := range all {
		if m.Name == name {
			return m.Value
		}
	}
	return Value{}
}

// fill reads the fields of a struct from the members that their tags name. Fields that
// several events share are in an embedded struct.
func (all members) fill(to reflect.Value, c *Common) {
	for field, v := range to.Fields() {
		name, tagged := field.Tag.Lookup("json")
		if !tagged {
			if field.Type == reflect.TypeFor[Common]() {
				v.Set(reflect.ValueOf(*c))
			} else if field.Anonymous {
				all.fill(v, c)
			}
			continue
		}
		switch m := all.get(name); to := v.Addr().Interface().(type) {
		case *Event:
			*to = Event(m.String())
		case *string:
			*to = m.String()
		case *int64:
			*to, _ = m.Int()
		case *bool:
			*to = m.IsTrue()
		case *Value:
			*to = m
		case *[]string:
			*to = m.Texts()
		case *[]BatchCall:
			*to = batch(m)
		}
	}
}
