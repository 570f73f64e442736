package tui

import (
	"context"
	"slices"
	"time"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/settings"
	"neverask/settings/foreign"
)

// Backend is everything that the screens ask of the world. Its methods are
// called from several goroutines at once, but Apply never from two.
type Backend interface { //nolint:interfacebloat // all of the world that the screens see
	Memory
	Manager
	Recorder
	Keeper
	Ruler

	// Targets are the settings files that hooks may go into, the preferred
	// one first. There is at least one, and they stay the same. A file that
	// is listed again, as the project's is in the home directory, is left out.
	Targets() []installer.Target
	// Inspect says what is found for a settings file.
	Inspect(installer.Target) status.Status
	// Client is the version of the Claude Code that the person would start, and
	// empty when none is found.
	Client() client.Version
	// Review says which hooks of others have a part in questions, what came of
	// them in the past, and what else decides about questions. The past and the
	// environment are the backend's to fill in. It may take long the first time;
	// when its error is the context's, nothing that it has started runs any
	// more.
	Review(context.Context, conflicts.Options) (conflicts.Review, error)
	// Counts says what became of the questions since a time.
	Counts(since time.Time) transcript.Counts

	// Install plans to put the question hooks into a settings file,
	// Uninstall to take them out, and Undo to take a change back. An empty
	// plan means that there is nothing to do.
	Install(installer.Target, install.Options) (installer.Plan, error)
	Uninstall(installer.Target, ...config.Pack) (installer.Plan, error)
	Undo(settings.Receipt) (installer.Plan, error)
	// Apply writes exactly the plan, or nothing. An error beside a receipt is
	// about something that was left behind after the change was made. The
	// context ends the wait for other processes, never a change that has
	// begun.
	Apply(context.Context, installer.Plan) (settings.Receipt, error)

	// Consequences says what is so now that a plan was applied, while some suggestions
	// wait. It looks at the world after the change.
	Consequences(ctx context.Context, p installer.Plan, suggestions int) []status.Consequence

	// LostPreferences tells that preferences that were there are gone, and what gives
	// them back.
	LostPreferences() (installer.Problem, bool)

	// Last is the change that undo takes back, and LastUndo the undo that redo
	// takes back; settings.ErrNoReceipt when there is none.
	Last() (settings.Receipt, error)
	LastUndo() (settings.Receipt, error)

	// Stamp looks at a file. It is called twice a second while a plan is shown, to
	// see whether the file changes.
	Stamp(path string) foreign.Stamp
}

// targets are the targets of a backend, each file once.
func targets(b Backend) (all []installer.Target) {
	for _, t := range b.Targets() {
		if !slices.ContainsFunc(all, func(u installer.Target) bool { return u.Path == t.Path }) {
			all = append(all, t)
		}
	}
	return all
}
