package planner

import (
	"errors"
	"slices"

	"neverask/settings"
)

// Repair plans the repair of a settings file by edits of its document.
func (in *Planner) Repair(t Target, edit func(settings.Document) (settings.Document, error)) (Plan, error) {
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

// RepairText plans to repair a settings file that is not valid. The result must be JSON with
// unique names.
func (in *Planner) RepairText(t Target, edit func([]byte) ([]byte, error)) (Plan, error) {
	t = in.Scoped(t)
	f, err := in.Store.Load(t.Path)
	var syntax *settings.SyntaxError
	if err != nil && !errors.As(err, &syntax) {
		return Plan{}, err
	}
	l, err := in.Account(f.Target)
	if err != nil {
		return Plan{}, err
	}
	content, err := edit(slices.Clone(f.Plan(f.Document).Before))
	if err != nil {
		return Plan{}, err
	}
	return in.NewPlan(t, "fix", f.Rewrite(content), l), nil
}
