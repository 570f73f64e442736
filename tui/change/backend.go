package change

import (
	"context"

	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/settings"
	"neverask/settings/saferead"
)

// Backend is what making changes asks of the world. Its methods are called from
// several goroutines at once, but Apply never from two.
type Backend interface {
	// Apply writes exactly the plan, or nothing. If there is a receipt, the change was made, and an error is about
	// something left behind. The context ends the wait for other processes, never a change that has begun.
	Apply(context.Context, planner.Plan) (settings.Receipt, error)

	// Consequences returns the consequences of an applied plan, given the number of waiting suggestions. It examines
	// the files after the change.
	Consequences(ctx context.Context, p planner.Plan, suggestions int) []status.Consequence
	// Undo plans to undo a change.
	Undo(settings.Receipt) (planner.Plan, error)
	// Inspect returns the status of a settings file.
	Inspect(planner.Target) status.Status
	// Warnings returns what to know before a plan is applied.
	Warnings(planner.Plan) []planner.Problem

	// Stamp returns a file's stamp. It is called once a second while a plan is shown, to notice changes.
	Stamp(path string) saferead.Stamp
	// ReadFile reads a settings file.
	ReadFile(path string) ([]byte, error)

	// History returns every change that neverask made to a file, the oldest first.
	History() ([]settings.Receipt, error)
	// Records returns the changes that want accepts, with their state.
	Records(want func(settings.Receipt) bool) ([]settings.Record, error)
	Contents(settings.Receipt) (before, after []byte, ok bool)
}

// ChangesBackend is what the page of all changes asks of the world.
type ChangesBackend interface {
	Backend
	// Targets are the settings files that can be edited.
	Targets() []planner.Target
	// Made rebuilds the plan of a past change of one file; ok is false if its contents are no longer kept.
	Made(settings.Receipt) (p planner.Plan, ok bool)
}
