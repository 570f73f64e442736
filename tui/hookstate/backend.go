package hookstate

import (
	"context"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
)

// Backend is what this package needs from outside.
type Backend interface {
	// Targets returns the settings files that hooks may go into, the preferred one first:
	// at least one, always the same, and none twice, even if the project is the home
	// directory.
	Targets() []planner.Target
	// Inspect returns the status of a settings file.
	Inspect(planner.Target) status.Status
	// Unable says of each installable why it cannot act though it is installed; names in it are not yet safe to draw.
	Unable() map[config.Installable]string
	// Review finds the third-party hooks that affect questions, what they did in past
	// sessions, and the settings that affect questions. The backend adds past sessions and
	// environment to the options. The first call may take long; if it returns the context's
	// error, nothing that it started is still running.
	Review(context.Context, conflicts.Options) (conflicts.Review, error)
}
