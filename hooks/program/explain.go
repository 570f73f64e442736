package program

import (
	"errors"
	"fmt"

	"neverask/hooks"
	"neverask/hooks/paths"
	"neverask/hooks/rule/question"
)

// Explanation says what the hook would do with a question, and why.
type Explanation struct {
	Decision question.Outcome `json:"decision"`
	// Answers are the answers that the hook would give, by question.
	Answers map[string]string `json:"answers"`
	// Asked are the questions that the person would be asked.
	Asked []string `json:"asked"`
	// Rule is the first rule that decided anything, or would if neverask were on.
	Rule   string          `json:"rule"`
	OneWay bool            `json:"oneWay"`
	Steps  []question.Step `json:"steps"`
	// Output is what the hook would print; null if nothing.
	Output Printed `json:"output"`
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

// Explain decides a payload as the hook would, and says why. It logs and remembers
// nothing. input is a PreToolUse payload, or only the tool's input:
// {"questions": [...]}. cwd, if not empty, replaces the session's directory. labelsOnly says that the texts about the options
// are unknown.
func Explain(input []byte, cwd string, labelsOnly bool, p paths.Paths, env Env) (Explanation, error) {
	payload, err := completePayload(input, cwd)
	if err != nil {
		return Explanation{}, err
	}
	h := hook{records: records{env: env, paths: p}}
	call, err := question.ParseCall(payload.ToolName, payload.ToolInput)
	if err != nil {
		return Explanation{}, err
	}
	trace := question.Trace{LabelsOnly: labelsOnly}
	at := h.situation(payload.ToolCall)
	past := h.answers().AllOf(call.Server, h.projectOfServers(h.project(payload.Common)))
	at.Past = func(question.Call, question.Question) []question.PastAnswer { return past }
	d, _, err := h.decide(call, at, &trace)
	if err != nil {
		return Explanation{}, err
	}
	out, err := preOutput(payload, call, d)
	if err != nil {
		return Explanation{}, err
	}
	e := Explanation{
		Decision: d.Outcome, Answers: map[string]string{}, Asked: []string{},
		OneWay: d.OneWay(), Output: out.JSON(), Steps: trace.Steps,
	}
	_, off := isOff(&h, at.Within)
	for i, c := range d.Choices {
		q := call.Questions[i]
		if c.Verdict == question.Answered {
			e.Answers[q.Text] = c.Answer(q)
		} else {
			e.Asked = append(e.Asked, q.Text)
		}
		if e.Rule == "" && (c.Verdict != question.Asked || off && c.Ruled != question.Asked) {
			e.Rule = c.Rule
		}
	}
	return e, nil
}

// ReadCall reads the call of a question tool, in either form that [Explain] takes.
func ReadCall(input []byte) (question.Call, error) {
	payload, err := completePayload(input, "")
	if err != nil {
		return question.Call{}, err
	}
	return question.ParseCall(payload.ToolName, payload.ToolInput)
}

// completePayload turns a payload, or only a tool's input, into a complete payload.
func completePayload(input []byte, cwd string) (hooks.PreToolUse, error) {
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
		p.PromptID = "explain" // as from a current client
	}
	return p, nil
}
