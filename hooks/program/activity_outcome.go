package program

import (
	"strconv"
	"strings"

	"neverask/hooks"
	"neverask/hooks/record/eventlog"
)

// outcome is how a call ended.
type outcome struct {
	class eventlog.Class
	by    eventlog.Denier
	exit  int
}

// failureOutcome reads how a call failed from its error (Claude Code 2.1.329). A tool can print
// any text, so only the client's own forms of errors count, and only where the client puts them.
func failureOutcome(tool, text string, interrupt bool) outcome {
	switch {
	case interrupt:
		return outcome{class: eventlog.ClassInterrupted}
	case isShell(tool):
		return failedCommand(text)
	case strings.HasPrefix(text, "InputValidationError: "):
		return outcome{class: eventlog.ClassInvalid}
	case strings.HasPrefix(tool, "mcp__"):
		return failedMCP(text)
	case isAgent(tool):
		return failedAgent(text)
	case strings.HasPrefix(text, "File does not exist."):
		return outcome{class: eventlog.ClassNotFound}
	}
	return outcome{class: systemError(text)}
}

// failedCommand reads "Exit code 3", and from the next line whether the command timed out.
func failedCommand(text string) outcome {
	first, rest, _ := strings.Cut(text, "\n")
	number, ok := strings.CutPrefix(first, "Exit code ")
	code, err := strconv.Atoi(number)
	if !ok || err != nil {
		return outcome{class: eventlog.ClassOther}
	}
	second, _, _ := strings.Cut(rest, "\n")
	if limit, ok := strings.CutPrefix(second, "Command timed out after "); ok && code == 143 && isDuration(limit) {
		return outcome{class: eventlog.ClassTimeout, exit: code}
	}
	return outcome{class: eventlog.ClassExit, exit: code}
}

// isDuration reports whether s is written like 1s or 2m 30s.
func isDuration(s string) bool {
	for part := range strings.SplitSeq(s, " ") {
		n := len(part) - 1
		if n < 1 || strings.IndexByte("dhms", part[n]) < 0 || strings.Trim(part[:n], "0123456789.") != "" {
			return false
		}
	}
	return true
}

// failedMCP reads the protocol's errors, which have JSON-RPC codes.
func failedMCP(text string) outcome {
	switch {
	case strings.HasPrefix(text, "MCP error -32001:"):
		return outcome{class: eventlog.ClassTimeout}
	case strings.HasPrefix(text, "MCP error -32602:"):
		return outcome{class: eventlog.ClassInvalid}
	}
	return outcome{class: eventlog.ClassOther}
}

// failedAgent reads why a subagent was not started.
func failedAgent(text string) outcome {
	rest, ok := strings.CutPrefix(text, "Agent type '")
	_, rest, _ = strings.Cut(rest, "'")
	switch {
	case ok && strings.HasPrefix(rest, " has been denied by permission rule '"):
		return outcome{class: eventlog.ClassDenied, by: eventlog.DeniedByRule}
	case ok && strings.HasPrefix(rest, " not found. Available agents: "):
		return outcome{class: eventlog.ClassInvalid}
	}
	return outcome{class: eventlog.ClassOther}
}

// systemError reads an error of the operating system as the client's runtime words
// it: ENOENT: no such file or directory, open '/x'.
func systemError(text string) eventlog.Class {
	code, rest, ok := strings.Cut(text, ": ")
	if !ok || !strings.Contains(rest, ", ") {
		return eventlog.ClassOther
	}
	switch code {
	case "ENOENT", "ENOTDIR":
		return eventlog.ClassNotFound
	case "EACCES", "EPERM", "EROFS":
		return eventlog.ClassOSPermission
	case "ETIMEDOUT":
		return eventlog.ClassTimeout
	}
	return eventlog.ClassOther
}

// notRunOutcome reads why a call was never run from its response in a batch, because such a call
// has no event of its own (Claude Code 2.1.329). The output of a call that was run may look the
// same; then the call's own event counts.
func notRunOutcome(tool string, response hooks.Value) outcome {
	text, ok := response.Text()
	if !ok {
		return outcome{}
	}
	if inside, ok := strings.CutPrefix(text, "<tool_use_error>"); ok {
		return rejectedOutcome(inside)
	}
	denied := func(by eventlog.Denier) outcome { return outcome{class: eventlog.ClassDenied, by: by} }
	switch {
	case strings.HasPrefix(text, "PreToolUse:"+tool+" hook error: "):
		return denied(eventlog.DeniedByHook)
	case strings.HasPrefix(text, "The user doesn't want to proceed with this tool use. The tool use was rejected"):
		return denied(eventlog.DeniedByPerson)
	case strings.HasPrefix(text, "Auto mode is unavailable: "),
		strings.HasPrefix(text, "Permission for this action was denied by the Claude Code auto mode classifier"):
		return denied(eventlog.DeniedByClassifier)
	case strings.HasPrefix(text, "[Request interrupted by user"):
		return outcome{class: eventlog.ClassInterrupted}
	case isPermissionRefusal(tool, text):
		return denied(eventlog.DeniedByRule)
	}
	return outcome{}
}

// isPermissionRefusal reports whether a text says that the permission rules or the mode refuse a
// call, or demand an approval that nobody is there to give.
func isPermissionRefusal(tool, text string) bool {
	if rest, ok := strings.CutPrefix(text, "Permission to use "+tool+" "); ok {
		return strings.Contains(rest, "has been denied")
	}
	if strings.HasPrefix(text, "Claude requested permissions to ") {
		return strings.Contains(text, ", but you haven't granted it yet.")
	}
	return tool == "WebFetch" && strings.HasPrefix(text, "WebFetch denied access to domain:") ||
		strings.HasPrefix(text, "Cannot write to ") && strings.HasSuffix(text, " while in plan mode.") ||
		strings.HasPrefix(text,
			"Permission for this tool use was denied. It requires approval, and this session has no approval surface")
}

// rejectedOutcome reads why the client rejected a call before running it.
func rejectedOutcome(text string) outcome {
	switch {
	case strings.HasPrefix(text, "File is in a directory that is denied by your permission settings."):
		return outcome{class: eventlog.ClassDenied, by: eventlog.DeniedByRule}
	case strings.HasPrefix(text, "File does not exist."):
		return outcome{class: eventlog.ClassNotFound}
	case strings.HasPrefix(text, "Cancelled: "):
		return outcome{class: eventlog.ClassInterrupted}
	}
	return outcome{class: eventlog.ClassInvalid}
}
