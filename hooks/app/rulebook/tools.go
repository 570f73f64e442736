package rulebook

import (
	"slices"
	"time"

	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/standing"
	"neverask/hooks/rule/strictjson"
)

// OpTools is the name of a change of the rules for tools in the change log.
const OpTools = "rules"

// RemoveTool plans to delete a rule for tools, with the entries of settings files that
// follow from it.
func (r *Rulebook) RemoveTool(id string) (installer.Plan, error) {
	return install.Rules(r.in, OpTools, r.Book().Removing(id))
}

// ReadLines reads the standing answers, and what is wrong with others.
func (r *Rulebook) ReadLines() ([]standing.Line, []strictjson.Problem, error) {
	return r.Book().ReadLines()
}

// AddLine plans to add a standing answer, with the entries of settings files that follow from
// it.
func (r *Rulebook) AddLine(l standing.Line) (installer.Plan, error) {
	return install.Rules(r.in, "rules add", r.Book().AddLine(&l, "a suggestion"))
}

// ChangeLine plans to word a standing answer anew.
func (r *Rulebook) ChangeLine(id, text string) (installer.Plan, error) {
	return install.Rules(r.in, "rules set", r.Book().ChangeLine(id, func(l standing.Line) (standing.Line, error) {
		l.Text = text
		return l, nil
	}))
}

// ToolActs counts what each rule for tools did in seven days.
func (r *Rulebook) ToolActs() map[string]int { return status.ToolActs(r.in) }

// RuleActs are what rules for tools did since a time, the oldest first.
func (r *Rulebook) RuleActs(since time.Time) []eventlog.RuleAct {
	return slices.Collect(eventlog.OpenRuleActs(r.in.Paths.ToolRules()).RuleActs(since))
}

// ToolsInstalled reports whether some settings file has the hook of the rules for tools.
func (r *Rulebook) ToolsInstalled() bool { return install.RulesInstalled(r.in) }
