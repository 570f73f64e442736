package hooks

import "time"

// Output is what a hook prints: one JSON object. Members that are empty are
// left out, never null.
type Output struct {
	SystemMessage string // shown to the person, not to the model
	// Block refuses what the event is about, or keeps Claude working after a
	// Stop; Reason says why. For the events for which [Event.CanBlock].
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

// Specific is the part of an output that belongs to one event.
type Specific interface {
	// Event is the event that the part belongs to.
	Event() Event
	// write writes the members of hookSpecificOutput, without hookEventName.
	write(w *Writer)
}

// Restricts reports whether the output keeps anything from happening as it
// would without it: a refusal, a wish to ask or to defer, a stop.
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

// JSON returns the output as the one line the client accepts, or nothing when
// the output says nothing: printing nothing is the only way for a hook to leave
// a call alone.
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
	if o.Specific.write(w); len(w.Bytes()) == empty {
		w.Truncate(before)
		return
	}
	w.End('}')
}
