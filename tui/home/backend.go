package home

import (
	"context"
	"time"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/config"
)

// Backend is what the place asks of the world, beside what packages survey and follow do.
type Backend interface {
	Keeper
	Switches
	// Targets are the settings files that hooks may go into, the preferred one first.
	Targets() []planner.Target
	// Inspect says what is found for a settings file.
	Inspect(planner.Target) status.Status
	// Uninstall plans to take hooks of neverask out of a settings file. An empty plan
	// means that there is nothing to do.
	Uninstall(planner.Target) (planner.Plan, error)
	// Client is the Claude Code that the person has.
	Client() client.Found
	// Sources are all places that Claude Code takes hooks from, and Failing lists what they
	// have it run and cannot be run.
	Sources() config.Sources
	Failing(config.Sources) []doctor.Failure
	// Parked are the hooks that were parked, and Resolved those that were because of a conflict.
	Parked() ([]planner.Parked, error)
	Resolved() ([]conflicts.Resolved, error)
}

// Switches are how long neverask is off, or the person away.
type Switches interface {
	// Switch has the hooks pass everything through until a time; the zero time ends that.
	Switch(off time.Time) error
	// GoAway has Claude go on without the person until a time. ComeBack ends that, and says
	// since when it was so; the zero time where it was not.
	GoAway(until time.Time) error
	ComeBack() (since time.Time, err error)
}

// Keeper watches over what other programs do to the files.
type Keeper interface {
	// Watch waits until the settings files, the preferences or the hook program are others than when it
	// returned last, or the hooks that settings files have lost without neverask are others than the known
	// ones. It returns these, and whether a file has changed; when the context ends, the known ones. What
	// it waits with at first is what the first call finds. It is never called from two goroutines.
	Watch(ctx context.Context, known []planner.OutsideChange) (lost []planner.OutsideChange, changed bool)
	// Recover plans to put lost hooks back, and Accept takes their loss as meant.
	Recover(context.Context, []planner.OutsideChange) (planner.Plan, error)
	Accept(context.Context, []planner.OutsideChange) error
}
