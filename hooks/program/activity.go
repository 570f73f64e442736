package program

import (
	"path/filepath"
	"strconv"
	"strings"

	"neverask/hooks"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/redact"
)

// ActivityArgument is the argument with which the installed hook records what tools do; it
// then does nothing else, and prints nothing. InputsArgument after it adds the beginning of
// each input to the record.
const (
	ActivityArgument = "activity"
	InputsArgument   = "arguments"
)

// recordActivity appends a line about a payload to the event log.
func (h *hook) recordActivity(payload hooks.Payload) {
	a, ok := activity(payload)
	if !ok {
		return
	}
	a.Time = h.env.Now().UnixNano()
	project := h.env.Getenv("CLAUDE_PROJECT_DIR")
	if project == "" {
		project = payload.Base().Cwd
	}
	if project != "" {
		project = filepath.Clean(project)
		a.Project, a.ProjectName = eventlog.ProjectHash(project), filepath.Base(project)
	}
	if call, ok := payload.(hooks.PreToolUse); ok && h.inputs {
		a.Arguments = arguments(call.ToolInput)
	}
	if err := eventlog.OpenActivity(h.paths.Activity()).Append(a); err != nil {
		h.complain(err)
	}
}

// maxRedacted is how much of an input is searched for secrets. Much less is recorded.
const maxRedacted = 16 << 10

// arguments returns a tool's input without its secrets; the log keeps its beginning.
func arguments(input hooks.Value) string {
	raw := input.Raw()
	if len(raw) <= maxRedacted {
		return redact.JSON(raw)
	}
	shown := redact.JSON(raw[:maxRedacted])
	// If nearly all of it is secret, the cut may have left half of a secret at the end,
	// unrecognised: show nothing after the last recognised one.
	if last := strings.LastIndex(shown, redact.Hidden); len(shown) <= 2*eventlog.MaxArguments && last >= 0 {
		shown = shown[:last+len(redact.Hidden)]
	}
	return shown
}

// activity returns the log line of an event; ok is false for events that are not logged.
func activity(payload hooks.Payload) (a eventlog.Activity, ok bool) {
	c := payload.Base()
	a = eventlog.Activity{
		Event: c.Event, Session: c.SessionID, Prompt: c.PromptID, Agent: c.AgentID, AgentType: c.AgentType,
		Mode: c.PermissionMode, Effort: c.Effort,
	}
	switch p := payload.(type) {
	case hooks.PreToolUse:
		fillCall(&a, p.ToolCall)
	case hooks.PermissionRequest:
		fillCall(&a, p.ToolCall)
	case hooks.PermissionDenied:
		fillCall(&a, p.ToolCall)
		a.Class, a.By = eventlog.ClassDenied, eventlog.DeniedByClassifier
	case hooks.PostToolUse:
		fillCall(&a, p.ToolCall)
		fillResponse(&a, p)
	case hooks.PostToolUseFailure:
		fillCall(&a, p.ToolCall)
		fillDuration(&a, p.DurationMS)
		a.Out = len(p.Error)
		end := failureOutcome(p.ToolName, p.Error, p.IsInterrupt)
		a.Class, a.By, a.Exit = end.class, end.by, end.exit
	case hooks.PostToolBatch:
		for _, call := range p.Calls {
			end := notRunOutcome(call.ToolName, call.ToolResponse)
			a.Calls = append(a.Calls, eventlog.BatchResult{
				ToolUse: call.ToolUseID, Tool: call.ToolName, Class: end.class, By: end.by,
				In: len(call.ToolInput.Raw()), Out: len(call.ToolResponse.Raw()), Key: subject(call.ToolName, call.ToolInput),
			})
		}
	case hooks.UserPromptSubmit:
		a.In = len(p.Prompt)
		fillNotification(&a, p.Prompt)
	case hooks.StopFailure:
		a.Key = word(p.Error)
	case hooks.SessionStart:
		a.Key = word(p.Source)
	case hooks.SessionEnd:
		a.Key = word(p.Reason)
	case hooks.SubagentStart, hooks.SubagentStop, hooks.Stop:
	default:
		return a, false
	}
	return a, true
}

func fillCall(a *eventlog.Activity, c hooks.ToolCall) {
	a.Tool, a.ToolUse, a.In = c.ToolName, c.ToolUseID, len(c.ToolInput.Raw())
	a.Server = c.MCPServer.Get("name").String()
	if server, _, ok := mcpTool(c.ToolName); ok && a.Server == "" {
		a.Server = server
	}
	a.Key = subject(c.ToolName, c.ToolInput)
}

func fillDuration(a *eventlog.Activity, milliseconds hooks.Value) {
	if took, ok := milliseconds.Float(); ok && took >= 0 && took < 1<<53 {
		a.Timed, a.Took = true, int64(took)
	}
}

// fillResponse reads what the response of a successful call says besides its text.
func fillResponse(a *eventlog.Activity, p hooks.PostToolUse) {
	fillDuration(a, p.DurationMS)
	a.Out = len(p.ToolResponse.Raw())
	a.Class = eventlog.ClassOK
	switch {
	case isShell(p.ToolName):
		a.Background = p.ToolResponse.Get("backgroundTaskId").String()
		// A command that exceeds its time continues in the background, and the call
		// counts as a success (Claude Code 2.1.329).
		if p.ToolResponse.Get("timedOutAfterMs").Kind() == hooks.Number {
			a.Class = eventlog.ClassTimeout
		} else if p.ToolResponse.Get("interrupted").IsTrue() {
			a.Class = eventlog.ClassInterrupted
		}
	case isAgent(p.ToolName):
		a.Background = p.ToolResponse.Get("agentId").String()
	}
}

// fillNotification reads the end of a background task, which the client reports only to
// the model, as a prompt (Claude Code 2.1.329).
func fillNotification(a *eventlog.Activity, prompt string) {
	head, ok := strings.CutPrefix(prompt, "<task-notification>\n")
	if !ok {
		return
	}
	a.Background = word(between(head, "<task-id>", "</task-id>"))
	a.ToolUse = word(between(head, "<tool-use-id>", "</tool-use-id>"))
	summary := between(head, "<summary>", "</summary>")
	switch between(head, "<status>", "</status>") {
	case "completed":
		a.Class = eventlog.ClassOK
	case "failed":
		a.Class = eventlog.ClassOther
		if i := strings.LastIndex(summary, " failed with exit code "); i >= 0 {
			if code, err := strconv.Atoi(summary[i+len(" failed with exit code "):]); err == nil {
				a.Class, a.Exit = eventlog.ClassExit, code
			}
		}
	case "killed", "stopped":
		a.Class = eventlog.ClassInterrupted
	}
	if i := strings.LastIndex(head, "<usage>"); i >= 0 {
		usage := head[i:]
		if took, err := strconv.ParseInt(between(usage, "<duration_ms>", "</duration_ms>"), 10, 64); err == nil {
			a.Timed, a.Took = true, took
		}
	}
}

// between returns the text between the first start and the end after it.
func between(s, start, end string) string {
	_, rest, _ := strings.Cut(s, start)
	inside, _, ok := strings.Cut(rest, end)
	if !ok {
		return ""
	}
	return inside
}
