package program

import (
	"fmt"

	"neverask/hooks"
	"neverask/hooks/paths"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/toolrule"
)

// ToolExplanation says what tool rules would do with a call, and why.
type ToolExplanation struct {
	Tool     string          `json:"tool"`
	Decision toolrule.Act    `json:"decision"` // "" when no rule acts
	Rules    []string        `json:"rules"`    // that decide
	Fields   []string        `json:"fields"`   // that they change
	Steps    []toolrule.Step `json:"steps"`
	// Output is what the hook would print; null if nothing.
	Output Printed `json:"output"`
}

// IsToolCall reports whether input is a PreToolUse payload of a tool that does not ask
// questions, and so is for [ExplainTool], not for [Explain].
func IsToolCall(input []byte) bool {
	p, err := hooks.ParsePayload(input)
	call, ok := p.(hooks.PreToolUse)
	if err != nil || !ok {
		return false
	}
	_, asks := question.IsTool(call.ToolName)
	return !asks
}

// ExplainTool decides a PreToolUse payload as the tool rules do, and says why. It logs
// nothing. cwd, if not empty, replaces the session's directory, and the one in which it
// was started.
func ExplainTool(input []byte, cwd string, p paths.Paths, env Env) (ToolExplanation, error) {
	payload, err := hooks.ParsePayload(input)
	if err != nil {
		return ToolExplanation{}, err
	}
	call, ok := payload.(hooks.PreToolUse)
	if !ok {
		return ToolExplanation{}, fmt.Errorf("a %s payload: only PreToolUse payloads are decided", payload.Base().Event)
	}
	h := hook{records: records{env: env, paths: p}}
	if cwd != "" {
		call.Cwd = cwd
		h.env.Getenv = func(name string) string {
			if name == "CLAUDE_PROJECT_DIR" {
				return cwd
			}
			return env.Getenv(name)
		}
	}
	var trace toolrule.Trace
	d, err := h.decideByToolRules(call, &trace)
	if err != nil {
		return ToolExplanation{}, err
	}
	e := ToolExplanation{
		Tool: call.ToolName, Decision: d.Act, Rules: append([]string{}, d.Rules...), Fields: append([]string{}, d.Fields...),
		Steps: append([]toolrule.Step{}, trace.Steps...), Output: d.Output().JSON(),
	}
	return e, nil
}
