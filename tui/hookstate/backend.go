package hookstate

import (
	"context"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
)

// Backend is what is asked of the world.
type Backend interface {
	// Targets are the settings files that hooks may go into, the preferred one first.
	// There is at least one, and they stay the same. A file that is listed again, as the
	// project's is in the home directory, is left out.
	Targets() []planner.Target
	// Inspect says what is found for a settings file.
	Inspect(planner.Target) status.Status
	// Review says which third-party hooks have a part in questions, what came of them in
	// the past, and what else decides about questions. The past and the environment are
	// the backend's to fill in. It may take long the first time; when its error is the
	// context's, nothing that it has started runs any more.
	Review(context.Context, conflicts.Options) (conflicts.Review, error)
}
