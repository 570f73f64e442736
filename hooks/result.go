package hooks

// Decision is a hook's word on a tool call.
type Decision string

// The decisions of a PreToolUse hook. There is no constant for "defer": in a
// headless run it ends the session.
const (
	NoDecision Decision = ""      // leave the call to the client's own permissions
	Allow      Decision = "allow" // run the tool without asking for permission
	Ask        Decision = "ask"   // ask the person, with the updated input if there is one
	Deny       Decision = "deny"  // refuse; the reason goes to the model as an error
)

// Output is what a hook prints: one JSON object. Members that are empty are
// left out, never null.
type Output struct {
	SystemMessage string   // shown to the person, not to the model
	Specific      Specific // nil or one of the ...Output types
}

// Specific is the part of an output that belongs to one event.
type Specific interface {
	// write writes the members of hookSpecificOutput.
	write(w *Writer)
}

// PreToolUseOutput answers a PreToolUse payload. UpdatedInput replaces the whole
// input of the tool, it is not merged: start from the input that came.
type PreToolUseOutput struct {
	Decision          Decision
	Reason            string
	UpdatedInput      Value
	AdditionalContext string // read by the model after the tool's result
}

// PostToolUseOutput answers a PostToolUse payload. UpdatedToolOutput replaces
// what the model reads as the tool's result.
type PostToolUseOutput struct {
	AdditionalContext string
	UpdatedToolOutput Value
}

// PostToolUseFailureOutput answers a PostToolUseFailure payload.
type PostToolUseFailureOutput struct {
	AdditionalContext string
}

// PermissionRequestOutput answers a PermissionRequest payload; Decision is Allow
// or Deny.
type PermissionRequestOutput struct {
	Decision     Decision
	UpdatedInput Value  // with Allow
	Message      string // with Deny
}

// JSON returns the output as the one line the client accepts, or nothing when
// the output says nothing: printing nothing is the only way for a hook to leave
// a call alone.
func (o Output) JSON() []byte {
	w := NewWriter(4 << 10)
	w.Begin('{')
	w.Text("systemMessage", o.SystemMessage)
	if o.Specific != nil {
		before := len(w.buf)
		w.Name("hookSpecificOutput").Begin('{')
		empty := len(w.buf)
		o.Specific.write(w)
		if len(w.buf) == empty {
			w.buf = w.buf[:before]
		} else {
			w.End('}')
		}
	}
	if len(w.buf) == 1 {
		return nil
	}
	w.End('}')
	return append(w.buf, '\n')
}

func (o PreToolUseOutput) write(w *Writer) {
	if o == (PreToolUseOutput{}) {
		return
	}
	w.Text("hookEventName", string(EventPreToolUse))
	w.Text("permissionDecision", string(o.Decision))
	w.Text("permissionDecisionReason", o.Reason)
	w.Member("updatedInput", o.UpdatedInput)
	w.Text("additionalContext", o.AdditionalContext)
}

func (o PostToolUseOutput) write(w *Writer) {
	if o == (PostToolUseOutput{}) {
		return
	}
	w.Text("hookEventName", string(EventPostToolUse))
	w.Text("additionalContext", o.AdditionalContext)
	w.Member("updatedToolOutput", o.UpdatedToolOutput)
}

func (o PostToolUseFailureOutput) write(w *Writer) {
	if o == (PostToolUseFailureOutput{}) {
		return
	}
	w.Text("hookEventName", string(EventPostToolUseFailure))
	w.Text("additionalContext", o.AdditionalContext)
}

func (o PermissionRequestOutput) write(w *Writer) {
	if o == (PermissionRequestOutput{}) {
		return
	}
	w.Text("hookEventName", string(EventPermissionRequest))
	w.Name("decision").Begin('{')
	w.Text("behavior", string(o.Decision))
	w.Member("updatedInput", o.UpdatedInput)
	w.Text("message", o.Message)
	w.End('}')
}
