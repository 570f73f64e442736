package config

import (
	"fmt"
	"slices"
	"strings"

	"neverask/hooks"
)

// A Pack is a set of entries that are installed, shown and removed together. All
// run the same hook binary, with the pack's name as the only argument; one
// process does the work of one pack.
type Pack string

const (
	// Questions answers questions. Its entries have no argument.
	Questions Pack = "questions"
	// Activity records what tools did.
	Activity Pack = "activity"
	// Rules acts on calls of tools that the person's rules name.
	Rules Pack = "rules"
)

// Packs returns all packs, the first the one that is installed when nothing else
// is asked for.
func Packs() []Pack { return []Pack{Questions, Activity, Rules} }

// ParsePack finds a pack by its name.
func ParsePack(name string) (Pack, error) {
	if p := Pack(name); slices.Contains(Packs(), p) {
		return p, nil
	}
	return "", fmt.Errorf("there is no pack %q: the packs are questions, activity and rules", name)
}

// About says in one line what a pack does.
func (p Pack) About() string {
	switch p {
	case Questions:
		return "answers the questions you have rules for"
	case Activity:
		return "logs tool calls locally, metadata only"
	case Rules:
		return "acts on calls that your tool rules name"
	}
	return ""
}

// Cost says in one line when a pack starts the hook.
func (p Pack) Cost() string {
	switch p {
	case Questions:
		return "runs a small program per question"
	case Activity:
		return "runs a small program per call and turn"
	case Rules:
		return "runs a small program per such call"
	}
	return ""
}

// Args are the arguments of the pack's entries.
func (p Pack) Args() []string {
	if p == Questions {
		return nil
	}
	return []string{string(p)}
}

// PackOf returns the pack of a handler that neverask owns; "" when it is of none.
func PackOf(h Handler) Pack {
	for _, p := range Packs() {
		if slices.Equal(h.Args, p.Args()) {
			return p
		}
	}
	return ""
}

// Needs are what the person's rules lead to in the packs.
type Needs struct {
	// Matcher is the one of the tools that rules name. Without one the pack Rules has no
	// entry.
	Matcher string
	// Tell says that Claude is told something at the start of a session. Without it the pack
	// Questions has no entry there.
	Tell bool
}

// Entries returns the entries of the pack for an installed hook binary.
func (p Pack) Entries(command string, n Needs) (entries []Entry) {
	add := func(matcher string, events ...hooks.Event) {
		for _, event := range events {
			entries = append(entries, Entry{Event: string(event), Matcher: matcher, Command: command, Args: p.Args(), Timeout: Patience})
		}
	}
	switch {
	case p == Questions:
		add(QuestionMatcher, hooks.EventPreToolUse, hooks.EventPostToolUse, hooks.EventPostToolUseFailure)
		if n.Tell {
			add("", hooks.EventSessionStart)
		}
	case p == Activity:
		add("", activityEvents()...)
	case p == Rules && n.Matcher != "":
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

// Purpose says what an entry of the pack does at an event.
func (p Pack) Purpose(event string) string {
	switch {
	case p == "":
		return "no effect: neverask does not use it"
	case p == Activity:
		return "records activity"
	case p == Rules:
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
		return PackOf(h).Purpose(event)
	}
	return ""
}

// Join names packs in a sentence: "question and activity hooks".
func Join(packs []Pack) string {
	words := map[Pack]string{Questions: "question", Activity: "activity", Rules: "tool-rule"}
	var all []string
	for _, p := range Packs() {
		if slices.Contains(packs, p) {
			all = append(all, words[p])
		}
	}
	if n := len(all); n > 1 {
		return strings.Join(all[:n-1], ", ") + " and " + all[n-1] + " hooks"
	}
	return strings.Join(all, "") + " hooks"
}

// Groups are those that have a handler of one of the owner's packs.
func (o Owner) Groups(groups []Group, p Pack) []Group {
	return slices.DeleteFunc(slices.Clone(groups), func(g Group) bool {
		return !slices.ContainsFunc(g.Handlers, func(h Handler) bool { return o.Owns(h) && PackOf(h) == p })
	})
}
