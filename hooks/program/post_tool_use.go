package program

import (
	"neverask/hooks"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
)

// postToolUse restores the answers of a partly answered call, tells the model what to
// do if the result is empty, and records who answered.
func (h *hook) postToolUse(p hooks.PostToolUse) (hooks.Output, error) {
	w, err := h.recall(p.ToolCall)
	if err != nil {
		return hooks.Output{}, err
	}
	res := readResult(w.call.Server, p.ToolResponse)
	h.later(func() {
		dialog := h.sawDialog(p, w)
		first := h.recordQuestionsOnce(w, func(i int, r *eventlog.Question) {
			r.Wait = h.since(w.time)
			r.Failed = res.empty
			w.whoAnswered(i, r, res, dialog)
		})
		if first {
			h.learn(p, w, res)
		}
	})
	if res.empty {
		return h.neverShown(w, hooks.EventPostToolUse)
	}
	if w.outcome != question.OutcomePartial {
		return hooks.Output{}, nil
	}
	merged, err := w.merge(p.ToolResponse, res)
	return hooks.Output{Specific: hooks.PostToolUseOutput{
		UpdatedToolOutput: merged, AdditionalContext: w.automatic(res),
	}}, err
}

// postToolUseFailure tells the model what to do after asking failed.
func (h *hook) postToolUseFailure(p hooks.PostToolUseFailure) (hooks.Output, error) {
	w, err := h.recall(p.ToolCall)
	if err != nil {
		return hooks.Output{}, err
	}
	h.later(func() {
		h.recordQuestionsOnce(w, func(i int, r *eventlog.Question) {
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
	return h.neverShown(w, hooks.EventPostToolUseFailure)
}
