package runtime

import (
	"errors"
	"fmt"
	"io/fs"

	"neverask/hooks"
	"neverask/hooks/chain"
	"neverask/hooks/journal"
	"neverask/hooks/question"
	"neverask/hooks/rawfile"
	"neverask/hooks/rules"
)

// RulesArgument is the one argument with which the hook is installed for the tools
// that rules are for: then it applies those and does nothing else.
const RulesArgument = "rules"

// rule applies the rules for tools to a call that is about to be made.
func (h *hook) rule(payload hooks.Payload, emit func(chain.Output)) {
	p, ok := payload.(hooks.PreToolUse)
	if !ok {
		return
	}
	d, err := h.ruling(p, nil)
	if err != nil {
		h.complain(err)
		return
	}
	if d.Act == "" {
		return
	}
	emit(chain.Output{Stdout: d.Output().JSON()})
	act := journal.RuleAct{
		Time: h.env.Now(), Session: p.SessionID, ToolUseID: p.ToolUseID, Tool: p.ToolName, Rules: d.Rules, Act: string(d.Act), Fields: d.Fields,
	}
	h.later(func() {
		if err := journal.OpenRuleActs(h.paths.ToolRules()).Append(act.JSON()); err != nil {
			h.complain(err)
		}
	})
}

// ruling decides a call by the rules of the preferences. The trace may be nil; with
// one all rules are looked at.
func (h *hook) ruling(p hooks.PreToolUse, trace *rules.Trace) (rules.Decision, error) {
	call := rules.Call{Tool: p.ToolName, Input: p.ToolInput}
	list, err := h.toolRules(call, trace != nil)
	if err != nil || len(list) == 0 && trace == nil {
		return rules.Decision{}, err
	}
	return rules.New(list).Decide(call, h.ruleSituation(p.Common), trace), nil
}

// toolRules reads the rules for tools, those that can be about a call or all.
func (h *hook) toolRules(call rules.Call, all bool) ([]rules.Rule, error) {
	name := h.paths.Preferences()
	f, err := rawfile.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	stamp := f.Stamp(h.env.Now())
	if stamp != "" && !all {
		if list, ok := h.compiledRules(stamp, call); ok {
			return list, nil
		}
	}
	content, err := f.ReadAll(maxPreferences)
	if err != nil {
		return nil, err
	}
	list, err := rules.Load(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if stamp != "" && !all {
		h.later(func() { h.compileRules(content, stamp) })
	}
	return list, nil
}

// compiledRules are the rules that can be about a call, from the file that was
// compiled from preferences with this stamp.
func (h *hook) compiledRules(stamp string, call rules.Call) ([]rules.Rule, bool) {
	content, err := rawfile.Read(h.paths.ToolRulesLookup(), maxPreferences)
	if err != nil {
		return nil, false
	}
	c, err := rules.OpenCompiled(content, stamp)
	if err != nil {
		return nil, false
	}
	list, err := c.For(call)
	return list, err == nil
}

// compileRules makes the file of compiled rules, and leaves what is wrong with the
// others for the person to find.
func (h *hook) compileRules(preferences []byte, stamp string) {
	content, problems, err := rules.Compile(preferences, stamp)
	if err != nil {
		h.complain(err)
		return
	}
	for _, p := range problems {
		h.complain(fmt.Errorf("%s:%d:%d: %s", h.paths.Preferences(), p.Line, p.Column, p.Message))
	}
	h.keep(h.paths.ToolRulesLookup(), content)
}

// ruleSituation is what rules are held against besides the call.
func (h *hook) ruleSituation(c hooks.Common) rules.Situation {
	at := rules.Situation{
		Within:  question.NewLocation(h.project(c)).Within,
		Project: h.env.Getenv("CLAUDE_PROJECT_DIR"), Cwd: c.Cwd, Home: h.env.Getenv("HOME"), Mode: c.PermissionMode,
	}
	if at.Project == "" {
		at.Project = c.Cwd
	}
	if at.Home == "" {
		at.Home = h.env.Getenv("USERPROFILE") // Windows
	}
	return at
}
