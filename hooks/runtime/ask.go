package runtime

import (
	"neverask/hooks"
	"neverask/hooks/question"
)

// preToolUse answers, rewrites or leaves alone a question that is about to be
// asked.
func (h *hook) preToolUse(p hooks.PreToolUse) (out hooks.Output, after func()) {
	if _, ok := question.IsTool(p.ToolName); !ok {
		return out, nil
	}
	call, err := question.ParseCall(p.ToolName, p.ToolInput)
	if err != nil {
		h.complain(err)
		return out, nil
	}
	lookup, keepLookup, err := h.lookup()
	if err != nil {
		h.complain(err)
		return out, nil
	}
	at := h.situation(p.Base())
	at.CanMerge = at.CanMerge && p.ToolUseID != "" && p.SessionID != ""
	d := question.Decide(call, lookup, at, nil)
	w := h.newWaiting(p.ToolCall, call, d)
	if d.Outcome == question.OutcomePartial {
		// The answers are put back when the result arrives, from this record:
		// without it they would be lost, so here it is written first.
		if err := h.pending().Put(p.SessionID, p.ToolUseID, w.json()); err != nil {
			h.complain(err)
			at.CanMerge = false
			d = question.Decide(call, lookup, at, nil)
			w = h.newWaiting(p.ToolCall, call, d)
		}
	}
	if out, err = preOutput(call, d); err != nil {
		h.complain(err)
		return hooks.Output{}, nil
	}
	return out, func() {
		h.remember(w)
		if keepLookup != nil {
			keepLookup()
		}
		h.pending().Sweep(h.env.Now(), h.lost)
	}
}

// preOutput is what carries out a decision.
func preOutput(call question.Call, d question.Decision) (hooks.Output, error) {
	input, err := d.UpdatedInput(call)
	if err != nil {
		return hooks.Output{}, err
	}
	said := func(specific hooks.PreToolUseOutput) (hooks.Output, error) {
		return hooks.Output{SystemMessage: told(call, d), Specific: specific}, nil
	}
	switch d.Outcome {
	case question.OutcomeAnswer:
		return said(hooks.PreToolUseOutput{
			Decision: hooks.Allow, UpdatedInput: input, AdditionalContext: disclosed(call, d),
		})
	case question.OutcomePartial:
		return said(hooks.PreToolUseOutput{
			Decision: hooks.Ask, UpdatedInput: input, AdditionalContext: disclosed(call, d),
		})
	case question.OutcomeDeny:
		return said(hooks.PreToolUseOutput{Decision: hooks.Deny, Reason: denied(call, d)})
	case question.OutcomePrefer:
		return hooks.Output{Specific: hooks.PreToolUseOutput{UpdatedInput: input}}, nil
	}
	return hooks.Output{}, nil
}
