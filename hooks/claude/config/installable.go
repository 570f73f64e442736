package config

import (
	"slices"
	"strings"

	"neverask/hooks"
)

// An Installable is something that can be installed: entries that are added, shown and removed
// together. All run the same hook binary, with the installable's name as the only argument;
// each process serves one installable.
type Installable string

const (
	// QuestionHooks answers questions. Its entries have no argument.
	QuestionHooks Installable = "questions"
	// ActivityRecording records what tools did.
	ActivityRecording Installable = "activity"
	// ToolRuleHook acts on calls of the tools that the user's rules name.
	ToolRuleHook Installable = "rules"
)

// Installables returns everything that can be installed.
func Installables() []Installable {
	return []Installable{QuestionHooks, ActivityRecording, ToolRuleHook}
}

// Args returns the arguments of its entries.
func (p Installable) Args() []string {
	if p == QuestionHooks {
		return nil
	}
	return []string{string(p)}
}

// withInputs is the second argument of the entry that records the beginning of each
// input.
const withInputs = "arguments"

// RecordsArguments reports whether a handler belongs to an activity recording that includes
// the inputs of tools.
func RecordsArguments(h Handler) bool {
	return slices.Equal(h.Args, []string{string(ActivityRecording), withInputs})
}

// InstallableOf returns the installable that one of neverask's handlers belongs to, or "".
func InstallableOf(h Handler) Installable {
	if RecordsArguments(h) {
		return ActivityRecording
	}
	for _, p := range Installables() {
		if slices.Equal(h.Args, p.Args()) {
			return p
		}
	}
	return ""
}

// Needs says what the entries must do for the user's rules, and what activity recording
// includes.
type Needs struct {
	// Matcher matches the tools that rules name. If it is empty, there is no tool-rule hook.
	Matcher string
	// Tell reports that Claude is told standing answers at the start of a session. If not, there
	// is no entry for SessionStart.
	Tell bool
	// Arguments reports that activity recording includes the inputs of tools.
	Arguments bool
}

// Entries returns the entries that run an installed hook binary.
func (p Installable) Entries(command string, n Needs) (entries []Entry) {
	add := func(matcher string, events ...hooks.Event) {
		for _, event := range events {
			entries = append(entries, Entry{
				Event: string(event), Matcher: matcher, Command: command, Args: p.Args(), Timeout: hookTimeout,
			})
		}
	}
	switch {
	case p == QuestionHooks:
		add(QuestionMatcher, hooks.EventPreToolUse, hooks.EventPostToolUse, hooks.EventPostToolUseFailure)
		if n.Tell {
			add("", hooks.EventSessionStart)
		}
	case p == ActivityRecording:
		add("", activityEvents()...)
		if n.Arguments {
			entries[0].Args = append(entries[0].Args, withInputs) // PreToolUse has the input
		}
	case p == ToolRuleHook && n.Matcher != "":
		add(n.Matcher, hooks.EventPreToolUse)
	}
	return entries
}

// activityEvents are the events about tool calls and their context. None is newer than the exec
// form of entries: the newest, PostToolBatch, is in Claude Code 2.1.121, and the exec form came
// with 2.1.139. So every client that can run the entries has all these events.
func activityEvents() []hooks.Event {
	return []hooks.Event{
		hooks.EventPreToolUse, hooks.EventPermissionRequest, hooks.EventPostToolUse, hooks.EventPostToolUseFailure,
		hooks.EventPostToolBatch, hooks.EventPermissionDenied, hooks.EventSubagentStart, hooks.EventSubagentStop,
		hooks.EventUserPromptSubmit, hooks.EventStop, hooks.EventStopFailure, hooks.EventSessionStart, hooks.EventSessionEnd,
	}
}

// Purpose says what one of neverask's handlers does at an event.
func Purpose(event string, h Handler) string {
	switch p := InstallableOf(h); {
	case p == "":
		return "no effect: neverask does not use this hook"
	case RecordsArguments(h):
		return "records activity, with the inputs of tools"
	case p == ActivityRecording:
		return "records activity"
	case p == ToolRuleHook:
		return "applies your rules"
	case event == "PostToolUse":
		return "logs who answered"
	case event == "SessionStart":
		return "tells Claude your standing answers"
	case event == "PostToolUseFailure":
		return "tells Claude what to do when asking fails"
	}
	return "answers the questions you have rules for"
}

// Purpose says what one of the owner's handlers does at an event; "" for others.
func (o Owner) Purpose(event string, h Handler) string {
	if o.Owns(h) {
		return Purpose(event, h)
	}
	return ""
}

// names are the display names.
var names = map[Installable]string{
	QuestionHooks: "question hooks", ActivityRecording: "activity recording", ToolRuleHook: "tool-rule hook",
}

func (p Installable) String() string { return names[p] }

// Join lists installables in a sentence: "question hooks and activity recording".
func Join(what []Installable) string {
	var all []string
	for _, p := range Installables() {
		if slices.Contains(what, p) {
			all = append(all, names[p])
		}
	}
	if n := len(all); n > 1 {
		return strings.Join(all[:n-1], ", ") + " and " + all[n-1]
	}
	return strings.Join(all, "")
}

// Groups returns the groups that have one of the owner's handlers belonging to p.
func (o Owner) Groups(groups []Group, p Installable) (found []Group) {
	for _, g := range groups {
		if slices.ContainsFunc(g.Handlers, func(h Handler) bool { return o.Owns(h) && InstallableOf(h) == p }) {
			found = append(found, g)
		}
	}
	return found
}
