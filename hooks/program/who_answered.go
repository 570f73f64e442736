package program

import (
	"slices"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
)

// whoAnswered finds out who answered question i.
func (w openCall) whoAnswered(i int, r *eventlog.Question, res result, dialog bool) {
	ours := hooks.AnswerText(w.given[i].answer)
	if !res.readable {
		if ours != "" {
			r.Answer, r.By = ours, eventlog.ByNeverask
		}
		return
	}
	q := w.call.Questions[i]
	r.Answer = hooks.AnswerText(res.answers[q.Text])
	switch {
	case r.Answer == "" && w.outcome == question.OutcomePartial && ours != "":
		// The dialog did not have it; merge adds the answer.
		r.Answer, r.By = ours, eventlog.ByNeverask
	case ours != "" && r.Answer == ours:
		r.By = eventlog.ByNeverask
	case r.Answer == "":
		r.Expected, r.Overwritten = ours, ours != ""
	case dialog:
		// The person was asked after all, for example because of a permission rule
		// that makes the client ask for this tool.
		r.Expected = ours
		r.By = eventlog.ByUser
		if !chosen(q, r.Answer) {
			r.By = eventlog.ByUserText
		}
	case w.unseen:
	default:
		r.Expected, r.Overwritten = ours, ours != ""
		r.By = eventlog.ByOtherHook
	}
}

// chosen reports whether an answer consists of the question's own labels.
func chosen(q question.Question, answer string) bool {
	labels := q.Labels()
	if slices.Contains(labels, answer) {
		return true
	}
	if !q.Multi {
		return false
	}
	for part := range strings.SplitSeq(answer, ", ") {
		if !slices.Contains(labels, part) {
			return false
		}
	}
	return true
}

// reactionTime is the shortest time in which a person can answer a dialog.
const reactionTime = 1500 * time.Millisecond

// sawDialog reports whether the person saw the client's dialog. The dialog leaves
// "annotations" in the tool's input (Claude Code 2.1.200 to 2.1.329); with other hosts and
// older clients, only the time that the answer took shows it.
func (h *hook) sawDialog(p hooks.PostToolUse, w openCall) bool {
	before := !w.unseen && w.input.Get("annotations").Kind() != hooks.Absent
	if p.ToolInput.Get("annotations").Kind() != hooks.Absent && !before {
		return true
	}
	if h.marksDialogs(p.Common) {
		return false
	}
	return !w.unseen && h.since(w.time) >= reactionTime
}
