package main

import (
	"context"
	"os"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/installer"
	"neverask/settings"
	"neverask/tui"
)

// screens opens the terminal program.
func (a *app) screens(ctx context.Context, t cli.Target, readOnly bool) error {
	targets, err := a.targets(t)
	if err != nil {
		return err
	}
	return tui.Run(ctx, tui.Options{
		Backend: newBackend(a.Installer, targets), Input: a.Stdin, Output: a.Stdout, Environ: os.Environ(),
		Home: a.Installer.Locations.Home, Backups: a.Installer.Paths.Backups(), Version: a.Version, Now: time.Now,
		ReadOnly: readOnly, Theme: a.theme(), SaveTheme: a.saveTheme,
	})
}

// targets are the settings files that the screens offer: the named one alone,
// or those of all scopes with the wanted one first.
func (a *app) targets(t cli.Target) ([]installer.Target, error) {
	wanted, err := a.Target(t)
	if err != nil || t.Path != "" {
		return []installer.Target{wanted}, err
	}
	all := []installer.Target{wanted}
	for _, scope := range settings.Scopes {
		if scope != wanted.Scope {
			all = append(all, a.Installer.Target(scope, ""))
		}
	}
	return all, nil
}
