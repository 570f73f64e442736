package hooklist

import (
	"context"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/trial"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/claude/transcript"
	"neverask/tui/hookstate"
)

// Backend is what the place asks of the world.
type Backend interface {
	Editor
	// Targets are the settings files that can be edited.
	Targets() []planner.Target
	// Sources are all places that Claude Code takes hooks from.
	Sources() config.Sources
	// Standings says of each hook of the sources, in their order, whether it runs,
	// and whether its program can be run.
	Standings(config.Sources) []dispatch.HookState
	// Parked are the hooks that were taken out of their files and are kept.
	Parked() ([]planner.Parked, error)
	// Resolved are the hooks that a resolution of a conflict keeps from questions.
	Resolved() ([]conflicts.Resolved, error)
	// HookStats sums up what past sessions tell of hooks. It may take long the
	// first time.
	HookStats(context.Context) []transcript.HookStat
	// PrepareHook plans to run a hook once, told of the last call that it ran for, or else of
	// one that is made up. RunHook does so.
	PrepareHook(config.Hook) (trial.Plan, error)
	RunHook(context.Context, trial.Plan) (trial.Result, error)
}

// Editor plans what is done to hooks, of the files as they are then; a hook that is no
// longer as it was shown is an error that wraps [settings.ErrChanged].
type Editor interface {
	// Park plans to take a hook out of its file and keep it, alone or with its
	// whole group.
	Park(h config.Hook, group bool) (planner.Plan, error)
	hookstate.Restorer
	// Remove plans to take a hook out for good.
	Remove(config.Hook) (planner.Plan, error)
}
