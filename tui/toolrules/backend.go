package toolrules

import (
	"context"

	"neverask/hooks/app/installer"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/toolrule"
)

// Backend is what the page about rules for tools asks of the world. The plans hold
// the entries of settings files that follow from the rules, too.
type Backend interface {
	// Tools are the rules for tools, and what is known of them.
	Tools() (Tools, error)
	// Templates are rules for tools to start from.
	Templates() []toolrule.Template
	// AddTools plans to add rules for tools, ChangeTool to make another of one, and
	// RemoveTool to delete one.
	AddTools([]toolrule.Rule) (installer.Plan, error)
	ChangeTool(id string, edit func(toolrule.Rule) (toolrule.Rule, error)) (installer.Plan, error)
	RemoveTool(id string) (installer.Plan, error)
	// ReplayTools says what rules would have done in past sessions. It may take
	// long; the context ends it.
	ReplayTools(context.Context, []toolrule.Rule) (preferences.ToolReplay, error)
}

// Tools are the rules for tools, and what is known of them.
type Tools struct {
	Rules     []toolrule.Rule
	Problems  []toolrule.Problem    // of rules that do nothing
	Findings  []preferences.Finding // of rules that hold
	Acts      map[string]int        // in seven days, by the ID of the rule
	Installed bool                  // some settings file has their hook
}
