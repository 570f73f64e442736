package hooks

import "fmt"

// Native translates the result into the client's form for an event. For events of
// a tool call, input is the tool's original input: the client replaces the whole
// input, so the updated members are merged into it here.
//
// A member that the event has no place for is an error, because a refusal without
// effect would be worse. docs/library.md has the whole table.
func (r Result) Native(event Event, input Value) (Output, error) {
	out, err := r.native(event, input)
	if err != nil {
		return Output{}, fmt.Errorf("answer to %s: %w", event, err)
	}
	return out, nil
}

func (r Result) native(event Event, input Value) (Output, error) {
	d := r.EffectiveDecision()
	if d.rank() < 0 {
		return Output{}, fmt.Errorf("unknown decision %q", d)
	}
	updated := r.UpdatedInput
	if d == Deny || d == Defer {
		updated = Value{} // there will be no call
	}
	if updated.Kind() != Absent {
		if event != EventPreToolUse && event != EventPermissionRequest {
			return Output{}, fmt.Errorf("no tool input to update")
		}
		var err error
		if updated, err = Merge(input, updated); err != nil {
			return Output{}, err
		}
	}
	switch event {
	case EventPreToolUse:
		return r.preToolUse(d, updated), nil
	case EventPermissionRequest:
		return r.permissionRequest(d, updated)
	case EventPreModelSwitch:
		return r.preModelSwitch(d)
	}
	return r.otherEvent(event, d)
}

// withMessage puts the message where the person sees it, if no decision carries it.
func (r Result) withMessage(specific Specific) Output {
	return Output{SystemMessage: r.Message, Specific: specific}
}

func (r Result) preToolUse(d Decision, updated Value) Output {
	specific := PreToolUseOutput{Decision: d, UpdatedInput: updated, AdditionalContext: r.SystemPrompt}
	if d == NoDecision {
		return r.withMessage(specific)
	}
	specific.Reason = r.Message
	return Output{Specific: specific}
}

// permissionRequest writes nothing for Ask, because the person is about to be asked anyway. Ask
// cannot update the input: the dialog already shows the original one.
func (r Result) permissionRequest(d Decision, updated Value) (Output, error) {
	if r.SystemPrompt != "" {
		return Output{}, fmt.Errorf("no place for context")
	}
	switch d {
	case Allow:
		out := r.withMessage(PermissionRequestOutput{Decision: Allow, UpdatedInput: updated})
		return out, nil
	case Deny:
		return Output{Specific: PermissionRequestOutput{Decision: Deny, Message: r.Message}}, nil
	case Defer:
		return Output{}, fmt.Errorf("only PreToolUse can defer")
	}
	if updated.Kind() != Absent {
		return Output{}, fmt.Errorf("only allow can update the input")
	}
	return r.withMessage(nil), nil
}

func (r Result) preModelSwitch(d Decision) (Output, error) {
	if r.SystemPrompt != "" {
		return Output{}, fmt.Errorf("no place for context")
	}
	if d == Defer {
		return Output{}, fmt.Errorf("only PreToolUse can defer")
	}
	if d == NoDecision {
		return r.withMessage(nil), nil
	}
	return Output{Specific: PreModelSwitchOutput{Decision: d, Reason: r.Message}}, nil
}

// otherEvent answers an event without permission decisions. Allow says nothing.
func (r Result) otherEvent(event Event, d Decision) (Output, error) {
	var out Output
	switch d {
	case Ask:
		return Output{}, fmt.Errorf("no person can be asked at this event")
	case Defer:
		return Output{}, fmt.Errorf("only PreToolUse can defer")
	case Deny:
		switch {
		case event.CanBlock():
			out.Block, out.Reason = true, r.Message
		case event == EventElicitation:
			out = r.withMessage(ElicitationOutput{Action: "decline"})
		case event == EventElicitationResult:
			out = r.withMessage(ElicitationResultOutput{Action: "decline"})
		default:
			return Output{}, fmt.Errorf("the event cannot be refused")
		}
	default:
		out.SystemMessage = r.Message
	}
	if r.SystemPrompt == "" {
		return out, nil
	}
	if event == EventPreCompact && d != Deny && r.Message == "" {
		out.SystemMessage = r.SystemPrompt // read as instructions for the summary
		return out, nil
	}
	specific := contextFor(event, r.SystemPrompt)
	if specific == nil || out.Specific != nil {
		return Output{}, fmt.Errorf("no place for context")
	}
	out.Specific = specific
	return out, nil
}
