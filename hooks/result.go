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
	specific() Value
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
	var out ObjectBuilder
	out.SetString("systemMessage", o.SystemMessage)
	if o.Specific != nil {
		out.Set("hookSpecificOutput", o.Specific.specific())
	}
	if out.Empty() {
		return nil
	}
	return append(out.Value().Raw(), '\n')
}

func (o PreToolUseOutput) specific() Value {
	var out ObjectBuilder
	out.SetString("hookEventName", string(EventPreToolUse))
	out.SetString("permissionDecision", string(o.Decision))
	out.SetString("permissionDecisionReason", o.Reason)
	out.Set("updatedInput", o.UpdatedInput)
	out.SetString("additionalContext", o.AdditionalContext)
	return out.Value()
}

func (o PostToolUseOutput) specific() Value {
	var out ObjectBuilder
	out.SetString("hookEventName", string(EventPostToolUse))
	out.SetString("additionalContext", o.AdditionalContext)
	out.Set("updatedToolOutput", o.UpdatedToolOutput)
	return out.Value()
}

func (o PostToolUseFailureOutput) specific() Value {
	var out ObjectBuilder
	out.SetString("hookEventName", string(EventPostToolUseFailure))
	out.SetString("additionalContext", o.AdditionalContext)
	return out.Value()
}

func (o PermissionRequestOutput) specific() Value {
	var decision, out ObjectBuilder
	decision.SetString("behavior", string(o.Decision))
	decision.Set("updatedInput", o.UpdatedInput)
	decision.SetString("message", o.Message)
	out.SetString("hookEventName", string(EventPermissionRequest))
	out.Set("decision", decision.Value())
	return out.Value()
}
