package config

import (
	"fmt"
	"slices"
	"strings"

	"neverask/hooks"
)

// An Installable is what can be installed: entries that are added, shown and removed together.
// All run the same hook binary, with its name as the only argument; one process does the
// work of one.
type Installable string

const (
	// QuestionHooks answers questions. Its entries have no argument.
	QuestionHooks Installable = "questions"
	// ActivityRecording records what tools did.
	ActivityRecording Installable = "activity"
	// ToolRuleHook acts on calls of tools that the person's rules name.
	ToolRuleHook Installable = "rules"
)

// Installables returns all that can be installed.
func Installables() []Installable {
	return []Installable{QuestionHooks, ActivityRecording, ToolRuleHook}
}

// ParseInstallable finds one by its name.
func ParseInstallable(name string) (Installable, error) {
	if p := Installable(name); slices.Contains(Installables(), p) {
		return p, nil
	}
	return "", fmt.Errorf("there is no pack %q: the packs are questions, activity and rules", name)
}

// About says in one line what it does.
func (p Installable) About() string {
	switch p {
	case QuestionHooks:
		return "answers the questions you have rules for"
	case ActivityRecording:
		return "logs tool calls locally, metadata only"
	case ToolRuleHook:
		return "acts on calls that your tool rules name"
	}
	return ""
}

// Cost says in one line when it starts the hook.
func (p Installable) Cost() string {
	switch p {
	case QuestionHooks:
		return "runs a small program per question"
	case ActivityRecording:
		return "runs a small program per call and turn"
	case ToolRuleHook:
		return "runs a small program per such call"
	}
	return ""
}

// Args are the arguments of its entries.
func (p Installable) Args() []string {
	if p == QuestionHooks {
		return nil
	}
	return []string{string(p)}
}

// InstallableOf returns what a handler that neverask owns belongs to; "" when it is nothing.
func InstallableOf(h Handler) Installable {
	for _, p := range Installables() {
		if slices.Equal(h.Args, p.Args()) {
			return p
		}
	}
	return ""
}

// Needs are what the person's rules lead to in the entries.
type Needs struct {
	// Matcher is the one of the tools that rules name. Without it there is no tool-rule hook.
	Matcher string
	// Tell says that Claude is told something at the start of a session. Without it there
	// is no entry there.
	Tell bool
}

// Entries returns the entries that run an installed hook binary.
func (p Installable) Entries(command string, n Needs) (entries []Entry) {
	add := func(matcher string, events ...hooks.Event) {
		for _, event := range events {
			entries = append(entries, Entry{Event: string(event), Matcher: matcher, Command: command, Args: p.Args(), Timeout: Patience})
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
	case p == ToolRuleHook && n.Matcher != "":
		add(n.Matcher, hooks.EventPreToolUse)
	}
	return entries
}

// activityEvents are the events that tell of tool calls and what they belong to.
// None is younger than the form of an entry that runs a program without a shell:
// the youngest, PostToolBatch, is in Claude Code 2.1.121, that form came with
// 2.1.139. So no client that can run the entries lacks one of their events.
func activityEvents() []hooks.Event {
	return []hooks.Event{
		hooks.EventPreToolUse, hooks.EventPermissionRequest, hooks.EventPostToolUse, hooks.EventPostToolUseFailure,
		hooks.EventPostToolBatch, hooks.EventPermissionDenied, hooks.EventSubagentStart, hooks.EventSubagentStop,
		hooks.EventUserPromptSubmit, hooks.EventStop, hooks.EventStopFailure, hooks.EventSessionStart, hooks.EventSessionEnd,
	}
}

// Purpose says what one of its entries does at an event.
func (p Installable) Purpose(event string) string {
	switch {
	case p == "":
		return "no effect: neverask does not use it"
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

// Purpose says what a handler of neverask's own does at an event; "" for others.
func (o Owner) Purpose(event string, h Handler) string {
	if o.Owns(h) {
		return InstallableOf(h).Purpose(event)
	}
	return ""
}

// Join names them in a sentence: "question and activity hooks".
func Join(what []Installable) string {
	words := map[Installable]string{QuestionHooks: "question", ActivityRecording: "activity", ToolRuleHook: "tool-rule"}
	var all []string
	for _, p := range Installables() {
		if slices.Contains(what, p) {
			all = append(all, words[p])
		}
	}
	if n := len(all); n > 1 {
		return strings.Join(all[:n-1], ", ") + " and " + all[n-1] + " hooks"
	}
	return strings.Join(all, "") + " hooks"
}

// Groups are those that have a handler of the owner's that belongs to p.
func (o Owner) Groups(groups []Group, p Installable) []Group {
	return slices.DeleteFunc(slices.Clone(groups), func(g Group) bool {
		return !slices.ContainsFunc(g.Handlers, func(h Handler) bool { return o.Owns(h) && InstallableOf(h) == p })
	})
}
