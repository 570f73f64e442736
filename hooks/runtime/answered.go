package runtime

import (
	"neverask/hooks"
	"neverask/hooks/journal"
	"neverask/hooks/question"
)

// postToolUse puts the answers of a partly answered call back, tells the model
// what to do when the result is empty, and records who answered.
func (h *hook) postToolUse(p hooks.PostToolUse) (out hooks.Output, after func()) {
	server, ok := question.IsTool(p.ToolName)
	if !ok {
		return out, nil
	}
	w, err := h.recall(p.ToolCall)
	if err != nil {
		h.complain(err)
		return out, nil
	}
	res := readResult(server, p.ToolResponse)
	switch {
	case res.empty:
		out = h.unasked(w, hooks.EventPostToolUse)
	case w.isPartial():
		merged, err := w.merge(p.ToolResponse, res)
		if err != nil {
			h.complain(err)
			return out, nil
		}
		out.Specific = hooks.PostToolUseOutput{UpdatedToolOutput: merged, AdditionalContext: w.automatic(res)}
	}
	return out, func() {
		dialog := h.sawDialog(p, w)
		h.recordOnce(w, func(i int, r *journal.Question) {
			r.Wait = h.since(w.time)
			w.judge(i, r, res, dialog)
			r.Failed = res.empty
			if r.By == journal.ByUser || r.By == journal.ByUserText {
				h.count(w.call.Questions[i], r.Answer)
			}
		})
	}
}

// postToolUseFailure tells the model what to do when asking failed.
func (h *hook) postToolUseFailure(p hooks.PostToolUseFailure) (out hooks.Output, after func()) {
	if _, ok := question.IsTool(p.ToolName); !ok {
		return out, nil
	}
	w, err := h.recall(p.ToolCall)
	if err != nil {
		h.complain(err)
		return out, nil
	}
	if !p.IsInterrupt {
		out = h.unasked(w, hooks.EventPostToolUseFailure)
	}
	return out, func() {
		h.recordOnce(w, func(i int, r *journal.Question) {
			r.Wait = h.since(w.time)
			r.Expected = answerText(w.given[i].answer)
			r.Failed = !p.IsInterrupt
			if p.IsInterrupt {
				r.By = journal.ByDeclined
			}
		})
	}
}
