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

// Backend is what the place needs from outside.
type Backend interface {
	Editor
	// Targets returns the settings files that can be edited.
	Targets() []planner.Target
	// Sources returns all sources of Claude Code's hooks.
	Sources() config.Sources
	// Standings returns the state of each hook of the sources, in their order:
	// whether it runs, and whether its program can be run.
	Standings(config.Sources) []dispatch.HookState
	// Parked returns the parked hooks.
	Parked() ([]planner.Parked, error)
	// Resolved returns the hooks that a resolution of a conflict keeps from questions.
	Resolved() ([]conflicts.Resolved, error)
	// HookStats returns statistics of hooks in past sessions. The first call may take
	// long.
	HookStats(context.Context) []transcript.HookStat
	// PrepareHook plans to run a hook once, with the last call that it ran for as its input,
	// or else a made-up one. RunHook runs it.
	PrepareHook(config.Hook) (trial.Plan, error)
	RunHook(context.Context, trial.Plan) (trial.Result, error)
}

// Editor plans changes to hooks in the current files. A hook that is no longer as shown is
// an error that wraps [settings.ErrChanged].
type Editor interface {
	// Park plans to park a hook, alone or with its whole group.
	Park(h config.Hook, group bool) (planner.Plan, error)
	hookstate.Restorer
	// Remove plans to delete a hook.
	Remove(config.Hook) (planner.Plan, error)
}
