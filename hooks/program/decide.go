package program

import (
	"neverask/hooks"
	"neverask/hooks/rule/question"
)

// decide decides a call by the person's rules, and also returns the rules. The trace may be nil; while neverask is off it
// says what would be decided otherwise, and the choices name the rules that would decide.
func (h *hook) decide(call question.Call, at question.Situation,
	trace *question.Trace) (question.Decision, *question.Compiled, error) {
	rules, err := h.questionRules(call, at.Within, trace != nil)
	if err != nil {
		return question.Decision{}, nil, err
	}
	d := question.Decide(call, rules, at, trace)
	if trace != nil {
		if p, is := isOff(h, at.Within); is {
			d.AskAll()
			trace.Steps = append(trace.Steps, question.Step{
				Question: -1, Kind: "call", Text: "neverask is off " + p.String() + ": every question is asked",
			})
		}
	}
	return d, rules, nil
}

// situation collects what a decision about this call depends on.
func (h *hook) situation(p hooks.ToolCall) question.Situation {
	at := h.situationIn(h.project(p.Common))
	at.CanMerge = func() bool { return h.canMerge(p) }
	return at
}

// situationIn is the situation in a project, without answers in part.
func (h *hook) situationIn(project string) question.Situation {
	within := question.NewLocation(project).Within
	return question.Situation{
		Within:   within,
		Past:     h.past(project),
		Away:     func() bool { return isAway(h, within) },
		CanMerge: func() bool { return false },
	}
}

// canMerge reports whether the call can be answered in part: its result must be
// recognisable, and the client must let a hook replace what the model reads. In the mode
// "dontAsk" an "ask" would open a dialog that the person has ruled out (Claude Code
// 2.1.329).
func (h *hook) canMerge(p hooks.ToolCall) bool {
	return p.SessionID != "" && p.ToolUseID != "" && p.PermissionMode != "dontAsk" && replacesResults(p.Common)
}
