package transcript

import (
	"path"
	"slices"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/rule/question"
)

// Hook is one record of a hook that ran at a question.
//
// A hook that printed nothing and succeeded leaves no record, nor does one that refused a call
// in JSON, except for the refusal; a hook on PermissionRequest leaves only its decision, and a
// hook on a server or of an MCP tool that could not be reached leaves no command (Claude Code
// 2.1.329).
type Hook struct {
	Time      time.Time
	Session   string
	Project   string
	ToolUseID string
	Event     hooks.Event
	Tool      string

	// Kind is how it ended, in the client's words: "success", "non_blocking_error",
	// "blocking_error", "cancelled" (also for a timeout), … , and "denied" for a refusal that
	// left only its reason.
	Kind string
	// Command is the hook's status message, if it has one; otherwise its command as in the
	// settings, in exec form followed by the arguments, or its URL or prompt. Control
	// characters are replaced by symbols.
	Command  string
	Stdout   string // its beginning
	Stderr   string // its beginning; for a refusal the reason
	ExitCode int
	Duration time.Duration

	Decision      string   // "allow", "deny", "ask", "defer" or "", as it printed it
	Questions     []string // the texts of the questions with which it replaced the call's
	UpdatesInput  bool     // it printed updatedInput, and so Questions
	Answers       []Answer // it printed these answers
	UpdatesOutput bool     // it replaced the tool's result, with these answers if any
	Stops         bool     // it told Claude to stop
	TimedOut      bool     // it timed out
}

// Answer is the answer to one question of a call.
type Answer struct {
	Question string
	Answer   string
}

// Neverask reports whether the record is of our own hook.
func (h Hook) Neverask() bool { return isOurs(h.Command) }

// hookName is the file name of our own hook.
const hookName = "neverask-hook"

func isOurs(command string) bool {
	name := strings.Trim(strings.TrimSpace(command), `"'`)
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	return strings.TrimSuffix(name, ".exe") == hookName
}

// answer returns what the hook answered to a question.
func (h Hook) answer(text string) (string, bool) {
	for _, a := range h.Answers {
		if a.Question == text {
			return a.Answer, true
		}
	}
	return "", false
}

// hidesQuestion reports whether the hook removed a question from the dialog.
func (h Hook) hidesQuestion(text string) bool {
	if !h.UpdatesInput {
		return false
	}
	return !slices.Contains(h.Questions, text)
}

// readOutput interprets the printed text. The client reads JSON with every exit code if the
// text is one document that starts with "{".
func (h *Hook) readOutput(stdout string) {
	stdout = strings.TrimSpace(stdout)
	if !strings.HasPrefix(stdout, "{") {
		return
	}
	v, err := hooks.Parse(stdout)
	if err != nil {
		return
	}
	specific := v.Get("hookSpecificOutput")
	decided := specific
	if d := specific.Get("decision"); d.Kind() == hooks.Object {
		decided = d // a PermissionRequest
		h.Decision = limitText(d.Get("behavior").String(), maxWord)
	} else {
		h.Decision = limitText(specific.Get("permissionDecision").String(), maxWord)
	}
	if h.Decision == "" && v.Get("decision").String() == "approve" {
		h.Decision = "allow" // in the words of older clients
	}
	h.Stops = v.Get("continue").Raw() == "false"
	if input := decided.Get("updatedInput"); input.Kind() == hooks.Object {
		h.UpdatesInput = true
		for q := range input.Get("questions").Elements() {
			h.Questions = append(h.Questions, limitText(q.Get("question").String(), maxText))
		}
		h.readAnswers(input.Get("answers"))
	}
	if output := specific.Get("updatedToolOutput"); output.Kind() != hooks.Absent {
		h.UpdatesOutput = true
		h.readAnswers(output.Get("answers"))
	}
}

func (h *Hook) readAnswers(answers hooks.Value) {
	for m := range answers.Members() {
		if len(h.Answers) == maxQuestions {
			return
		}
		h.Answers = append(h.Answers, Answer{limitText(m.Name, maxText), limitText(hooks.AnswerText(m.Value), maxText)})
	}
}

