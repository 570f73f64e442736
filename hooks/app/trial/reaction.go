package trial

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
)

// An Outcome says in a word what happens to a call.
type Outcome string

const (
	Nothing    Outcome = "nothing"    // as if the hook did not exist
	Refuses    Outcome = "refuses"    // the event's subject does not happen, or Claude continues instead of stopping
	Allows     Outcome = "allows"     // without asking
	Asks       Outcome = "asks"       // the user is asked
	Defers     Outcome = "defers"     // the question waits
	Changes    Outcome = "changes"    // another input, or another result
	Tells      Outcome = "tells"      // Claude or the user reads something
	Stops      Outcome = "stops"      // Claude stops
	Background Outcome = "background" // it is not waited for
)

// A Reading is Claude Code's reaction to a handler's output.
type Reading struct {
	Outcome Outcome `json:"outcome"`
	// Effect describes it in a sentence.
	Effect string `json:"effect"`
	// Notes are what the author of the handler may not expect.
	Notes []string `json:"notes"`
}

// asIfNot is the effect of a hook whose output does not count.
const asIfNot = "Claude Code goes on as if the hook were not there"

// Read says how Claude Code 2.1.329 reacts to what a handler leaves behind at an event; value
// is what matchers are compared with.
func Read(h config.Handler, event hooks.Event, value string, limit time.Duration, out Output) Reading {
	r := reader{
		Reading: Reading{Notes: []string{}}, event: event, value: value,
		blocks: h.OnFailure == "block" && heedsFailure(event),
	}
	said, err := hooks.ReadExit(event, out.Exit)
	switch {
	case h.Background():
		r.say(Background, "it is async: Claude Code does not wait for it, so its output decides nothing")
		if h.AsyncRewake {
			r.note("exit code 2 wakes Claude up, with what is on standard error")
		}
	case said.Async:
		r.say(Background, "Claude Code goes on without waiting for it: its first line says async")
	case out.Fault != "":
		r.fail(out.Fault)
	case err != nil:
		r.unread(out, err)
	default:
		r.output(said)
		r.expected(out)
	}
	if r.Outcome != Background && out.Fault == "" && (out.Took > time.Second || out.Took > limit/2) {
		r.note("it took %s of its %s, and Claude waits for it every time", conflict.Took(out.Took), conflict.Took(limit))
	}
	r.Effect = strings.Join(r.effects, "; ")
	if r.Effect == "" {
		r.Outcome, r.Effect = Nothing, "it prints nothing, so everything goes on as without it"
	}
	return r.Reading
}

type reader struct {
	Reading
	event   hooks.Event
	value   string
	blocks  bool // a failure counts as a refusal
	effects []string
}

// say adds an effect. The first decides the outcome of the call.
func (r *reader) say(o Outcome, format string, args ...any) {
	if len(r.effects) == 0 || r.Outcome == Nothing {
		r.Outcome = o
	}
	r.effects = append(r.effects, fmt.Sprintf(format, args...))
}

func (r *reader) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// heedsFailure reports whether a failure at an event refuses anything if "onFailure" is
// "block".
func heedsFailure(e hooks.Event) bool {
	switch e {
	case hooks.EventStop, hooks.EventSubagentStop, hooks.EventTaskCompleted, hooks.EventTeammateIdle:
		return false
	case hooks.EventPermissionRequest:
		return true
	}
	return e.ExitBlocks()
}

// fail handles a run that did not finish, or whose output does not count.
func (r *reader) fail(why string) {
	if r.blocks {
		r.say(Refuses, "%s, and its onFailure is block: %s", why, refused(r.event))
		return
	}
	r.say(Nothing, "%s: %s", why, asIfNot)
}

// unread says why a handler's output is ignored.
func (r *reader) unread(out Output, err error) {
	text := strings.TrimSpace(string(out.Stdout))
	isJSON := strings.HasPrefix(text, "{")
	switch {
	case out.Status == 2:
		r.say(Nothing, "exit code 2 blocks nothing at %s: %s", r.event, asIfNot)
	case isJSON:
		if _, syntax := hooks.Parse(text); syntax != nil {
			// The client does not treat such text as a failure, so onFailure does not apply.
			r.say(Nothing, "what it printed begins with { and is not JSON (%v): %s", syntax, asIfNot)
			return
		}
		r.fail(strings.TrimPrefix(err.Error(), "hook output for "+string(r.event)+": "))
	default:
		r.fail(fmt.Sprintf("exit code %d does not block", out.Status))
		switch {
		case r.blocks:
		case out.Status == 126 || out.Status == 127:
			r.note("%d is the exit code of a shell that could not find or run a program", out.Status)
		case r.event.ExitBlocks():
			r.note("to refuse, exit with 2 and the reason on standard error, or print JSON")
		}
	}
}

// refused says what a refusal means at an event.
func refused(e hooks.Event) string {
	switch e {
	case hooks.EventPreToolUse, hooks.EventPermissionRequest:
		return "the call is refused"
	case hooks.EventUserPromptSubmit, hooks.EventUserPromptExpansion:
		return "the prompt is refused"
	case hooks.EventPostToolUse, hooks.EventPostToolUseFailure:
		return "Claude is told; the tool has run already"
	case hooks.EventPostToolBatch:
		return "Claude stops before it goes on; the tools have run already"
	case hooks.EventStop, hooks.EventSubagentStop, hooks.EventTeammateIdle:
		return "Claude goes on instead of stopping"
	case hooks.EventTaskCreated:
		return "the task is not created"
	case hooks.EventTaskCompleted:
		return "the task is not completed"
	case hooks.EventPreCompact:
		return "the conversation is not summarised"
	case hooks.EventPreModelSwitch:
		return "the model stays"
	case hooks.EventConfigChange:
		return "the change of settings does not count"
	case hooks.EventElicitation, hooks.EventElicitationResult:
		return "the MCP server is told that you decline"
	}
	return "it is refused"
}

