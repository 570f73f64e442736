package hooks

import (
	"bytes"
	"fmt"
	"strings"
)

// An Exit is the output and status of a command hook's process. A hook answers with
// one JSON object on standard output, or with the status alone. Status 0 is success.
// Status 2 refuses, with standard error as the reason. Any other status is a failure
// of the hook, which the client reports and ignores, unless there was JSON.
type Exit struct {
	Stdout, Stderr []byte
	Status         int
}

// Exit returns the output as a process prints it in JSON.
func (o Output) Exit() Exit { return Exit{Stdout: o.JSON()} }

// Plain returns the output as a process expresses it without JSON: a refusal as status 2, with
// the reason on standard error; context, instructions for PreCompact, or the path of a worktree
// on standard output. It fails if the output says anything else, or the event does not support
// it.
func (o Output) Plain(event Event) (Exit, error) {
	if err := o.Check(event); err != nil {
		return Exit{}, err
	}
	if text := o.JSON(); len(text) == 0 {
		return Exit{}, nil
	}
	reason, refused := o.refusal()
	if refused && event.ExitBlocks() {
		return Exit{Stderr: []byte(reason), Status: 2}, nil
	}
	if text, ok := o.plainText(event); ok && event.takesPlainText() && text != "" && text[0] != '{' {
		return Exit{Stdout: []byte(text)}, nil
	}
	return Exit{}, fmt.Errorf("answer to %s: only JSON can express it", event)
}

// refusal returns the reason if the output is a refusal and nothing else.
func (o Output) refusal() (reason string, refused bool) {
	rest := o
	switch s := o.Specific.(type) {
	case nil:
		reason, refused, rest.Reason, rest.Block = o.Reason, o.Block, "", false
	case PreToolUseOutput:
		reason, refused = s.Reason, s == PreToolUseOutput{Decision: Deny, Reason: s.Reason}
	case PreModelSwitchOutput:
		reason, refused = s.Reason, s.Decision == Deny
	case ElicitationOutput:
		refused = s == ElicitationOutput{Action: "decline"}
	case ElicitationResultOutput:
		refused = s == ElicitationResultOutput{Action: "decline"}
	}
	rest.Specific = nil
	return reason, refused && len(rest.JSON()) == 0
}

// plainText returns the context, instructions or path if the output is nothing else.
func (o Output) plainText(event Event) (text string, ok bool) {
	switch s := o.Specific.(type) {
	case UserPromptSubmitOutput:
		text, ok = s.AdditionalContext, s == UserPromptSubmitOutput{AdditionalContext: s.AdditionalContext}
	case UserPromptExpansionOutput:
		text, ok = s.AdditionalContext, s == UserPromptExpansionOutput{AdditionalContext: s.AdditionalContext}
	case SessionStartOutput:
		text, ok = s.AdditionalContext, s.InitialUserMessage == "" && s.SessionTitle == "" &&
			s.WatchPaths == nil && !s.ReloadSkills
	case PostModelSwitchOutput:
		text, ok = s.AdditionalContext, true
	case WorktreeCreateOutput:
		text, ok = s.WorktreePath, true
	}
	rest := o
	rest.Specific = nil
	if event == EventPreCompact {
		text, ok, rest.SystemMessage = o.SystemMessage, true, ""
	}
	return text, ok && len(rest.JSON()) == 0
}

// takesPlainText reports whether the client uses standard output that is not JSON.
func (e Event) takesPlainText() bool {
	switch e {
	case EventUserPromptSubmit, EventUserPromptExpansion, EventSessionStart,
		EventPostModelSwitch, EventWorktreeCreate, EventPreCompact:
		return true
	}
	return false
}

// ExitBlocks reports whether status 2 refuses what the event is about.
func (e Event) ExitBlocks() bool {
	switch e {
	case EventPreToolUse, EventPreModelSwitch, EventElicitation,
		EventElicitationResult, EventTeammateIdle, EventTaskCompleted:
		return true
	}
	return e.CanBlock()
}

// ReadExit reads an Exit as Claude Code 2.1.329 does. If the first line says "async", nothing
// else counts: what follows, even the status, is a later reply. Otherwise status 2 refuses,
// whatever was printed; the reason is the JSON's, or else standard error. Otherwise JSON counts
// with any status. Text that is not JSON counts only with status 0, and only where it is context,
// instructions or a path. An error says why the client ignores the output or the status.
func ReadExit(event Event, exit Exit) (Output, error) {
	text := bytes.TrimSpace(bytes.TrimPrefix(exit.Stdout, []byte("\xef\xbb\xbf")))
	var out Output
	var err error
	isJSON := len(text) > 0 && text[0] == '{'
	if isJSON {
		line, _, more := bytes.Cut(text, []byte("\n"))
		if out, err = ParseOutput(event, line); out.Async {
			return out, nil
		}
		if more {
			out, err = ParseOutput(event, text)
		}
	}
	stderr := strings.TrimSpace(string(exit.Stderr))
	switch {
	case exit.Status == 2:
		return refused(event, out, stderr)
	case isJSON:
		return out, err
	case exit.Status != 0:
		return Output{}, fmt.Errorf("hook for %s ended with status %d%s", event, exit.Status, firstLine(stderr))
	case len(text) == 0 || !event.takesPlainText():
		return Output{}, nil
	case event == EventWorktreeCreate:
		return Output{Specific: WorktreeCreateOutput{WorktreePath: string(text)}}, nil
	case event == EventPreCompact:
		return Output{SystemMessage: string(text)}, nil
	}
	return Output{Specific: contextFor(event, string(text))}, nil
}

// firstLine returns the first line of standard error for an error's message.
func firstLine(stderr string) string {
	if stderr == "" {
		return ""
	}
	line, _, _ := strings.Cut(stderr, "\n")
	return ": " + line
}

// refused adds the meaning of status 2 to what was printed.
func refused(event Event, out Output, stderr string) (Output, error) {
	if !event.ExitBlocks() {
		return Output{}, fmt.Errorf("hook for %s ended with status 2, which refuses nothing at this event%s",
			event, firstLine(stderr))
	}
	out.Async, out.AsyncTimeout = false, 0
	switch event {
	case EventPreToolUse:
		own, _ := out.Specific.(PreToolUseOutput)
		if own.Decision != Deny || own.Reason == "" {
			own.Reason = stderr
		}
		own.Decision, own.UpdatedInput = Deny, Value{}
		out.Specific = own
	case EventPreModelSwitch:
		own, _ := out.Specific.(PreModelSwitchOutput)
		if own.Decision != Deny || own.Reason == "" {
			own.Reason = stderr
		}
		own.Decision = Deny
		out.Specific = own
	case EventElicitation:
		out.Specific = ElicitationOutput{Action: "decline"}
	case EventElicitationResult:
		out.Specific = ElicitationResultOutput{Action: "decline"}
	default:
		if !out.Block || out.Reason == "" {
			out.Reason = stderr
		}
		out.Block = true
	}
	return out, nil
}
