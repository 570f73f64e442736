package tui

import (
	"context"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/tui/calls"
	"neverask/tui/doctor"
	"neverask/tui/history"
	"neverask/tui/setting"
)

// Backend is everything that the screens ask of the world. Its methods are
// called from several goroutines at once, but Apply never from two.
type Backend interface { //nolint:interfacebloat // all of the world that the screens see
	Memory
	Manager
	calls.Backend
	setting.Backend
	doctor.Backend
	history.Backend
	Keeper
	Ruler

	// Targets are the settings files that hooks may go into, the preferred
	// one first. There is at least one, and they stay the same. A file that
	// is listed again, as the project's is in the home directory, is left out.
	Targets() []installer.Target
	// Client is the version of the Claude Code that the person would start, and
	// empty when none is found.
	Client() client.Version
	// Review says which hooks of others have a part in questions, what came of
	// them in the past, and what else decides about questions. The past and the
	// environment are the backend's to fill in. It may take long the first time;
	// when its error is the context's, nothing that it has started runs any
	// more.
	Review(context.Context, conflicts.Options) (conflicts.Review, error)

	// Install plans to put the question hooks into a settings file, and Uninstall
	// to take them out. An empty plan means that there is nothing to do.
	Install(installer.Target, install.Options) (installer.Plan, error)
	Uninstall(installer.Target, ...config.Pack) (installer.Plan, error)
	// LostPreferences tells that preferences that were there are gone, and what gives
	// them back.
	LostPreferences() (installer.Problem, bool)

	// Last is the change that undo takes back, and LastUndo the undo that redo
	// takes back; settings.ErrNoReceipt when there is none.
	Last() (settings.Receipt, error)
	LastUndo() (settings.Receipt, error)
}
