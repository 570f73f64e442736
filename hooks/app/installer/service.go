package installer

import (
	"slices"

	"neverask/hooks/app/service"
	"neverask/settings"
)

// background is the service that runs neverask hooks watch, with restore one that puts lost
// hooks back. It has no file where there can be none.
func (in *Installer) background(restore bool) (service.Service, error) {
	args := []string{"hooks", "watch"}
	if restore {
		args = append(args, "--restore")
	}
	return service.For(in.Background, args...)
}

// InstallWatch plans to set up a service that runs neverask hooks watch in the background, with
// restore one that puts lost hooks back.
func (in *Installer) InstallWatch(restore bool) (Plan, error) {
	s, err := in.background(restore)
	if err != nil {
		return Plan{}, err
	}
	p, err := in.servicePlan(opWatch, s.Plan)
	if s.Lacks != "" {
		p.Problems = append(p.Problems, Problem{"service-variables", "warning", s.Lacks, "run setx for each of them, and neverask hooks watch --install again"})
	}
	return p, err
}

// UninstallWatch plans to stop that service and to remove its file. Without one the plan
// is empty.
func (in *Installer) UninstallWatch() (Plan, error) {
	s, err := in.background(false)
	if err != nil {
		return Plan{}, err
	}
	return in.servicePlan(opUnwatch, s.PlanRemove)
}

func (in *Installer) servicePlan(op string, plan func(*settings.Store) (settings.Plan, string, error)) (Plan, error) {
	sp, warning, err := plan(in.Store)
	if err != nil {
		return Plan{}, err
	}
	l, err := in.inForce(sp.Target)
	p := in.plan(Target{Path: sp.Path}, op, sp, l)
	if warning != "" {
		p.Problems = []Problem{{"service-edited", "warning", warning, "copy what you want to keep; neverask undo gives it back"}}
	}
	return p, err
}

// withoutService adds to a plan that takes hooks out that the service is removed, once
// no settings file is left that runs them.
func (in *Installer) withoutService(p Plan) (Plan, error) {
	for _, t := range in.Watched() {
		f, l, err := in.open(t)
		changed := slices.ContainsFunc(p.Parts(), func(part Plan) bool { return part.Plan.Target == f.Target })
		if err == nil && !changed && runs(f.Document.Bytes(), l.owner) {
			return p, nil
		}
	}
	if _, err := in.background(false); err != nil {
		return p, nil //nolint:nilerr // it cannot have been set up
	}
	s, err := in.UninstallWatch()
	if err != nil || s.Empty() {
		return p, err
	}
	p.Also, p.Problems = append(p.Also, s), append(p.Problems, s.Problems...)
	return p, nil
}

// ofService is the part of a plan that changes the file of the service.
func (p Plan) ofService() (settings.Plan, bool) {
	for _, part := range p.Parts() {
		if part.service && !part.Empty() {
			return part.Plan, true
		}
	}
	return settings.Plan{}, false
}
