package program

import (
	"neverask/hooks"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
)

// postToolUse puts the answers of a partly answered call back, tells the model
// what to do when the result is empty, and records who answered.
func (h *hook) postToolUse(p hooks.PostToolUse) (hooks.Output, error) {
	w, err := h.recall(p.ToolCall)
	if err != nil {
		return hooks.Output{}, err
	}
	res := readResult(w.call.Server, p.ToolResponse)
	h.later(func() {
		dialog, seen := h.sawDialog(p, w), h.seen(p, w)
		h.recordOnce(w, func(i int, r *eventlog.Question) {
			r.Wait = h.since(w.time)
			r.Failed = res.empty
			w.whoAnswered(i, r, res, dialog)
			q, by, answer := w.call.Questions[i], r.By, r.Answer
			h.later(func() { // for the record comes first
				if by == eventlog.ByUser || by == eventlog.ByUserText {
					h.count(q, answer)
					h.learn("", w.given[i], seen, q.Text, answer)
				}
				if told := w.told(i, res); told != "" && w.given[i].answer.Kind() == hooks.Absent {
					h.learn(w.call.Server, w.given[i], seen, q.Text, told)
				}
			})
		})
	})
	if res.empty {
		return h.unasked(w, hooks.EventPostToolUse)
	}
	if w.outcome != question.OutcomePartial {
		return hooks.Output{}, nil
	}
	merged, err := w.merge(p.ToolResponse, res)
	return hooks.Output{Specific: hooks.PostToolUseOutput{
		UpdatedToolOutput: merged, AdditionalContext: w.automatic(res),
	}}, err
}

// postToolUseFailure tells the model what to do when asking failed.
func (h *hook) postToolUseFailure(p hooks.PostToolUseFailure) (hooks.Output, error) {
	w, err := h.recall(p.ToolCall)
	if err != nil {
		return hooks.Output{}, err
	}
	h.later(func() {
		h.recordOnce(w, func(i int, r *eventlog.Question) {
			r.Wait = h.since(w.time)
			r.Expected = hooks.AnswerText(w.given[i].answer)
			r.Failed = !p.IsInterrupt
			if p.IsInterrupt {
				r.By = eventlog.ByDeclined
			}
		})
	})
	if p.IsInterrupt {
		return hooks.Output{}, nil
	}
	return h.unasked(w, hooks.EventPostToolUseFailure)
}
