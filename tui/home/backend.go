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

// Backend is what the place needs from outside, beside the backends of hookstate and rulestate.
type Backend interface {
	Keeper
	Switches
	Doctor
	// Targets returns the settings files that hooks may go into, the preferred one first.
	Targets() []planner.Target
	// Inspect returns the status of a settings file.
	Inspect(planner.Target) status.Status
	// Uninstall plans to remove neverask's hooks from a settings file. The plan is empty
	// if there is nothing to do.
	Uninstall(planner.Target) (planner.Plan, error)
	// Client returns the Claude Code that was found.
	Client() client.Found
	// Sources returns all sources of Claude Code's hooks.
	Sources() config.Sources
	// Parked returns the hooks parked by the person, and Resolved those parked by resolutions.
	Parked() ([]planner.Parked, error)
	Resolved() ([]conflicts.Resolved, error)
}

// Doctor examines the sources of hooks.
type Doctor interface {
	// Failing returns the commands in them that cannot be run.
	Failing(config.Sources) []doctor.Failure
	// ExamineFiles returns what the doctor finds in them without starting a program.
	ExamineFiles(config.Sources) []doctor.Finding
}

// Switches turns neverask off, and makes the person away, for a time.
type Switches interface {
	// Switch turns neverask off until a time; the zero time turns it on.
	Switch(off time.Time) error
	// GoAway has Claude go on without the person until a time. ComeBack ends that, and returns
	// when it began; the zero time if the person was not away.
	GoAway(until time.Time) error
	ComeBack() (since time.Time, err error)
}

// Keeper watches what other programs do to the files.
type Keeper interface {
	// Watch waits until the settings files, the preferences, the hook program or when neverask is off and the
	// person away have changed since it last returned (or since the first call), or the lost hooks differ from
	// known. It returns the lost hooks, and whether the former have changed; when the context ends, it returns
	// known. It is not safe for concurrent use.
	Watch(ctx context.Context, known []planner.OutsideChange) (lost []planner.OutsideChange, changed bool)
	// Recover plans to put lost hooks back, and Accept marks their loss as intended.
	Recover(context.Context, []planner.OutsideChange) (planner.Plan, error)
	Accept(context.Context, []planner.OutsideChange) error
}
