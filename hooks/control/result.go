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
	from    hooks.Result
	raw     hooks.Value
}

// kind is the constructor of a result, by its name in messages.
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
	kindFrom          kind = "From"
	kindRaw           kind = "Raw"
)

func (k kind) String() string {
	if k == kindOK {
		return "OK"
	}
	return string(k)
}

// OK leaves everything to the client. It does not answer a request for permission, which needs
// Allow or Deny.
func OK() Result { return Result{} }

// Allow lets the tool call run.
func Allow() Result { return Result{kind: kindAllow} }

// AllowInput lets the tool call run with a changed input: the members of patch
// replace those of the input, all others stay.
func AllowInput(patch hooks.Value) Result { return Allow().WithInput(patch) }

// AllowPermanently lets the tool call run and changes the client's permissions,
// say by one of [Input.Suggestions]. Without an update it is [Allow].
func AllowPermanently(updates ...PermissionUpdate) Result {
	return Result{kind: kindPermanently, updates: updates}
}

// Deny refuses the tool call; the model reads the reason.
func Deny(reason string) Result { return Result{kind: kindDeny, reason: reason} }

// DenyInterrupt refuses the tool call and ends the run.
func DenyInterrupt(reason string) Result { return Result{kind: kindDenyInterrupt, reason: reason} }

// Ask has the client ask for permission in a PreToolUse, even if other hooks allow the call.
func Ask(reason string) Result { return Result{kind: kindAsk, reason: reason} }

// Defer ends a headless run with the tool call of a PreToolUse undone: resuming
// the session fires the event again, with the same tool use id.
func Defer(reason string) Result { return Result{kind: kindDefer, reason: reason} }

// Context gives the model something to read.
func Context(text string) Result { return OK().WithContext(text) }

// Block refuses what the event is about; the model reads the reason, if the event has one for it.
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

// Output answers a lifecycle event with everything that package hooks can say;
// see [hooks.Output.Check]. Nothing can be added to it.
func Output(o hooks.Output) Result { return Result{kind: kindOutput, output: o} }

// Raw sends an object as it is. It is the one result that is not checked.
func Raw(v hooks.Value) Result { return Result{kind: kindRaw, raw: v} }

// From answers with a portable result, which means the same here as in a command hook: see
// [hooks.Result.Native]. For a request for permission it must be Allow or Deny.
func From(r hooks.Result) Result { return Result{kind: kindFrom, from: r} }

// WithInput changes the tool's input as [AllowInput] does; it goes with Allow,
// AllowPermanently, Ask, From and, in a PreToolUse, OK.
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

// portable is the result that From was given, with what was added since.
func (r Result) portable() hooks.Result {
	p := r.from
	if r.patch.Kind() != hooks.Absent {
		p.UpdatedInput = r.patch
	}
	if r.context != "" {
		p.SystemPrompt = r.context
	}
	return p
}

// bare reports whether nothing was added to a result.
func (r Result) bare() bool {
	return r.patch.Kind() == hooks.Absent && r.context == "" && r.message == ""
}

// restricts reports whether a result means to refuse, ask or defer, even if the event does not
// accept it.
func (r Result) restricts() bool {
	switch r.kind {
	case kindDeny, kindDenyInterrupt, kindAsk, kindDefer, kindBlock, kindReject, kindHalt:
		return true
	case kindOutput:
		return r.output.Restricts()
	case kindFrom:
		d := r.from.EffectiveDecision()
		return d != hooks.NoDecision && d != hooks.Allow
	}
	return false
}
