package background

import (
	"slices"

	"neverask/hooks/app/installer"
	"neverask/settings"
)

// Install plans to set up a service that runs neverask hooks watch in the background, with
// restore one that puts lost hooks back.
func Install(in *installer.Installer, restore bool) (installer.Plan, error) {
	s, err := in.WatchService(restore)
	if err != nil {
		return installer.Plan{}, err
	}
	p, err := servicePlan(in, installer.OpWatch, s.Plan)
	if s.Lacks != "" {
		p.Problems = append(p.Problems, installer.Problem{ID: "service-variables", Severity: "warning", Message: s.Lacks, Fix: "run setx for each of them, and neverask hooks watch --install again"})
	}
	return p, err
}

// Uninstall plans to stop that service and to remove its file. Without one the plan
// is empty.
func Uninstall(in *installer.Installer) (installer.Plan, error) {
	s, err := in.WatchService(false)
	if err != nil {
		return installer.Plan{}, err
	}
	return servicePlan(in, installer.OpUnwatch, s.PlanRemove)
}

func servicePlan(in *installer.Installer, op string, plan func(*settings.Store) (settings.Plan, string, error)) (installer.Plan, error) {
	sp, warning, err := plan(in.Store)
	if err != nil {
		return installer.Plan{}, err
	}
	l, err := in.Account(sp.Target)
	p := in.NewPlan(installer.Target{Path: sp.Path}, op, sp, l)
	if warning != "" {
		p.Problems = []installer.Problem{{ID: "service-edited", Severity: "warning", Message: warning, Fix: "copy what you want to keep; neverask undo gives it back"}}
	}
	return p, err
}

// Without adds to a plan that takes hooks out that the service is removed, once
// no settings file is left that runs them.
func Without(in *installer.Installer, p installer.Plan) (installer.Plan, error) {
	for _, t := range in.Watched() {
		f, l, err := in.Open(t)
		changed := slices.ContainsFunc(p.Parts(), func(part installer.Plan) bool { return part.Plan.Target == f.Target })
		if err == nil && !changed && installer.Runs(f.Document.Bytes(), l.Owner) {
			return p, nil
		}
	}
	if _, err := in.WatchService(false); err != nil {
		return p, nil //nolint:nilerr // it cannot have been set up
	}
	s, err := Uninstall(in)
	if err != nil || s.Empty() {
		return p, err
	}
	p.Also, p.Problems = append(p.Also, s), append(p.Problems, s.Problems...)
	return p, nil
}