// output adds the effects of an output that counts.
func (r *reader) output(out hooks.Output) {
	if out.Stop {
		r.say(Stops, "Claude stops%s", because(out.StopReason))
	}
	if out.Block {
		r.say(Refuses, "%s%s", refused(r.event), because(out.Reason))
	}
	switch s := out.Specific.(type) {
	case nil:
	case hooks.PreToolUseOutput:
		r.decision(s.Decision, s.Reason, s.UpdatedInput)
		r.input(s.UpdatedInput)
		r.context(s.AdditionalContext)
	case hooks.PermissionRequestOutput:
		r.decision(s.Decision, s.Message, s.UpdatedInput)
		r.input(s.UpdatedInput)
	case hooks.PreModelSwitchOutput:
		r.decision(s.Decision, s.Reason, hooks.Value{})
	case hooks.PostToolUseOutput:
		if s.UpdatedToolOutput.Kind() != hooks.Absent {
			r.say(Changes, "Claude reads a different result from the tool's")
		}
		r.context(s.AdditionalContext)
	default:
		r.specific(out)
	}
	if out.SystemMessage != "" && r.event != hooks.EventPreCompact {
		r.say(Tells, "you read %s", quoted(out.SystemMessage))
	} else if out.SystemMessage != "" {
		r.say(Changes, "the summary follows these instructions: %s", quoted(out.SystemMessage))
	}
}

// dialogs are tools that are dialogs themselves: allowing a call of one without answering it
// changes nothing.
var dialogs = []string{"AskUserQuestion", "ExitPlanMode"}

func (r *reader) decision(d hooks.Decision, reason string, input hooks.Value) {
	switch d {
	case hooks.Allow:
		if slices.Contains(dialogs, r.value) && input.Kind() == hooks.Absent {
			r.say(Nothing, "it allows the call, but you are asked nevertheless: %s always shows its dialog", r.value)
			return
		}
		r.say(Allows, "it is allowed without asking you")
	case hooks.Deny:
		r.say(Refuses, "%s%s", refused(r.event), because(reason))
	case hooks.Ask:
		r.say(Asks, "you are asked%s", because(reason))
	case hooks.Defer:
		r.say(Defers, "without a terminal the session ends and the call waits; in a terminal it has no effect")
	}
}

func (r *reader) input(v hooks.Value) {
	if v.Kind() != hooks.Absent {
		r.say(Changes, "the tool gets another input: %s", v.Raw())
	}
}

func (r *reader) context(text string) {
	if text != "" {
		r.say(Tells, "Claude reads %s", quoted(text))
	}
}

// specific adds an event's own part of an output, if its text says everything about it.
func (r *reader) specific(out hooks.Output) {
	v, err := hooks.Parse(hooks.Output{Specific: out.Specific}.JSON())
	if err != nil {
		return // it says nothing
	}
	for m := range v.Get("hookSpecificOutput").Members() {
		switch {
		case m.Name == "hookEventName":
		case m.Name == "additionalContext":
			r.context(m.Value.String())
		case m.Name == "action" && m.Value.String() != "accept":
			r.say(Refuses, "%s", refused(r.event))
		default:
			r.say(Changes, "Claude Code takes %s: %s", m.Name, m.Value.Raw())
		}
	}
}

func because(reason string) string {
	if reason == "" {
		return ""
	}
	return ", with the reason " + quoted(reason)
}

// quoted quotes a text in a sentence: only the beginning of a long one.
func quoted(text string) string {
	if r := []rune(text); len(r) > 200 {
		return strconv.Quote(string(r[:200])) + "…"
	}
	return strconv.Quote(text)
}

// misplaced are members that count only in hookSpecificOutput.
var misplaced = []string{"permissionDecision", "permissionDecisionReason",
	"updatedInput", "additionalContext", "updatedToolOutput", "behavior"}

// expected notes what the author of a handler may have expected to count.
func (r *reader) expected(out Output) {
	text := strings.TrimSpace(strings.TrimPrefix(string(out.Stdout), "\ufeff"))
	if strings.HasPrefix(text, "{") {
		if v, err := hooks.Parse(text); err == nil {
			for _, name := range misplaced {
				if v.Get(name).Kind() != hooks.Absent {
					r.note("%s is outside hookSpecificOutput, where Claude Code does not look for it", name)
				}
			}
		}
		if out.Status != 0 && out.Status != 2 {
			r.note("exit code %d changes nothing: JSON counts with any", out.Status)
		}
	} else if text != "" && len(r.effects) == 0 {
		r.note("what it printed is not JSON, so Claude Code ignores it")
		if meansJSON(text) {
			r.note("it contains JSON: nothing may precede the {")
		}
	}
	if out.Status == 2 && r.event.ExitBlocks() && strings.TrimSpace(string(out.Stderr)) == "" &&
		!strings.HasPrefix(text, "{") {
		r.note("with exit code 2 the reason comes from standard error, which is empty")
	}
}

// meansJSON reports whether a text contains output that was meant for the client.
func meansJSON(text string) bool {
	for _, name := range []string{`"hookSpecificOutput"`, `"decision"`,
		`"permissionDecision"`, `"systemMessage"`, `"continue"`} {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}
