package main

import (
	"context"
	"path/filepath"

	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/toolrule"
	"neverask/tui"
)

// What the screens ask about rules for tools.

func (b backend) toolBook() *preferences.Book {
	return preferences.Open(b.Paths.Preferences(), b.Store, b.Now)
}

func (b backend) Tools() (tui.Tools, error) {
	list, problems, err := b.toolBook().ReadTools()
	if err != nil {
		return tui.Tools{}, err
	}
	return tui.Tools{
		Rules: list, Problems: problems, Findings: preferences.LintTools(list, nil), Acts: status.ToolActs(b.Installer), Installed: install.RulesInstalled(b.Installer),
	}, nil
}

func (b backend) Templates() []toolrule.Template { return toolrule.Templates(b.Locations.Home) }

func (b backend) AddTools(list []toolrule.Rule) (installer.Plan, error) {
	return install.Rules(b.Installer, opRules, b.toolBook().AddTools(list, "the screens"))
}

func (b backend) ChangeTool(id string, edit func(toolrule.Rule) (toolrule.Rule, error)) (installer.Plan, error) {
	return install.Rules(b.Installer, opRules, b.toolBook().ChangeTool(id, edit))
}

func (b backend) RemoveTool(id string) (installer.Plan, error) {
	return install.Rules(b.Installer, opRules, b.toolBook().Removing(id))
}

func (b backend) ReplayTools(ctx context.Context, list []toolrule.Rule) (preferences.ToolReplay, error) {
	return preferences.ReplayTools(ctx, filepath.Join(b.Locations.Config(), "projects"), b.Locations.Home, list, 12)
}
