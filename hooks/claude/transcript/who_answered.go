package transcript

import (
	"slices"
	"strings"
	"time"

	"neverask/hooks"
)

// By says who caused an outcome.
type By string

// Who can cause an outcome. Nobody goes with the outcomes without an answer, unless a hook
// caused them.
const (
	Person    By = "you"
	Neverask  By = "neverask"
	OtherHook By = "other-hook"
	Nobody    By = "nobody"
	Unknown   By = "unknown"
)

// reactionTime is the least time in which a person can answer a dialog. It matters only if a
// client does not say who answered.
const reactionTime = 1500 * time.Millisecond

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
