package tui

import (
	"context"
	"time"

	"neverask/hooks/app/installer"
)

// Keeper is what the screens ask about whether everything is still as it should
// be, and to make it so.
type Keeper interface {
	// Switch has the hooks pass everything through until a time; the zero time ends
	// that.
	Switch(off time.Time) error
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
}
