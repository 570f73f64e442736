package control

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"neverask/hooks"
)

// Wire returns the response that carries a result to the client. It fails when the event has no
// place for the result or a part of it.
func Wire(in Input, r Result) (hooks.Value, error) {
	var v hooks.Value
	var err error
	switch {
	case in.Event == CanUseTool:
		v, err = permissionWire(in, r)
	case r.kind == kindOutput || r.kind == kindFrom:
		return nativeWire(in, r) // its errors name the event
	default:
		v, err = eventWire(in, r)
	}
	if err != nil {
		return hooks.Value{}, fmt.Errorf("answer to %s: %w", in.Event, err)
	}
	return v, nil
}

// misplacedError says which results the event accepts.
func misplacedError(event hooks.Event, k kind) error {
	var names []string
	for _, k := range accepted(event) {
		names = append(names, k.String())
	}
	return fmt.Errorf("%s is not a result for this event; use %s", k, strings.Join(names, ", "))
}

// accepted returns the results that an event accepts, without those that every lifecycle event
// accepts (Output, From and Raw).
func accepted(event hooks.Event) []kind {
	switch event {
	case CanUseTool:
		return []kind{kindAllow, kindPermanently, kindDeny, kindDenyInterrupt}
	case hooks.EventPreToolUse:
		return []kind{kindOK, kindAllow, kindDeny, kindAsk, kindDefer, kindHalt}
	case hooks.EventPermissionRequest:
		return []kind{kindOK, kindAllow, kindPermanently, kindDeny, kindDenyInterrupt}
	case hooks.EventPreModelSwitch:
		return []kind{kindOK, kindAllow, kindDeny, kindAsk}
	case hooks.EventPreCompact:
		return []kind{kindOK, kindBlock, kindInstructions}
	case hooks.EventUserPromptSubmit, hooks.EventUserPromptExpansion:
		return []kind{kindOK, kindBlock, kindReject, kindHalt}
	case hooks.EventStop, hooks.EventSubagentStop, hooks.EventTeammateIdle:
		return []kind{kindOK, kindBlock, kindKeepWorking, kindHalt}
	case hooks.EventPostToolUse, hooks.EventPostToolBatch, hooks.EventTaskCreated, hooks.EventTaskCompleted:
		return []kind{kindOK, kindBlock, kindHalt}
	}
	// Elsewhere "continue":false does nothing, or is not known to do anything.
	if event.CanBlock() {
		return []kind{kindOK, kindBlock}
	}
	return []kind{kindOK}
}

// permissionWire answers can_use_tool. An allowed call always carries its input:
// clients before 2.1.207 refuse it otherwise.
func permissionWire(in Input, r Result) (hooks.Value, error) {
	switch r.kind {
	case kindRaw:
		return r.rawObject()
	case kindFrom:
		var err error
		if r, err = r.permission(); err != nil {
			return hooks.Value{}, err
		}
	}
	if !slices.Contains(accepted(CanUseTool), r.kind) {
		return hooks.Value{}, misplacedError(CanUseTool, r.kind)
	}
	if r.context != "" || r.message != "" {
		return hooks.Value{}, fmt.Errorf("no place for context or a message")
	}
	var w hooks.Writer
	w.Begin('{')
	if r.kind == kindDeny || r.kind == kindDenyInterrupt {
		if r.patch.Kind() != hooks.Absent {
			return hooks.Value{}, fmt.Errorf("%s with an input", r.kind)
		}
		w.Text("behavior", string(hooks.Deny))
		// The client cannot read an answer without a message.
		w.Name("message").String(cmp.Or(r.reason, "Denied."))
		w.Flag("interrupt", r.kind == kindDenyInterrupt)
		w.End('}')
		return w.Finish(), nil
	}
	input, err := r.input(in)
	if err != nil {
		return hooks.Value{}, err
	}
	if in.ToolName == questionTool && input.Get("answers").Len() == 0 {
		return hooks.Value{},
			fmt.Errorf(
				"%s for a question without answers, which the model takes for no answer; use AllowInput with \"answers\", or Deny",
				r.kind)
	}
	updates, err := writeUpdates(r.updates)
	if err != nil {
		return hooks.Value{}, err
	}
	w.Text("behavior", string(hooks.Allow))
	w.Member("updatedInput", input)
	w.Member("updatedPermissions", updates)
	w.End('}')
	return w.Finish(), nil
}

// permission turns a portable result into a reply to a request for permission.
func (r Result) permission() (Result, error) {
	p := r.portable()
	out := Result{context: p.SystemPrompt, message: r.message}
	switch d := p.EffectiveDecision(); d {
	case hooks.NoDecision:
	case hooks.Allow:
		out.kind, out.patch = kindAllow, p.UpdatedInput
		out.message = cmp.Or(out.message, p.Message)
	case hooks.Deny:
		out.kind, out.reason = kindDeny, p.Message
	case hooks.Ask:
		out.kind = kindAsk
	case hooks.Defer:
		out.kind = kindDefer
	default:
		return out, fmt.Errorf("unknown decision %q", d)
	}
	return out, nil
}

// eventWire answers a lifecycle event.
func eventWire(in Input, r Result) (hooks.Value, error) {
	if r.kind == kindRaw {
		return r.rawObject()
	}
	if !slices.Contains(accepted(in.Event), r.kind) {
		return hooks.Value{}, misplacedError(in.Event, r.kind)
	}
	out, err := r.lifecycle(in)
	if err != nil {
		return hooks.Value{}, err
	}
	return outputWire(out)
}

