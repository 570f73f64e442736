package conflicts

import (
	"context"

	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/trial"
	"neverask/hooks/claude/config"
	"neverask/tui/hookstate"
)

// Backend is what the place asks of the world, beside what package survey does.
type Backend interface {
	// Install plans to put hooks of neverask into a settings file, and to take the chosen
	// resolutions of conflicts. An empty plan means that there is nothing to do.
	Install(planner.Target, install.Options) (planner.Plan, error)
	// PrepareTest plans to run a hook once with a made-up question. RunTest does so, and
	// keeps what the hook did, which reviews count from then on.
	PrepareTest(h config.Hook) (trial.Plan, error)
	RunTest(context.Context, trial.Plan) error
	hookstate.Restorer
}
