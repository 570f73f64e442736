package transcript

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"neverask/hooks"
)

// reactionTime is the least time in which a person can answer a dialog. It matters only if a
// client does not say who answered.
const reactionTime = 1500 * time.Millisecond

// Questions returns every question that was asked, the oldest first, each once.
func (a *Archive) Questions() []Question {
	type key struct {
		toolUseID string
		index     int
	}
	at := map[key]int{}
	var all []Question
	for _, f := range a.sorted() {
		byCall := map[string][]Hook{}
		for _, h := range f.hooks {
			byCall[h.ToolUseID] = append(byCall[h.ToolUseID], h)
		}
		for _, c := range f.calls {
			for i := range c.questions {
				q := c.question(i, byCall[c.toolUseID])
				k := key{q.ToolUseID, i}
				// A session that was resumed or forked repeats what came
				// before, perhaps without the result.
				if n, twice := at[k]; twice {
					if all[n].Outcome == Unanswered && q.Outcome != Unanswered {
						all[n] = q
					}
					continue
				}
				at[k] = len(all)
				all = append(all, q)
			}
		}
	}
	slices.SortStableFunc(all, byTime)
	return all
}

func byTime(a, b Question) int {
	return cmp.Or(a.Time.Compare(b.Time), strings.Compare(a.ToolUseID, b.ToolUseID), cmp.Compare(a.Index, b.Index))
}

// question returns question i with its outcome, given the hooks at its call.
func (c call) question(i int, hooks []Hook) Question {
	a := c.questions[i]
	q := Question{
		Time: c.time, Session: c.session, ToolUseID: c.toolUseID, Index: i, Project: c.project,
		Tool: c.tool, Source: c.source, Others: c.others, Text: a.text,
		Header: a.header, Multi: a.multi, Options: a.options, Cut: a.cut,
		Outcome: outcomes[c.result.state], By: Nobody,
	}
	if !c.result.time.IsZero() && !c.time.IsZero() {
		q.Wait = max(0, c.result.time.Sub(c.time))
	}
	if i < len(c.result.answers) {
		q.Answer = c.result.answers[i]
	}
	switch c.result.state {
	case accepted, timedOut:
		if q.Answer == "" {
			c.creditLost(&q, hooks)
			return q
		}
		var ok bool
		if q.Chosen, ok = chosen(q.Answer, q.Options, q.Multi); ok {
			q.Outcome = Picked
		} else {
			q.Outcome = Typed
		}
		c.credit(&q, hooks)
		if q.Answered() && !replaced(hooks) {
			q.Shown, q.Noted = a.raw, a.note
		}
	case denied:
		if c.result.source == "hook" {
			q.By, q.Command = OtherHook, last(hooks, func(h Hook) bool { return h.Decision == "deny" }).Command
		}
	case unreadable:
		q.By = Unknown
	}
	if isOurs(q.Command) {
		q.By = Neverask
	}
	return q
}

// outcomes maps the state of a call to its questions' outcome, if there is no answer.
var outcomes = [states]Outcome{
	open: Unanswered, accepted: Unanswered, declined: Declined, timedOut: TimedOut, denied: Denied,
	failed: Failed, cancelled: Unanswered, unreadable: Unreadable,
}

// creditLost finds which hook took the answer to a question away by replacing the call's questions.
func (c call) creditLost(q *Question, hooks []Hook) {
	if h := last(hooks, func(h Hook) bool { return before(h) && h.hidesQuestion(q.Text) }); h.Kind != "" {
		q.By, q.Command = OtherHook, h.Command
	} else if c.result.source == "hook" {
		h := last(hooks, func(h Hook) bool { return before(h) && h.UpdatesInput })
		q.By, q.Command = OtherHook, h.Command
	}
	if q.By == OtherHook && isOurs(q.Command) {
		q.By = Neverask
	}
}

// credit finds who gave the answer.
func (c call) credit(q *Question, hooks []Hook) {
	gave := func(h Hook) bool { answer, ok := h.answer(q.Text); return ok && answer == q.Answer }
	// If several hooks answer, the last to finish wins, and their records are in that order.
	early := last(hooks, func(h Hook) bool { return before(h) && gave(h) })
	late := last(hooks, func(h Hook) bool { return h.UpdatesOutput && gave(h) })
	hidden := last(hooks, func(h Hook) bool { return before(h) && h.hidesQuestion(q.Text) })
	asked := strings.HasPrefix(c.result.source, "user_") || c.result.source == "" && c.result.dialog
	switch {
	case asked && hidden.Kind != "" && late.Kind != "":
		// A hook left it out of the dialog and put it back afterwards.
		q.By, q.Command = OtherHook, late.Command
	case asked && late.Kind != "" && !late.Neverask():
		// The user's own answer is no longer known.
		q.By, q.Command = OtherHook, late.Command
	case asked:
		q.By = Person
	case c.result.source == "hook", c.result.source == "" && early.Kind != "":
		q.By, q.Command = OtherHook, early.Command
	case c.result.source == "" && q.Wait >= reactionTime:
		q.By = Person
	default:
		q.By = Unknown
	}
	if q.By == OtherHook && isOurs(q.Command) {
		q.By = Neverask
	}
}

// replaced reports whether hooks replaced the questions in the dialog and then the result, which
// then does not show what the person saw.
func replaced(all []Hook) bool {
	other := last(all, func(h Hook) bool { return before(h) && h.UpdatesInput && !h.Neverask() })
	return other.Kind != "" && last(all, func(h Hook) bool { return h.UpdatesOutput }).Kind != ""
}

// before reports whether a hook ran before the question was asked.
func before(h Hook) bool {
	return h.Event == hooks.EventPreToolUse || h.Event == hooks.EventPermissionRequest
}

// last returns the last hook that ok accepts; its Kind is empty if there is none.
func last(hooks []Hook, ok func(Hook) bool) Hook {
	for _, h := range slices.Backward(hooks) {
		if ok(h) {
			return h
		}
	}
	return Hook{}
}
