package control

import "neverask/hooks"

// Result is the answer of a [Hook], made by one of the constructors. The zero
// Result is [OK].
type Result struct {
	kind    kind
	reason  string
	patch   hooks.Value // of the tool's input
	updates []PermissionUpdate
	context string
	message string
	output  hooks.Output
	raw     hooks.Value
}

// kind is which constructor made a result, as the messages call it.
type kind string

const (
	kindOK            kind = ""
	kindAllow         kind = "Allow"
	kindPermanently   kind = "AllowPermanently"
	kindDeny          kind = "Deny"
	kindDenyInterrupt kind = "DenyInterrupt"
	kindAsk           kind = "Ask"
	kindDefer         kind = "Defer"
	kindBlock         kind = "Block"
	kindReject        kind = "Reject"
	kindKeepWorking   kind = "KeepWorking"
	kindHalt          kind = "Halt"
	kindInstructions  kind = "Instructions"
	kindOutput        kind = "Output"
	kindRaw           kind = "Raw"
)

func (k kind) String() string {
	if k == kindOK {
		return "OK"
	}
	return string(k)
}

// OK says nothing: everything goes its way. It is no answer to a request for
// permission, which needs one.
func OK() Result { return Result{} }

// Allow lets the tool call run.
func Allow() Result { return Result{kind: kindAllow} }

// AllowInput lets the tool call run with a changed input: the members of patch
// replace those of the input, all others stay.
func AllowInput(patch hooks.Value) Result { return Allow().WithInput(patch) }

// AllowPermanently lets the tool call run and changes the client's permissions,
// say by one of [Input.Suggestions].
func AllowPermanently(updates ...PermissionUpdate) Result {
	return Result{kind: kindPermanently, updates: updates}
}

// Deny refuses the tool call; the model reads the reason.
func Deny(reason string) Result { return Result{kind: kindDeny, reason: reason} }

// DenyInterrupt refuses the tool call and ends the run.
func DenyInterrupt(reason string) Result { return Result{kind: kindDenyInterrupt, reason: reason} }

// Ask leaves a PreToolUse to whoever is asked for permission, whatever other
// hooks allow.
func Ask(reason string) Result { return Result{kind: kindAsk, reason: reason} }

// Defer ends a headless run with the tool call of a PreToolUse undone: resuming
// the session fires the event again, with the same tool use id.
func Defer(reason string) Result { return Result{kind: kindDefer, reason: reason} }

// Context gives the model something to read.
func Context(text string) Result { return OK().WithContext(text) }

// Block refuses what the event is about; the reason goes to the model where
// there is one to read it.
func Block(reason string) Result { return Result{kind: kindBlock, reason: reason} }

// Reject refuses a prompt: it is erased, and the person reads the reason.
func Reject(reason string) Result { return Result{kind: kindReject, reason: reason} }

// KeepWorking answers a Stop, SubagentStop or TeammateIdle: the model reads the
// reason and goes on.
func KeepWorking(reason string) Result { return Result{kind: kindKeepWorking, reason: reason} }

// Halt ends Claude's work altogether, before the tool runs in a PreToolUse; the
// reason is for the person.
func Halt(reason string) Result { return Result{kind: kindHalt, reason: reason} }

// Instructions tells a PreCompact what the summary must keep.
func Instructions(text string) Result { return Result{kind: kindInstructions, reason: text} }

// Output answers a lifecycle event with everything that package hooks can say.
func Output(o hooks.Output) Result { return Result{kind: kindOutput, output: o} }

// Raw sends an object as it is. It is the one result that is not checked.
func Raw(v hooks.Value) Result { return Result{kind: kindRaw, raw: v} }

// From makes an answer of a portable result. A result that decides nothing is
// [OK].
func From(r hooks.Result) Result {
	out := Result{reason: r.Message, patch: r.UpdatedInput, context: r.SystemPrompt}
	switch r.EffectiveDecision() {
	case hooks.Allow:
		out.kind, out.reason, out.message = kindAllow, "", r.Message
	case hooks.Deny:
		out.kind, out.patch = kindDeny, hooks.Value{}
	case hooks.Ask:
		out.kind = kindAsk
	case hooks.Defer:
		out.kind, out.patch = kindDefer, hooks.Value{}
	default:
		out.reason, out.message = "", r.Message
	}
	return out
}

// WithInput changes the tool's input as [AllowInput] does; it goes with Allow,
// AllowPermanently, Ask and, in a PreToolUse, OK.
func (r Result) WithInput(patch hooks.Value) Result {
	r.patch = patch
	return r
}

// WithContext adds something for the model to read, in events that have a place
// for it.
func (r Result) WithContext(text string) Result {
	r.context = text
	return r
}

// WithMessage adds something for the person to read; a request for permission
// has no place for it.
func (r Result) WithMessage(text string) Result {
	r.message = text
	return r
}
