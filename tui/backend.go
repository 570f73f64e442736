package tui

import (
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/tui/calls"
	"neverask/tui/conflicts"
	"neverask/tui/doctor"
	"neverask/tui/follow"
	"neverask/tui/history"
	"neverask/tui/hooklist"
	"neverask/tui/rules"
	"neverask/tui/setting"
	"neverask/tui/suggestion"
	"neverask/tui/survey"
	"neverask/tui/toolrules"
)

// Backend is everything that the screens ask of the world. Its methods are
// called from several goroutines at once, but Apply never from two.
type Backend interface { //nolint:interfacebloat // all of the world that the screens see
	follow.Backend
	rules.Backend
	suggestion.Backend
	hooklist.Backend
	calls.Backend
	setting.Backend
	doctor.Backend
	history.Backend
	survey.Backend
	conflicts.Backend
	Keeper
	toolrules.Backend

	// Client is the version of the Claude Code that the person would start, and
	// empty when none is found.
	Client() client.Version

	// Uninstall plans to take hooks of neverask out of a settings file. An empty plan means
	// that there is nothing to do.
	Uninstall(installer.Target, ...config.Pack) (installer.Plan, error)
	// LastUndo is the undo that redo takes back; settings.ErrNoReceipt when there is none.
	LastUndo() (settings.Receipt, error)
}
