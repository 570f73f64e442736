package screens

import (
	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/settings"
)

// plans implements the screens' use cases that plan changes of the person's own files.
type plans struct{ in *planner.Planner }

func (p plans) Inspect(t planner.Target) status.Status { return status.Inspect(p.in, t) }

func (p plans) LostPreferences() (planner.Problem, bool) { return status.LostPreferences(p.in) }

func (p plans) Warnings(of planner.Plan) []planner.Problem { return status.Warnings(p.in, of) }

func (p plans) Install(t planner.Target, o install.Options) (planner.Plan, error) {
	return install.Install(p.in, t, o)
}

func (p plans) Uninstall(t planner.Target) (planner.Plan, error) {
	return install.Uninstall(p.in, t)
}

func (p plans) RecordActivity(how install.Recording) (planner.Target, func() (planner.Plan, error)) {
	return install.RecordTargets(p.in)[0], func() (planner.Plan, error) { return install.Record(p.in, how) }
}

func (p plans) Undo(r settings.Receipt) (planner.Plan, error) { return changes.Undo(p.in, r) }

func (p plans) Made(r settings.Receipt) (planner.Plan, bool) { return changes.Made(p.in, r) }

func (p plans) Park(h config.Hook, group bool) (planner.Plan, error) {
	return conflicts.Park(p.in, h, group)
}

func (p plans) Unpark(parked planner.Parked) (planner.Plan, error) {
	return conflicts.Unpark(p.in, parked)
}

func (p plans) Remove(h config.Hook) (planner.Plan, error) { return conflicts.Remove(p.in, h) }
