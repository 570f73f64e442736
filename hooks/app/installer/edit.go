package installer

import (
	"errors"
	"slices"

	"neverask/hooks/claude/config"
	"neverask/settings"
)

// Repair plans to repair a settings file by edits of its document.
func (in *Installer) Repair(t Target, edit func(settings.Document) (settings.Document, error)) (Plan, error) {
	t = in.Scoped(t)
	f, l, err := in.Open(t)
	if err != nil {
		return Plan{}, err
	}
	doc, err := edit(f.Document)
	if err != nil {
		return Plan{}, Located(t.Path, err)
	}
	return in.NewPlan(t, "fix", f.Plan(doc), l), nil
}

// RepairText plans to repair a settings file that cannot be read as one. What
// comes out has to be readable as JSON with unique names.
func (in *Installer) RepairText(t Target, edit func([]byte) ([]byte, error)) (Plan, error) {
	t = in.Scoped(t)
	f, err := settings.Load(t.Path)
	var syntax *settings.SyntaxError
	if err != nil && !errors.As(err, &syntax) {
		return Plan{}, err
	}
	l, err := in.InForce(f.Target)
	if err != nil {
		return Plan{}, err
	}
	content, err := edit(slices.Clone(f.Plan(f.Document).Before))
	if err != nil {
		return Plan{}, err
	}
	return in.NewPlan(t, "fix", f.Rewrite(content), l), nil
}

// Settings are those that decide about hooks and questions, with where they come
// from, and where Claude Code is started with further settings files.
func (in *Installer) Settings(extra []string) []config.Setting {
	guards := in.DenyRules()
	return config.Effective(in.Site(extra, nil), guards)
}

// Configure plans to change such a setting in a settings file. raw is its JSON
// text; empty takes it out.
func (in *Installer) Configure(t Target, name, raw string) (Plan, error) {
	f, l, err := in.Open(t)
	if err != nil {
		return Plan{}, err
	}
	kind := config.Kind(t.Scope)
	if kind == "" {
		kind = config.Extra
	}
	doc, err := config.Configure(f.Document, kind, name, raw)
	if err != nil {
		return Plan{}, Located(t.Path, err)
	}
	return in.NewPlan(t, "set", f.Plan(doc), l), nil
}
