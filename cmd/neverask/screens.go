package main

import (
	"context"
	"os"
	"sync"
	"time"

	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/app/watch"
	"neverask/hooks/off"
	"neverask/settings"
	"neverask/settings/foreign"
	"neverask/tui"
)

// screens opens the terminal program.
func (a *app) screens(ctx context.Context, t target, readOnly bool) error {
	targets, err := a.targets(t)
	if err != nil {
		return err
	}
	return tui.Run(ctx, tui.Options{
		Backend: backend{a.in, plans{a.in}, newMemory(a.in), targets, watch.New(a.in, false), &watchedFiles{}, new(sync.Mutex)}, Input: a.stdin, Output: a.stdout, Environ: os.Environ(),
		Home: a.in.Locations.Home, Backups: a.in.Paths.Backups(), Version: version(), Now: time.Now,
		ReadOnly: readOnly, Theme: a.theme(), SaveTheme: a.saveTheme,
	})
}

// targets are the settings files that the screens offer: the named one alone,
// or those of all scopes with the wanted one first.
func (a *app) targets(t target) ([]installer.Target, error) {
	wanted, err := a.target(t)
	if err != nil || t.path != "" {
		return []installer.Target{wanted}, err
	}
	all := []installer.Target{wanted}
	for _, scope := range settings.Scopes {
		if scope != wanted.Scope {
			all = append(all, a.in.Target(scope, ""))
		}
	}
	return all, nil
}

// backend is the real world behind the screens.
type backend struct {
	*installer.Installer
	plans
	*memory
	targets []installer.Target
	watcher *watch.Watcher // for Watch alone
	files   *watchedFiles  // for Watch alone
	// one lets only one look at all hooks at a time: each takes as much memory as they do.
	one *sync.Mutex
}

func (b backend) Targets() []installer.Target { return b.targets }

// Review adds what transcripts tell. Without them there is less evidence, and a
// review all the same.
func (b backend) Review(ctx context.Context, o conflicts.Options) (conflicts.Review, error) {
	if _ = b.loadHooks(ctx, &o); ctx.Err() != nil {
		return conflicts.Review{}, ctx.Err()
	}
	b.one.Lock()
	defer b.one.Unlock()
	if ctx.Err() != nil {
		return conflicts.Review{}, ctx.Err()
	}
	o.Env = os.Environ()
	return conflicts.Find(ctx, b.Installer, o)
}

// Consequences looks at the hooks of others anew, with what transcripts tell of
// them.
func (b backend) Consequences(ctx context.Context, p installer.Plan, suggestions int) []status.Consequence {
	now, err := b.Review(ctx, conflicts.Options{})
	if err != nil {
		return nil
	}
	return status.Consequences(b.Installer, p, now, suggestions)
}

func (b backend) Switch(until time.Time) (err error) {
	if until.IsZero() {
		_, err = off.End(b.Paths.Off(), "", time.Now())
	} else {
		_, err = off.Begin(b.Paths.Off(), off.Period{Since: time.Now(), Until: until})
	}
	return err
}

func (b backend) Last() (settings.Receipt, error)     { return b.Store.Last() }
func (b backend) LastUndo() (settings.Receipt, error) { return b.Store.LastUndo() }
func (b backend) Stamp(path string) foreign.Stamp     { return foreign.StampOf(path) }
