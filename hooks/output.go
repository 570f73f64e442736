package hooks

import (
	"reflect"
	"time"
)

// Output is a hook's output: one JSON object. Empty members are left out, never
// null.
type Output struct {
	SystemMessage string // shown to the person, not to the model
	// Block refuses what the event is about, or keeps Claude working after a Stop; Reason says
	// why. Only for events that [Event.CanBlock].
	Block  bool
	Reason string
	// Stop ends Claude's work altogether; StopReason is for the person.
	Stop       bool
	StopReason string
	// TerminalSequence is an escape sequence that the client emits: a
	// notification or a title.
	TerminalSequence string
	SuppressOutput   bool     // accepted by the client, without an effect
	Specific         Specific // nil or one of the ...Output types

	// Async makes the client go on without waiting: everything else in the
	// output is left out. AsyncTimeout is how long the hook may then run; zero
	// is the client's default.
	Async        bool
	AsyncTimeout time.Duration
}

// Specific is the part of an output that belongs to one event: one of the ...Output
// types, whose tags name the members of hookSpecificOutput.
type Specific interface {
	// Event is the event that the part belongs to.
	Event() Event
}

// specifics are all event parts.
var specifics = []Specific{
	PreToolUseOutput{}, PostToolUseOutput{}, PostToolUseFailureOutput{}, PostToolBatchOutput{}, PermissionRequestOutput{},
	PermissionDeniedOutput{}, SessionStartOutput{}, SetupOutput{}, UserPromptSubmitOutput{}, UserPromptExpansionOutput{},
	StopOutput{}, SubagentStartOutput{}, SubagentStopOutput{}, PreModelSwitchOutput{}, PostModelSwitchOutput{},
	NotificationOutput{}, MessageDisplayOutput{}, ElicitationOutput{}, ElicitationResultOutput{}, CwdChangedOutput{},
	FileChangedOutput{}, WorktreeCreateOutput{},
}

// specificOf is an event's empty part, to be filled in, or invalid if it has none.
func specificOf(event Event) reflect.Value {
	for _, s := range specifics {
		if s.Event() == event {
			return reflect.New(reflect.TypeOf(s)).Elem()
		}
	}
	return reflect.Value{}
}

// contextFor returns an event's part that gives the model context, or nil if it has
// none.
func contextFor(event Event, text string) Specific {
	s := specificOf(event)
	if !s.IsValid() {
		return nil
	}
	field := s.FieldByName("AdditionalContext")
	if !field.IsValid() {
		return nil
	}
	field.SetString(text)
	return s.Interface().(Specific)
}

// Restricts reports whether the output prevents something that would otherwise
// happen: it refuses, asks, defers or stops.
func (o Output) Restricts() bool {
	decision := NoDecision
	switch s := o.Specific.(type) {
	case PreToolUseOutput:
		decision = s.Decision
	case PreModelSwitchOutput:
		decision = s.Decision
	case PermissionRequestOutput:
		decision = s.Decision
	case ElicitationOutput:
		return s.Action != "" && s.Action != "accept"
	case ElicitationResultOutput:
		return s.Action != "" && s.Action != "accept"
	}
	return o.Block || o.Stop || decision != NoDecision && decision != Allow
}

// JSON returns the output as the one line that the client accepts, or nothing if the
// output is empty: only a hook that prints nothing leaves a call alone.
func (o Output) JSON() []byte {
	w := NewWriter(4 << 10)
	w.Begin('{')
	if o.Async {
		w.Flag("async", true)
		if o.AsyncTimeout > 0 {
			w.Name("asyncTimeout").Int(o.AsyncTimeout.Milliseconds())
		}
	} else {
		o.write(w)
	}
	if len(w.Bytes()) == 1 {
		return nil
	}
	w.End('}')
	return append(w.Bytes(), '\n')
}

func (o Output) write(w *Writer) {
	if o.Stop {
		w.Name("continue").Value(BoolOf(false))
	}
	w.Text("stopReason", o.StopReason)
	if o.Block {
		w.Name("decision").String("block")
	}
	w.Text("reason", o.Reason)
	w.Text("systemMessage", o.SystemMessage)
	w.Text("terminalSequence", o.TerminalSequence)
	w.Flag("suppressOutput", o.SuppressOutput)
	if o.Specific == nil {
		return
	}
	before := len(w.Bytes())
	w.Name("hookSpecificOutput").Begin('{')
	w.Text("hookEventName", string(o.Specific.Event()))
	empty := len(w.Bytes())
	if writeSpecific(w, o.Specific); len(w.Bytes()) == empty {
		w.Truncate(before)
		return
	}
	w.End('}')
}

// writeSpecific writes the members of hookSpecificOutput, without hookEventName.
func writeSpecific(w *Writer, s Specific) {
	if s.Event() != EventPermissionRequest {
		writeFields(w, s)
		return
	}
	before := len(w.Bytes())
	w.Name("decision").Begin('{')
	empty := len(w.Bytes())
	if writeFields(w, s); len(w.Bytes()) == empty {
		w.Truncate(before)
		return
	}
	w.End('}')
}

// writeFields writes the fields of a struct that are set.
func writeFields(w *Writer, of any) {
	v := reflect.Indirect(reflect.ValueOf(of))
	if v.Kind() != reflect.Struct {
		return
	}
	for field, v := range v.Fields() {
		name := field.Tag.Get("json")
		switch v := v.Interface().(type) {
		case string:
			w.Text(name, v)
		case Decision:
			w.Text(name, string(v))
		case bool:
			w.Flag(name, v)
		case Value:
			w.Member(name, v)
		case *string: // an empty text is set, too
			if v != nil {
				w.Name(name).String(*v)
			}
		case []string: // an empty list ends the watching that an earlier one began
			if v == nil {
				continue
			}
			w.Name(name).Begin('[')
			for _, s := range v {
				w.String(s)
			}
			w.End(']')
		default: // a type around one of ours
			writeFields(w, v)
		}
	}
}
