package screens

import (
	"context"
	"os"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/planner"
	"neverask/settings"
	"neverask/tui"
)

// Open opens the screens, and returns when the person leaves them.
func Open(ctx context.Context, a *cli.App, t cli.Target, readOnly bool) error {
	targets, err := targetsOf(a, t)
	if err != nil {
		return err
	}
	return tui.Run(ctx, tui.Options{
		Backend: Backend(a.Planner, targets), Input: os.Stdin, Output: os.Stdout, Environ: os.Environ(),
		Home: a.Planner.Locations.Home, Backups: a.Planner.Paths.Backups(), Now: time.Now,
		ReadOnly: readOnly, Theme: readTheme(a.Planner.Paths), SaveTheme: func(name string) error {
			return saveTheme(a.Planner.Paths, name)
		},
	})
}

// targetsOf returns the settings files that the screens offer: only the named one, or those of all scopes, the wanted
// one first.
func targetsOf(a *cli.App, t cli.Target) ([]planner.Target, error) {
	wanted, err := a.Target(t)
	if err != nil || t.Path != "" {
		return []planner.Target{wanted}, err
	}
	all := []planner.Target{wanted}
	for _, scope := range settings.Scopes {
		if scope != wanted.Scope {
			all = append(all, a.Planner.Target(scope, ""))
		}
	}
	return all, nil
}
