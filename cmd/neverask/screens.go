package main

import (
	"context"
	"io/fs"
	"os"
	"time"

	"neverask/hooks/installer"
	"neverask/settings"
	"neverask/tui"
)

// screens opens the terminal program.
func (a *app) screens(ctx context.Context) error {
	return tui.Run(ctx, tui.Options{
		Backend: backend{a.in}, Input: a.stdin, Output: a.stdout, Environ: os.Environ(),
		Home: a.in.Places.Home, Backups: a.in.Paths.Backups(), Version: version(), Now: time.Now,
	})
}

// backend is the real world behind the screens.
type backend struct{ *installer.Installer }

func (b backend) Targets() (all []installer.Target) {
	for _, scope := range settings.Scopes {
		all = append(all, b.Target(scope, ""))
	}
	return all
}

func (b backend) Last() (settings.Receipt, error)       { return b.Store.Last() }
func (b backend) LastUndo() (settings.Receipt, error)   { return b.Store.LastUndo() }
func (b backend) Stat(path string) (fs.FileInfo, error) { return os.Stat(path) }
