package tui

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/toolrule"
	"neverask/tui/toolrules"
)

// What a fake knows of rules for tools: those of its preferences.

func (f *fake) toolBook() *preferences.Book {
	return preferences.Open(f.Root+rulesFile, f.In.Store, func() time.Time { return noon })
}

func (f *fake) Tools() (toolrules.Tools, error) {
	list, problems, err := f.toolBook().ReadTools()
	if err != nil {
		return toolrules.Tools{}, errors.New(f.shown(err.Error()))
	}
	return toolrules.Tools{Rules: list, Problems: problems, Findings: preferences.LintTools(list, nil), Acts: f.acts, Installed: f.ruled}, nil
}

func (f *fake) Templates() []toolrule.Template { return toolrule.Templates(home) }

func (f *fake) ruleMatcher() (string, error) {
	list, _, err := f.toolBook().ReadTools()
	return toolrule.Matcher(list), err
}

func (f *fake) rules(edit preferences.Edit) (installer.Plan, error) {
	return f.planned(install.Rules(f.In, "rules", edit))
}

func (f *fake) AddTools(list []toolrule.Rule) (installer.Plan, error) {
	return f.rules(f.toolBook().AddTools(list, "neverask"))
}

func (f *fake) ChangeTool(id string, edit func(toolrule.Rule) (toolrule.Rule, error)) (installer.Plan, error) {
	return f.rules(f.toolBook().ChangeTool(id, edit))
}

func (f *fake) RemoveTool(id string) (installer.Plan, error) {
	return f.rules(f.toolBook().Removing(id))
}

func (f *fake) ReplayTools(ctx context.Context, list []toolrule.Rule) (preferences.ToolReplay, error) {
	return preferences.ReplayTools(ctx, filepath.Join(f.In.Locations.Home, ".claude", "projects"), home, list, 12)
}
