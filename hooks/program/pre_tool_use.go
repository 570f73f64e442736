package program

import (
	"neverask/hooks"
	"neverask/hooks/rule/question"
)

// preToolUse answers, rewrites or leaves alone a question that is about to be
// asked.
func (h *hook) preToolUse(p hooks.PreToolUse) (hooks.Output, error) {
	call, err := question.ParseCall(p.ToolName, p.ToolInput)
	if err != nil {
		return hooks.Output{}, err
	}
	at := h.situation(p.ToolCall)
	d, rules, err := h.decide(call, at, nil)
	if err != nil {
		return hooks.Output{}, err
	}
	out, err := preOutput(p, call, d)
	if err != nil {
		return hooks.Output{}, err
	}
	out.SystemMessage = joined(offNote(h, at.Within), out.SystemMessage)
	w := h.newOpenCall(p.ToolCall, call, d)
	if w.outcome != question.OutcomeAnswer && w.outcome != question.OutcomePartial {
		h.later(func() { h.remember(w) })
		return out, nil
	}
	// Remember our answers before printing: if the budget were spent in between, nobody would
	// know of them. The result of a partly answered call also needs them.
	if h.remember(w) || w.outcome == question.OutcomeAnswer {
		return out, nil
	}
	at.CanMerge = func() bool { return false }
	return preOutput(p, call, question.Decide(call, rules, at, nil))
}

// newQuestionNote tells the person why they are asked a question that a rule will answer once they
// have seen exactly it. In the mode "dontAsk" nobody is asked, and questions that are left
// alone are not answered then either.
func newQuestionNote(p hooks.PreToolUse, call question.Call, d question.Decision) string {
	if d.LeftAlone || p.PermissionMode == "dontAsk" {
		return ""
	}
	for i, c := range d.Choices {
		if c.New != "" {
			return shorten("neverask asks "+quoted(call.Questions[i].Text)+": "+c.New+" (rule "+c.Rule+")", maxDisclosed)
		}
	}
	return ""
}

// preOutput returns the output that carries out a decision.
func preOutput(p hooks.PreToolUse, call question.Call, d question.Decision) (hooks.Output, error) {
	input, err := d.UpdatedInput(call)
	if err != nil {
		return hooks.Output{}, err
	}
	said := func(specific hooks.PreToolUseOutput) (hooks.Output, error) {
		message := personMessage(call, d)
		if note := newQuestionNote(p, call, d); note != "" {
			message += "\n" + note
		}
		return hooks.Output{SystemMessage: message, Specific: specific}, nil
	}
	switch d.Outcome {
	case question.OutcomeAnswer:
		return said(hooks.PreToolUseOutput{
			Decision: hooks.Allow, UpdatedInput: input, AdditionalContext: modelContext(call, d),
		})
	case question.OutcomePartial:
		return said(hooks.PreToolUseOutput{
			Decision: hooks.Ask, UpdatedInput: input, AdditionalContext: modelContext(call, d),
		})
	case question.OutcomeDeny:
		return said(hooks.PreToolUseOutput{Decision: hooks.Deny, Reason: denyReason(call, d)})
	case question.OutcomePrefer:
		return hooks.Output{SystemMessage: newQuestionNote(p, call, d),
			Specific: hooks.PreToolUseOutput{UpdatedInput: input}}, nil
	}
	return hooks.Output{SystemMessage: newQuestionNote(p, call, d)}, nil
}
