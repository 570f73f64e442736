package rulebook

import (
	"context"
	"path/filepath"

	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/toolrule"
	"neverask/settings"
)

// OpTools is the name of a change of the rules for tools in the change log.
const OpTools = "rules"

// plan plans an edit of the rules for tools, with the entries of settings files that follow from
// it.
func (r *Rulebook) plan(edit func(settings.Document) (settings.Document, error)) (installer.Plan, error) {
	return install.Rules(r.in, OpTools, edit)
}

// AddTools plans to add rules for tools.
func (r *Rulebook) AddTools(list []toolrule.Rule) (installer.Plan, error) {
	return r.plan(r.Book().AddTools(list, "neverask"))
}

// ChangeTool plans to make another rule of one.
func (r *Rulebook) ChangeTool(id string, edit func(toolrule.Rule) (toolrule.Rule, error)) (installer.Plan, error) {
	return r.plan(r.Book().ChangeTool(id, edit))
}

// RemoveTool plans to delete a rule.
func (r *Rulebook) RemoveTool(id string) (installer.Plan, error) {
	return r.plan(r.Book().Removing(id))
}

// Templates are rules for tools to start from.
func (r *Rulebook) Templates() []toolrule.Template { return toolrule.Templates(r.in.Locations.Home) }

// ToolActs counts what each rule for tools did in seven days.
func (r *Rulebook) ToolActs() map[string]int { return status.ToolActs(r.in) }

// ToolsInstalled reports whether some settings file has the hook of the rules for tools.
func (r *Rulebook) ToolsInstalled() bool { return install.RulesInstalled(r.in) }

// ReplayTools says what rules would have done in past sessions, with twelve calls at most.
func (r *Rulebook) ReplayTools(ctx context.Context, list []toolrule.Rule) (preferences.ToolReplay, error) {
	return preferences.ReplayTools(ctx, filepath.Join(r.in.Locations.Config(), "projects"), r.in.Locations.Home, list, 12)
}
