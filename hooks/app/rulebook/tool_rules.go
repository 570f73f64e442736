package rulebook

import (
	"slices"
	"time"

	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/record/eventlog"
)

// OpTools is the op of a change of tool rules in the change log.
const OpTools = "rules"

// RemoveTool plans to delete a tool rule, with the resulting changes of entries in settings
// files.
func (r *Rulebook) RemoveTool(id string) (planner.Plan, error) {
	return install.Rules(r.in, OpTools, r.Book().Removing(id))
}

// ToolActs counts what each tool rule did in the last seven days.
func (r *Rulebook) ToolActs() map[string]int { return status.ToolActs(r.in) }

// RuleActs returns what tool rules did since a time, the oldest first.
func (r *Rulebook) RuleActs(since time.Time) []eventlog.RuleAct {
	return slices.Collect(eventlog.OpenRuleActs(r.in.Paths.ToolRules()).RuleActs(since))
}

// ToolsInstalled reports whether a settings file has the tool-rule hook.
func (r *Rulebook) ToolsInstalled() bool { return install.Anywhere(r.in, config.ToolRuleHook) }
