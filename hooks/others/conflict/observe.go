package conflict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/claude/transcript"
)

// An Observation is one past run of a hook at a question.
type Observation struct {
	Time time.Time
	// Command is the client's name for the hook, see [transcript.Hook]. It is empty if the client
	// recorded none.
	Command string
	Event   hooks.Event
	Tool    string // empty when it is not known
	Effect  Effect
	Took    time.Duration // 0 when it is not known
}

// Past turns transcripts into observations, for [Options]. They include runs without a record: a
// hook that prints nothing leaves none (Claude Code 2.1.329), so after a hook's first record in a
// project, it was silent at every question there without one.
func Past(records []transcript.Hook, questions []transcript.Question) []Observation {
	type run struct {
		event     hooks.Event
		toolUseID string
		command   string
	}
	type origin struct {
		event   hooks.Event
		command string
	}
	var all []Observation
	ran := map[run]bool{}
	unnamed := map[run]bool{} // an unnamed hook refused there
	someone := map[run]bool{} // a record there has a name
	first := map[string]map[origin]time.Time{}
	for _, r := range records {
		call := run{event: r.Event, toolUseID: r.ToolUseID}
		if r.Command != "" {
			someone[call] = true
			ran[run{r.Event, r.ToolUseID, r.Command}] = true
		}
		o, ok := Observe(r)
		if !ok {
			continue
		}
		all = append(all, o)
		if o.Command == "" {
			unnamed[call] = true
		}
		seen := first[r.Project]
		if seen == nil {
			seen = map[origin]time.Time{}
			first[r.Project] = seen
		}
		from := origin{o.Event, o.Command}
		if t, ok := seen[from]; !ok || o.Time.Before(t) {
			seen[from] = o.Time
		}
	}
	for _, q := range questions {
		if q.Index != 0 {
			continue
		}
		for from, since := range first[q.Project] {
			call := run{event: from.event, toolUseID: q.ToolUseID}
			silent := !ran[run{from.event, q.ToolUseID, from.command}] && !unnamed[call] &&
				!(from.command == "" && someone[call])
			if silent && runsAt(from.event, q) && q.Time.After(since) {
				all = append(all, Observation{Time: q.Time, Command: from.command, Event: from.event, Tool: q.Tool})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Observation) int {
		return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Event, b.Event), cmp.Compare(a.Command, b.Command))
	})
	return all
}

// runsAt reports whether the hooks for an event certainly ran at a question and their records
// were written.
func runsAt(event hooks.Event, q transcript.Question) bool {
	switch event {
	case hooks.EventPreToolUse:
		return q.Outcome != transcript.Unanswered
	case hooks.EventPostToolUse:
		return q.Outcome == transcript.Picked || q.Outcome == transcript.Typed
	}
	return false
}

// Observe reads the record of a run. ok is false for a record that does not show what the hook
// did: an interrupted run, a failure that could be another hook's, or a permission without its
// question.
func Observe(h transcript.Hook) (o Observation, ok bool) {
	o = Observation{Time: h.Time, Command: h.Command, Event: h.Event, Tool: h.Tool, Took: h.Duration}
	refusal := Effect{Decision: hooks.Deny}
	switch h.Kind {
	case "success":
		o.Effect = Effect{Decision: hooks.Decision(h.Decision), Input: inputOf(h), Replaces: h.UpdatesOutput, Stops: h.Stops}
		return o, h.Command != ""
	case "denied":
		o.Effect = refusal
		// At PermissionRequest the decision has its own record.
		return o, h.Event == hooks.EventPreToolUse
	case "permission_decision":
		o.Effect = refusal
		return o, h.Decision == string(hooks.Deny)
	case "blocking_error":
		// After the tool, exit status 2 is a message to the model; the client puts the command
		// before it.
		if h.Event == hooks.EventPreToolUse || !strings.HasPrefix(h.Stderr, "[") {
			o.Effect = refusal
		}
		return o, h.Command != ""
	case "non_blocking_error":
		o.Effect = Effect{Fault: "Claude Code rejected its output"}
		if h.ExitCode > 0 {
			o.Effect.Fault = fmt.Sprintf("it ended with %d", h.ExitCode)
		}
		return o, h.Command != ""
	case "cancelled":
		o.Effect = Effect{Fault: "it exceeded its time limit"}
		return o, h.Command != "" && h.TimedOut
	}
	return o, false
}

// inputOf returns the input that a hook put in place of the tool's.
func inputOf(h transcript.Hook) Input {
	answers := func(a transcript.Answer) bool { return a.Answer != "" && slices.Contains(h.Questions, a.Question) }
	switch {
	case !h.UpdatesInput:
		return Kept
	case len(h.Questions) == 0:
		return Invalid
	case slices.ContainsFunc(h.Answers, answers):
		return Answered
	}
	return Rewritten
}
