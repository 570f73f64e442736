package screens

import (
	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/settings"
)

// plans are the use cases that the screens ask for, on the person's own files.
type plans struct{ in *installer.Installer }

func (p plans) Inspect(t installer.Target) status.Status { return status.Inspect(p.in, t) }

func (p plans) LostPreferences() (installer.Problem, bool) { return status.LostPreferences(p.in) }

func (p plans) Warnings(of installer.Plan) []installer.Problem { return status.Warnings(p.in, of) }

func (p plans) Install(t installer.Target, o install.Options) (installer.Plan, error) {
	return install.Install(p.in, t, o)
}

func (p plans) Uninstall(t installer.Target) (installer.Plan, error) {
	return install.Uninstall(p.in, t)
}

func (p plans) RecordActivity(how install.Recording) (installer.Target, func() (installer.Plan, error)) {
	return install.RecordTargets(p.in)[0], func() (installer.Plan, error) { return install.Record(p.in, how) }
}

func (p plans) Undo(r settings.Receipt) (installer.Plan, error) { return changes.Undo(p.in, r) }

func (p plans) Made(r settings.Receipt) (installer.Plan, bool) { return changes.Made(p.in, r) }

func (p plans) Park(h config.Hook, group bool) (installer.Plan, error) {
	return conflicts.Park(p.in, h, group)
}

func (p plans) Unpark(parked installer.Parked) (installer.Plan, error) {
	return conflicts.Unpark(p.in, parked)
}

func (p plans) Remove(h config.Hook) (installer.Plan, error) { return conflicts.Remove(p.in, h) }