// attachment reads what the client attached to a conversation: here the record of a hook.
func (s *scanner) attachment(r record) {
	a := r.attachment
	kind, isHook := strings.CutPrefix(a.Get("type").String(), "hook_")
	switch {
	case !isHook, kind == "":
		return
	case kind == "additional_context", kind == "system_message", kind == "stopped_continuation":
		return // parts of what a successful hook printed
	}
	h := r.hook()
	h.Kind = limitText(kind, maxWord)
	h.ToolUseID = s.limitText(a.Get("toolUseID").String(), maxWord)
	h.Event = hooks.Event(s.limitText(a.Get("hookEvent").String(), maxWord))
	h.Tool = s.hookTool(a.Get("hookName").String(), h.ToolUseID)
	if _, ok := question.IsTool(h.Tool); !ok {
		return
	}
	command, stderr := a.Get("command"), a.Get("stderr")
	if blocking := a.Get("blockingError"); blocking.Kind() == hooks.Object {
		command, stderr = blocking.Get("command"), blocking.Get("blockingError")
	}
	h.Command = s.limitText(command.String(), maxCommand)
	h.Stderr = limitText(stderr.String(), maxStderr)
	h.Duration = milliseconds(a.Get("durationMs"))
	h.ExitCode = integer(a.Get("exitCode"))
	h.TimedOut = a.Get("timedOut").IsTrue()
	stdout := a.Get("stdout").String()
	h.readOutput(stdout)
	h.Stdout = limitText(stdout, maxStdout)
	if h.Decision == "" {
		h.Decision = limitText(a.Get("decision").String(), maxWord)
	}
	s.out.hooks = append(s.out.hooks, h)
}

// hook starts the record of a hook with what every line has.
func (r record) hook() Hook {
	return Hook{Time: r.time, Session: r.session, Project: r.cwd}
}

// hookTool returns the tool in a hook's name, "PreToolUse:AskUserQuestion", or if there is
// none, the tool of its call.
func (s *scanner) hookTool(name, toolUseID string) string {
	if _, tool, ok := strings.Cut(name, ":"); ok {
		return s.limitText(tool, maxWord)
	}
	if i, ok := s.open[toolUseID]; ok {
		return s.out.calls[i].tool
	}
	return ""
}

// Hooks returns the records of hooks at questions, the oldest first, each once.
func (a *Archive) Hooks() []Hook {
	type key struct {
		toolUseID, kind, command string
		event                    hooks.Event
		time                     int64
	}
	seen := map[key]bool{}
	var all []Hook
	for _, f := range a.sorted() {
		for _, h := range f.hooks {
			// A session that was resumed or forked repeats what came before.
			k := key{h.ToolUseID, h.Kind, h.Command, h.Event, h.Time.UnixNano()}
			if !seen[k] {
				seen[k] = true
				all = append(all, h)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Hook) int { return a.Time.Compare(b.Time) })
	return all
}

// denial returns the record of a hook that refused a call.
func (s *scanner) denial(c *call, line record, block hooks.Value) Hook {
	h := line.hook()
	h.Kind, h.Decision = "denied", "deny"
	h.ToolUseID, h.Tool, h.Event = c.toolUseID, c.tool, hooks.EventPreToolUse
	if event, ok := strings.CutPrefix(line.decision.Get("reasonCode").String(), "hook:"); ok {
		h.Event = hooks.Event(s.limitText(event, maxWord))
	}
	reason := resultText(block)
	if before, after, ok := strings.Cut(reason, hookError); ok {
		event, _, _ := strings.Cut(before, ":")
		h.Event, reason = hooks.Event(s.limitText(event, maxWord)), after
		// A refusal by exit code names the command in brackets.
		if rest, ok := strings.CutPrefix(after, "["); ok {
			if command, why, ok := strings.Cut(rest, "]: "); ok {
				h.Command, reason, h.ExitCode = s.limitText(command, maxCommand), why, 2
			}
		}
	}
	h.Stderr = limitText(strings.TrimSpace(reason), maxStderr)
	return h
}
