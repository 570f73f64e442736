package installer

import (
	"neverask/hooks/claude/config"
)

// Settings are those that decide about hooks and questions, with where they come
// from, and where Claude Code is started with further settings files.
func (in *Installer) Settings(extra []string) []config.Setting {
	guards := config.DenyRules(in.Locations.Home, in.Paths.Config, in.Paths.State, in.Paths.Data)
	return config.Effective(in.site(extra, nil), guards)
}

// Configure plans to change such a setting in a settings file. raw is its JSON
// text; empty takes it out.
func (in *Installer) Configure(t Target, name, raw string) (Plan, error) {
	f, l, err := in.open(t)
	if err != nil {
		return Plan{}, err
	}
	kind := config.Kind(t.Scope)
	if kind == "" {
		kind = config.Extra
	}
	doc, err := config.Configure(f.Document, kind, name, raw)
	if err != nil {
		return Plan{}, at(t.Path, err)
	}
	return in.plan(t, "set", f.Plan(doc), l), nil
}