// nativeWire answers a lifecycle event with an output that package hooks checks.
func nativeWire(in Input, r Result) (hooks.Value, error) {
	out, err := r.output, error(nil)
	switch {
	case r.kind == kindFrom:
		if out, err = r.portable().Native(in.Event, in.ToolInput); err == nil && r.message != "" {
			if out.SystemMessage != "" {
				err = fmt.Errorf("answer to %s: two messages", in.Event)
			}
			out.SystemMessage = r.message
		}
	case !r.bare():
		err = fmt.Errorf("answer to %s: nothing can be added to Output", in.Event)
	}
	if err == nil {
		err = out.Check(in.Event)
	}
	if err != nil {
		return hooks.Value{}, err
	}
	return outputWire(out)
}

func outputWire(out hooks.Output) (hooks.Value, error) {
	b := out.JSON()
	if len(b) == 0 {
		b = []byte("{}")
	}
	return hooks.Parse(b)
}

// lifecycle is a result in the form of a hook's output.
func (r Result) lifecycle(in Input) (hooks.Output, error) {
	switch in.Event {
	case hooks.EventPreToolUse:
		return r.preToolUse(in)
	case hooks.EventPermissionRequest:
		return r.permissionRequest(in)
	}
	if r.patch.Kind() != hooks.Absent {
		return hooks.Output{}, fmt.Errorf("no tool input to update")
	}
	out := hooks.Output{SystemMessage: r.message}
	if r.context != "" {
		with, err := hooks.Result{SystemPrompt: r.context}.Native(in.Event, hooks.Value{})
		if err != nil || with.Specific == nil {
			return hooks.Output{}, fmt.Errorf("no place for context")
		}
		out.Specific = with.Specific
	}
	switch r.kind {
	case kindAllow, kindAsk, kindDeny: // PreModelSwitch
		if out.Specific != nil {
			return hooks.Output{}, fmt.Errorf("no place for context")
		}
		out.Specific = hooks.PreModelSwitchOutput{Decision: r.decision(), Reason: r.reason}
	case kindBlock, kindReject, kindKeepWorking:
		out.Block, out.Reason = true, cmp.Or(r.reason, "Blocked.")
	case kindHalt:
		out.Stop, out.StopReason = true, r.reason
	case kindInstructions:
		// The message of a PreCompact is what the client takes for instructions;
		// "customInstructions" makes the whole output invalid.
		if r.message != "" {
			return hooks.Output{}, fmt.Errorf("Instructions take the place of a message")
		}
		out.SystemMessage = r.reason
	}
	return out, nil
}

func (r Result) preToolUse(in Input) (hooks.Output, error) {
	specific := hooks.PreToolUseOutput{Decision: r.decision(), AdditionalContext: r.context}
	out := hooks.Output{SystemMessage: r.message}
	specific.Reason = r.reason
	if r.kind == kindHalt {
		// Without a denial, the call would still run before Claude stops.
		out.Stop, out.StopReason = true, r.reason
		specific.Decision = hooks.Deny
	}
	if r.patch.Kind() != hooks.Absent {
		if r.kind != kindAllow && r.kind != kindAsk && r.kind != kindOK {
			return hooks.Output{}, fmt.Errorf("%s with an input", r.kind)
		}
		var err error
		if specific.UpdatedInput, err = r.input(in); err != nil {
			return hooks.Output{}, err
		}
	}
	out.Specific = specific
	return out, nil
}

func (r Result) permissionRequest(in Input) (hooks.Output, error) {
	out := hooks.Output{SystemMessage: r.message}
	if r.context != "" {
		return out, fmt.Errorf("no place for context")
	}
	allow := r.kind == kindAllow || r.kind == kindPermanently
	if r.patch.Kind() != hooks.Absent && !allow {
		return out, fmt.Errorf("%s with an input", r.kind)
	}
	switch {
	case r.kind == kindOK:
		return out, nil
	case !allow:
		out.Specific = hooks.PermissionRequestOutput{
			Decision: hooks.Deny, Message: cmp.Or(r.reason, "Denied."), Interrupt: r.kind == kindDenyInterrupt,
		}
		return out, nil
	}
	specific := hooks.PermissionRequestOutput{Decision: hooks.Allow}
	var err error
	if r.patch.Kind() != hooks.Absent {
		if specific.UpdatedInput, err = r.input(in); err != nil {
			return out, err
		}
	}
	if specific.UpdatedPermissions, err = writeUpdates(r.updates); err != nil {
		return out, err
	}
	out.Specific = specific
	return out, nil
}

// decision is a result as a permission decision.
func (r Result) decision() hooks.Decision {
	switch r.kind {
	case kindAllow:
		return hooks.Allow
	case kindDeny:
		return hooks.Deny
	case kindAsk:
		return hooks.Ask
	case kindDefer:
		return hooks.Defer
	}
	return hooks.NoDecision
}

// input returns the whole input, because the client replaces the old one with it.
func (r Result) input(in Input) (hooks.Value, error) {
	if r.patch.Kind() == hooks.Absent {
		return in.ToolInput, nil
	}
	return hooks.Merge(in.ToolInput, r.patch)
}

func (r Result) rawObject() (hooks.Value, error) {
	if r.raw.Kind() != hooks.Object || !r.bare() {
		return hooks.Value{}, fmt.Errorf("Raw takes an object, and accepts no additions")
	}
	return r.raw, nil
}
