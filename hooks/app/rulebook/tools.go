package rulebook

import (
	"slices"
	"time"

	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/standinganswer"
	"neverask/hooks/rule/strictjson"
)

// OpTools is the op of a change of tool rules in the change log.
const OpTools = "rules"

// RemoveTool plans to delete a tool rule, with the resulting changes of entries in settings
// files.
func (r *Rulebook) RemoveTool(id string) (planner.Plan, error) {
	return install.Rules(r.in, OpTools, r.Book().Removing(id))
}

// ReadLines reads the standing answers, and the problems of invalid ones.
func (r *Rulebook) ReadLines() ([]standinganswer.Line, []strictjson.Problem, error) {
	return r.Book().ReadLines()
}

// AddLine plans to add a standing answer, with the resulting changes of entries in settings
// files.
func (r *Rulebook) AddLine(l standinganswer.Line) (planner.Plan, error) {
	return install.Rules(r.in, "rules add", r.Book().AddLine(&l, "a suggestion"))
}

// ChangeLine plans to reword a standing answer.
func (r *Rulebook) ChangeLine(id, text string) (planner.Plan, error) {
	return install.Rules(r.in, "rules set", r.Book().ChangeLine(id, func(l standinganswer.Line) (standinganswer.Line, error) {
		l.Text = text
		return l, nil
	}))
}

// ToolActs counts what each tool rule did in the last seven days.
func (r *Rulebook) ToolActs() map[string]int { return status.ToolActs(r.in) }

// RuleActs returns what tool rules did since a time, the oldest first.
func (r *Rulebook) RuleActs(since time.Time) []eventlog.RuleAct {
	return slices.Collect(eventlog.OpenRuleActs(r.in.Paths.ToolRules()).RuleActs(since))
}

// ToolsInstalled reports whether a settings file has the tool-rule hook.
func (r *Rulebook) ToolsInstalled() bool { return install.RulesInstalled(r.in) }
