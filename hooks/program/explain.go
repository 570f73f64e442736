package program

import (
	"errors"
	"fmt"

	"neverask/hooks"
	"neverask/hooks/paths"
	"neverask/hooks/rule/question"
	"neverask/hooks/thirdparty/chain"
)

// Explanation is what the hook would do with a question, and why.
type Explanation struct {
	Decision question.Outcome `json:"decision"`
	// Answers are the answers that would be given, by question.
	Answers map[string]string `json:"answers"`
	// Asked are the questions that would be asked.
	Asked []string `json:"asked"`
	// Rule is the first rule that decided anything.
	Rule   string          `json:"rule"`
	OneWay bool            `json:"oneWay"`
	Steps  []question.Step `json:"steps"`
	// Output is what the hook would print; null when it would print nothing.
	Output Printed `json:"output"`
	// Chained are the hooks of others that would run within this one, and whose
	// answer would count where Decision leaves a question to be asked.
	Chained []string `json:"chained"`
}

// Printed is a line of JSON, or nothing. (A json.RawMessage would be the same,
// but the hook binary does without encoding/json.)
type Printed []byte

// MarshalJSON returns the line as it is, and null for nothing.
func (p Printed) MarshalJSON() ([]byte, error) {
	if len(p) == 0 {
		return []byte("null"), nil
	}
	return p, nil
}

// Explain makes the decision that the hook would make on a payload and writes
// down why. Nothing is logged or remembered, and no chained hook runs: what one
// would make of the call is not known. input is a PreToolUse payload, or
// the tool's input alone: {"questions": [...]}. cwd replaces the directory of
// the session when it is not empty.
func Explain(input []byte, cwd string, p paths.Paths, env Env) (Explanation, error) {
	payload, err := explainable(input, cwd)
	if err != nil {
		return Explanation{}, err
	}
	h := hook{records: records{env: env, paths: p}}
	call, err := question.ParseCall(payload.ToolName, payload.ToolInput)
	if err != nil {
		return Explanation{}, err
	}
	var trace question.Trace
	d, _, err := h.decide(call, h.situation(payload.ToolCall), &trace)
	if err != nil {
		return Explanation{}, err
	}
	out, err := preOutput(payload, call, d)
	if err != nil {
		return Explanation{}, err
	}
	e := Explanation{Decision: d.Outcome, Answers: map[string]string{}, Asked: []string{}, OneWay: d.OneWay(), Output: out.JSON()}
	steps, answering, err := h.chainedSteps(payload.ToolCall, d, len(e.Output) == 0)
	if err != nil {
		return Explanation{}, err
	}
	e.Steps, e.Chained = append(trace.Steps, steps...), append([]string{}, answering...)
	if len(steps) == 0 && len(out.JSON()) == 0 {
		e.Output = hooks.Output{SystemMessage: noted(payload, call, d)}.JSON()
	}
	for i, c := range d.Choices {
		q := call.Questions[i]
		if c.Verdict == question.Answered {
			e.Answers[q.Text] = c.Answer(q)
		} else {
			e.Asked = append(e.Asked, q.Text)
		}
		if e.Rule == "" && c.Verdict != question.Asked {
			e.Rule = c.Rule
		}
	}
	return e, nil
}

// ReadCall reads the call of a question tool, as [Explain] takes it.
func ReadCall(input []byte) (question.Call, error) {
	payload, err := explainable(input, "")
	if err != nil {
		return question.Call{}, err
	}
	return question.ParseCall(payload.ToolName, payload.ToolInput)
}

// ChainedSteps are the steps that [Explain] adds to a decision that was made
// already, for a call in a project directory, and the names of the hooks whose
// answer would count.
func ChainedSteps(call question.Call, d question.Decision, project string, p paths.Paths, env Env) (steps []question.Step, answering []string, err error) {
	h := hook{records: records{env: env, paths: p}}
	payload := hooks.PreToolUse{ToolCall: hooks.ToolCall{ToolName: call.Tool}}
	payload.Cwd = project
	out, err := preOutput(payload, call, d)
	if err != nil {
		return nil, nil, err
	}
	return h.chainedSteps(payload.ToolCall, d, len(out.JSON()) == 0)
}

// chainedSteps says which chained hooks would run for a question, without running
// them, and which of them may answer it. silent says that we would print nothing.
func (h *hook) chainedSteps(call hooks.ToolCall, d question.Decision, silent bool) (steps []question.Step, answering []string, err error) {
	call.Event = hooks.EventPreToolUse // which is not there where only the input was given
	entries, err := h.readChained(call)
	for _, e := range entries {
		if e.Mode != chain.First && !silent {
			continue
		}
		text := "neverask runs " + e.Name() + ", which may refuse or have you asked"
		switch {
		case !silent:
		case mustAsk(d) && !e.OneWay:
			text += "; what it answers does not count, because you must be asked"
		default:
			text = "neverask runs " + e.Name() + ", which may answer, refuse or have you asked"
			answering = append(answering, e.Name())
		}
		steps = append(steps, question.Step{Question: -1, Kind: "call", Text: text})
	}
	return steps, answering, err
}

// explainable completes what a person has at hand to a payload.
func explainable(input []byte, cwd string) (hooks.PreToolUse, error) {
	doc, err := hooks.Parse(input)
	if err != nil {
		return hooks.PreToolUse{}, err
	}
	if doc.Get("questions").Kind() != hooks.Absent {
		p := hooks.PreToolUse{}
		p.ToolName, p.ToolInput = question.Tool, doc
		p.SessionID, p.ToolUseID, p.PromptID, p.Cwd = "explain", "explain", "explain", cwd
		return p, nil
	}
	parsed, err := hooks.ParsePayload(input)
	if err != nil {
		return hooks.PreToolUse{}, err
	}
	p, ok := parsed.(hooks.PreToolUse)
	if !ok {
		return p, fmt.Errorf("a %s payload: only PreToolUse payloads are decided", parsed.Base().Event)
	}
	if _, ok := question.IsTool(p.ToolName); !ok {
		return p, errors.New("the tool " + p.ToolName + " does not ask questions")
	}
	if cwd != "" {
		p.Cwd = cwd
	}
	if p.PromptID == "" {
		p.PromptID = "explain" // as if a client of today had written it
	}
	return p, nil
}
