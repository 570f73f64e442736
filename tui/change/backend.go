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
	// Apply writes exactly the plan, or nothing. An error beside a receipt is
	// about something that was left behind after the change was made. The
	// context ends the wait for other processes, never a change that has
	// begun.
	Apply(context.Context, planner.Plan) (settings.Receipt, error)

	// Consequences says what is so now that a plan was applied, while some suggestions
	// wait. It looks at the world after the change.
	Consequences(ctx context.Context, p planner.Plan, suggestions int) []status.Consequence
	// Undo plans to take a change back.
	Undo(settings.Receipt) (planner.Plan, error)
	// Inspect says what is found for a settings file.
	Inspect(planner.Target) status.Status
	// Warnings are what is to be known before any plan is applied.
	Warnings(planner.Plan) []planner.Problem

	// Stamp looks at a file. It is called twice a second while a plan is shown, to
	// see whether the file changes.
	Stamp(path string) saferead.Stamp
	// ReadFile reads a settings file.
	ReadFile(path string) ([]byte, error)

	// History is every change that neverask made to a file, the oldest first.
	History() ([]settings.Receipt, error)
	// Records are those of the changes that want accepts, with whether they could
	// be undone now.
	Records(want func(settings.Receipt) bool) ([]settings.Record, error)
	Contents(settings.Receipt) (before, after []byte, ok bool)
}

// ChangesBackend is what the page of all changes asks of the world.
type ChangesBackend interface {
	Backend
	// Targets are the settings files that can be edited.
	Targets() []planner.Target
	// Made is the change of one file as the plan that it was; ok is false when that
	// is no longer kept.
	Made(settings.Receipt) (p planner.Plan, ok bool)
}
