package hooks

import (
	"fmt"
	"time"

	"neverask/settings/jsontext"
)

// ParseOutput reads what a hook has printed as Claude Code 2.1.329 does: of
// several members with one name the last counts, unknown ones are passed over,
// and one known member with a value of the wrong kind, null among them, voids
// the whole output. The older form of a decision, {"decision":"approve"} or
// "block" with a reason, is read into the part of the event.
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

// outputReader keeps the first fault it meets.
type outputReader struct {
	event Event
	err   error
}

// want reports whether a member is there and is as it has to be.
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

// word is a text that is one of a few.
func (r *outputReader) word(v Value, name string, allowed ...string) string {
	m := v.Last(name)
	s, ok := m.Text()
	if ok {
		ok = false
		for _, w := range allowed {
			ok = ok || s == w
		}
	}
	if !r.want(m, name, ok) {
		return ""
	}
	return s
}

func (r *outputReader) paths(v Value) []string {
	m := v.Last("watchPaths")
	if !r.want(m, "watchPaths", m.Kind() == Array) {
		return nil
	}
	all := []string{}
	for e := range m.Elements() {
		r.want(e, "watchPaths", e.Kind() == String)
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
		if Event(name.String()) != r.event && r.err == nil {
			r.err = fmt.Errorf("it is for %.40q", name.String())
		}
		out.Specific = r.specific(s)
	}
	r.decide(&out, r.word(doc, "decision", "approve", "block"))
	return out
}

// decide puts a top-level decision where it belongs: two events have a place of
// their own for it. A block stands against everything else.
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

// specific reads the part of the event; a nil result for an event that has none
// is a fault.
func (r *outputReader) specific(s Value) Specific {
	switch r.event {
	case EventPreToolUse:
		return PreToolUseOutput{
			Decision: Decision(r.word(s, "permissionDecision", "allow", "deny", "ask", "defer")), Reason: r.text(s, "permissionDecisionReason"),
			UpdatedInput: r.value(s, "updatedInput", Object), AdditionalContext: r.text(s, "additionalContext"),
		}
	case EventPostToolUse:
		out := PostToolUseOutput{
			AdditionalContext: r.text(s, "additionalContext"), UpdatedToolOutput: s.Last("updatedToolOutput"),
			ClassifierContext: r.text(s, "classifierContext"),
		}
		if out.UpdatedToolOutput.Kind() == Absent {
			out.UpdatedToolOutput = s.Last("updatedMCPToolOutput")
		}
		return out
	case EventPermissionRequest:
		return r.permission(r.value(s, "decision", Object))
	case EventPermissionDenied:
		return PermissionDeniedOutput{Retry: r.flag(s, "retry")}
	case EventSessionStart:
		return SessionStartOutput{
			AdditionalContext: r.text(s, "additionalContext"), InitialUserMessage: r.text(s, "initialUserMessage"),
			SessionTitle: r.text(s, "sessionTitle"), WatchPaths: r.paths(s), ReloadSkills: r.flag(s, "reloadSkills"),
		}
	case EventUserPromptSubmit:
		return UserPromptSubmitOutput{
			AdditionalContext: r.text(s, "additionalContext"), SessionTitle: r.text(s, "sessionTitle"),
			SuppressOriginalPrompt: r.flag(s, "suppressOriginalPrompt"),
		}
	case EventUserPromptExpansion:
		return UserPromptExpansionOutput{
			AdditionalContext: r.text(s, "additionalContext"), SuppressOriginalPrompt: r.flag(s, "suppressOriginalPrompt"),
		}
	}
	return r.smaller(s)
}

func (r *outputReader) smaller(s Value) Specific {
	switch r.event {
	case EventPreModelSwitch:
		return PreModelSwitchOutput{
			Decision: Decision(r.word(s, "permissionDecision", "allow", "deny", "ask")), Reason: r.text(s, "permissionDecisionReason"),
		}
	case EventMessageDisplay:
		m := r.value(s, "displayContent", String)
		if m.Kind() != String {
			return MessageDisplayOutput{}
		}
		return MessageDisplayOutput{DisplayContent: new(m.String())}
	case EventElicitation:
		return ElicitationOutput{r.word(s, "action", "accept", "decline", "cancel"), r.value(s, "content", Object)}
	case EventElicitationResult:
		return ElicitationResultOutput{r.word(s, "action", "accept", "decline", "cancel"), r.value(s, "content", Object)}
	case EventCwdChanged:
		return CwdChangedOutput{r.paths(s)}
	case EventFileChanged:
		return FileChangedOutput{r.paths(s)}
	case EventWorktreeCreate:
		return WorktreeCreateOutput{r.text(s, "worktreePath")}
	}
	specific := contextFor(r.event, r.text(s, "additionalContext"))
	if specific == nil && r.err == nil {
		r.err = fmt.Errorf("the event has no hookSpecificOutput")
	}
	return specific
}

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
