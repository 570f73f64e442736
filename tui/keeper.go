package tui

import (
	"context"
	"time"

	"neverask/hooks/app/doctor"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/settings"
)

// Keeper is what the screens ask about whether everything is still as it should
// be, and to make it so.
type Keeper interface {
	// Examine looks at everything that decides whether hooks run. It may take
	// long the first time. When the context ends, it ends what it has started
	// before it returns its error.
	Examine(context.Context) ([]doctor.Finding, error)
	// Switch has the hooks pass everything through until a time; the zero time ends
	// that.
	Switch(off time.Time) error
	// Repair plans the repair of a finding that is fixable.
	Repair(doctor.Finding) (installer.Plan, error)

	// Watch waits until the settings files, the preferences or the hook program are
	// others than when it returned last, or the hooks that settings files have lost
	// without neverask are others than the known ones. It returns these, and whether
	// a file has changed; when the context ends, the known ones. What it waits with
	// at first is what the first call finds. It is never called from two goroutines.
	Watch(ctx context.Context, known []installer.OutsideChange) (lost []installer.OutsideChange, changed bool)
	// Recover plans to put lost hooks back, and Accept takes their loss as
	// meant.
	Recover(context.Context, []installer.OutsideChange) (installer.Plan, error)
	Accept(context.Context, []installer.OutsideChange) error

	// Settings are those that decide about hooks and questions, and Configure
	// plans to change one. raw is JSON text; empty takes the setting out.
	Settings() []config.Setting
	Configure(t installer.Target, name, raw string) (installer.Plan, error)

	// Rewind plans to give files the content from before changes, whatever was
	// done since: one change of each file.
	Rewind([]settings.Receipt) (installer.Plan, error)
}
