package program

import (
	"cmp"

	"neverask/hooks"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/toolrule"
)

// RulesArgument is the argument with which the hook is installed for the tools in tool rules; it
// then only applies these rules.
const RulesArgument = "rules"

// applyToolRules applies the tool rules to a call before it is run.
func (h *hook) applyToolRules(payload hooks.Payload, emit func(line []byte)) {
	p, ok := payload.(hooks.PreToolUse)
	if !ok {
		return
	}
	d, err := h.decideByToolRules(p, nil)
	if err != nil {
		h.complain(err)
		return
	}
	if d.Act == "" {
		return
	}
	emit(d.Output().JSON())
	act := eventlog.RuleAct{
		Time: h.env.Now(), Session: p.SessionID, ToolUseID: p.ToolUseID,
		Tool: p.ToolName, Rules: d.Rules, Act: string(d.Act), Fields: d.Fields,
	}
	if err := eventlog.OpenRuleActs(h.paths.ToolRules()).Append(act.JSON()); err != nil {
		h.complain(err)
	}
}

// decideByToolRules decides a call by the tool rules of the preferences. The trace may be nil; with a
// trace, all rules are examined, and even while neverask is off, when none acts.
func (h *hook) decideByToolRules(p hooks.PreToolUse, trace *toolrule.Trace) (toolrule.Decision, error) {
	call := toolrule.Call{Tool: p.ToolName, Input: p.ToolInput}
	at := h.ruleSituation(p.Common)
	list, err := h.toolRules(call, at.Within, trace != nil)
	if err != nil || len(list) == 0 && trace == nil {
		return toolrule.Decision{}, err
	}
	d := toolrule.New(list).Decide(call, at, trace)
	if trace != nil {
		if p, is := isOff(h, at.Within); is {
			d = toolrule.Decision{}
			trace.Steps = append(trace.Steps, toolrule.Step{
				Kind: "call", Text: "neverask is off " + p.String() + ": Claude Code decides",
			})
		}
	}
	return d, nil
}

// ruleSituation collects what rules depend on besides the call.
func (h *hook) ruleSituation(c hooks.Common) toolrule.Situation {
	return toolrule.Situation{
		Within:  question.NewLocation(h.project(c)).Within,
		Project: cmp.Or(h.env.Getenv("CLAUDE_PROJECT_DIR"), c.Cwd), Cwd: c.Cwd, Mode: c.PermissionMode,
		Home: cmp.Or(h.env.Getenv("HOME"), h.env.Getenv("USERPROFILE")), // the latter on Windows
	}
}
