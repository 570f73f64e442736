package hooks

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/settings/jsontext"
)

// ParseOutput reads a hook's output as Claude Code 2.1.329 does: of several members
// with the same name the last counts, unknown ones are ignored, and one known member
// of the wrong kind, even null, voids the whole output. The older form of a decision,
// {"decision":"approve"} or "block" with a reason, is read into the event's part.
func ParseOutput[T string | []byte](event Event, document T) (Output, error) {
	doc, err := Parse(document)
	if err != nil {
		return Output{}, fmt.Errorf("hook output: %w", err)
	}
	if doc.Kind() != Object {
		return Output{}, fmt.Errorf("hook output: %w", errNotObject)
	}
	r := outputReader{event: event}
	out := r.output(doc)
	if r.err != nil {
		return Output{}, fmt.Errorf("hook output for %s: %w", event, r.err)
	}
	return out, nil
}

// outputReader keeps the first fault it finds.
type outputReader struct {
	event Event
	err   error
}

// want reports whether a member is present and, as ok says, acceptable.
func (r *outputReader) want(m Value, name string, ok bool) bool {
	if m.Kind() == Absent {
		return false
	}
	if !ok && r.err == nil {
		r.err = fmt.Errorf("the client does not accept %q with the value %.40s", name, m.Raw())
	}
	return ok
}

func (r *outputReader) text(v Value, name string) string {
	m := v.Last(name)
	r.want(m, name, m.Kind() == String)
	return m.String()
}

func (r *outputReader) flag(v Value, name string) bool {
	m := v.Last(name)
	r.want(m, name, m.Kind() == Bool)
	return m.IsTrue()
}

func (r *outputReader) value(v Value, name string, kind Kind) Value {
	m := v.Last(name)
	r.want(m, name, m.Kind() == kind)
	return m
}

// word reads a text that must be one of a few words.
func (r *outputReader) word(v Value, name string, allowed ...string) string {
	m := v.Last(name)
	s, ok := m.Text()
	if !r.want(m, name, ok && slices.Contains(allowed, s)) {
		return ""
	}
	return s
}

func (r *outputReader) list(v Value, name string) []string {
	m := v.Last(name)
	if !r.want(m, name, m.Kind() == Array) {
		return nil
	}
	all := []string{}
	for e := range m.Elements() {
		r.want(e, name, e.Kind() == String)
		all = append(all, e.String())
	}
	return all
}

func (r *outputReader) output(doc Value) Output {
	if doc.Last("async").IsTrue() {
		m := doc.Last("asyncTimeout")
		ms, ok := m.Float()
		r.want(m, "asyncTimeout", ok)
		return Output{Async: true, AsyncTimeout: time.Duration(ms * float64(time.Millisecond))}
	}
	proceed := doc.Last("continue")
	r.want(proceed, "continue", proceed.Kind() == Bool)
	out := Output{
		Stop: proceed.Raw() == "false", StopReason: r.text(doc, "stopReason"),
		Reason: r.text(doc, "reason"), SystemMessage: r.text(doc, "systemMessage"),
		TerminalSequence: r.text(doc, "terminalSequence"), SuppressOutput: r.flag(doc, "suppressOutput"),
	}
	if s := r.value(doc, "hookSpecificOutput", Object); s.Kind() == Object {
		name := s.Last("hookEventName")
		if name.Kind() == Absent && r.err == nil {
			r.err = errors.New("hookSpecificOutput has no hookEventName")
		} else if Event(name.String()) != r.event && r.err == nil {
			r.err = fmt.Errorf("hookSpecificOutput is for %.40q", name.String())
		}
		out.Specific = r.specific(s)
	}
	r.decide(&out, r.word(doc, "decision", "approve", "block"))
	return out
}

// decide puts a top-level decision where it belongs: two events have their own place
// for it. A block beats everything else.
func (r *outputReader) decide(out *Output, word string) {
	old := NoDecision
	switch word {
	case "approve":
		old = Allow
	case "block":
		old = Deny
	}
	switch r.event {
	case EventPreToolUse:
		own, _ := out.Specific.(PreToolUseOutput)
		if own.Decision == NoDecision && old == Allow || old == Deny {
			own.Decision = old
			if out.Reason != "" {
				own.Reason = out.Reason
			}
			out.Specific = own
		}
		out.Reason = ""
	case EventPreModelSwitch:
		own, _ := out.Specific.(PreModelSwitchOutput)
		if old == Deny {
			own.Decision = old
			if out.Reason != "" {
				own.Reason = out.Reason
			}
			out.Specific = own
		}
		out.Reason = ""
	default:
		if out.Block = old == Deny; !out.Block {
			out.Reason = ""
		}
	}
}

// specific reads the event's part. For an event without one it returns nil, which is
// a fault.
func (r *outputReader) specific(s Value) Specific {
	if r.event == EventPermissionRequest {
		return r.permission(r.value(s, "decision", Object))
	}
	to := specificOf(r.event)
	if !to.IsValid() {
		if r.err == nil {
			r.err = fmt.Errorf("the event has no hookSpecificOutput")
		}
		return nil
	}
	for field, v := range to.Fields() {
		r.field(v.Addr().Interface(), s, field.Tag.Get("json"), field.Tag.Get("is"))
	}
	out := to.Interface().(Specific)
	if own, ok := out.(PostToolUseOutput); ok && own.UpdatedToolOutput.Kind() == Absent {
		own.UpdatedToolOutput = s.Last("updatedMCPToolOutput")
		return own
	}
	return out
}

// field reads a member into a field whose tag says which words or kind it allows.
func (r *outputReader) field(to any, s Value, name, is string) {
	switch to := to.(type) {
	case *Decision:
		*to = Decision(r.word(s, name, strings.Fields(is)...))
	case *string:
		if is == "" {
			*to = r.text(s, name)
		} else {
			*to = r.word(s, name, strings.Fields(is)...)
		}
	case **string:
		if m := r.value(s, name, String); m.Kind() == String {
			*to = new(m.String())
		}
	case *bool:
		*to = r.flag(s, name)
	case *[]string:
		*to = r.list(s, name)
	case *Value:
		if *to = s.Last(name); is != "" {
			r.want(*to, name, to.Kind() == kinds[is])
		}
	}
}

// kinds maps the names in the tags of values to kinds.
var kinds = map[string]Kind{"object": Object, "array": Array}

func (r *outputReader) permission(d Value) Specific {
	if d.Kind() != Object {
		r.want(jsontext.Known("null"), "decision", false)
		return nil
	}
	out := PermissionRequestOutput{Decision: Decision(r.word(d, "behavior", "allow", "deny"))}
	if out.Decision == NoDecision {
		r.want(jsontext.Known("null"), "behavior", false)
	}
	if out.Decision == Deny {
		out.Message, out.Interrupt = r.text(d, "message"), r.flag(d, "interrupt")
		return out
	}
	out.UpdatedInput, out.UpdatedPermissions = r.value(d, "updatedInput", Object), r.value(d, "updatedPermissions", Array)
	return out
}
