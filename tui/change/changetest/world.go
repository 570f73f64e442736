package changetest

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/paths"
	"neverask/settings"
	"neverask/settings/musttest"
	"neverask/settings/saferead"
	"neverask/tui/change"
	"neverask/tui/kit"
	"neverask/tui/kit/kittest"
	"neverask/tui/termtest"
)

// A World plans and writes real files, below a directory of the test. The hook program exists in name only.
type World struct {
	T    testing.TB
	Root string // everything is below it, /etc among it
	Home string
	In   *planner.Planner

	Claude  client.Found
	Hook    planner.BinaryState // problems of every settings file
	Running []planner.Problem   // the result of Warnings
	Found   []planner.Problem   // additional problems for Inspect

	Applied   []planner.Plan
	ApplyErr  error // the error of Apply, which then writes nothing
	Leftovers error // an error of Apply in addition to the receipt

	ids []string // of the changes that were made
}

// New returns the world of somebody who works in ~/work/shop.
func New(t testing.TB) *World {
	root := termtest.Dir(t, termtest.Memory())
	w := &World{
		T: t, Root: root, Home: root + "/home/me", Claude: client.Found{Program: "/usr/bin/claude", Version: "2.1.329"},
	}
	now := func() time.Time { return kittest.Noon }
	state := w.Home + "/.local/state/neverask"
	w.In = &planner.Planner{
		Now:       now,
		Paths:     paths.Paths{Config: w.Home + "/.config/neverask", State: state, Data: "/home/me/.local/share/neverask"},
		Locations: settings.Locations{Home: w.Home, Dir: w.Home + "/work/shop"},
		GOOS:      "linux", ManagedDir: root + "/etc/claude-code",
		Store: settings.NewStore(state, now),
	}
	w.In.FindClient = func() client.Found { return w.Claude }
	w.Hook.Path = w.In.Paths.Hook()
	for _, dir := range []string{"/.claude", "/work/shop/.git"} {
		musttest.Do(t, os.MkdirAll(w.Home+dir, 0o700))
	}
	return w
}

// Show shows a place of this world, where changes are made.
func (w *World) Show(p kittest.Place, width, height int) *kittest.Driver {
	m := &kit.Model{Home: w.Home, Now: w.In.Now}
	flow := &change.Flow{
		Backend: w, Home: w.Home, Waiting: func() int { return 0 }, Written: func(settings.Receipt, string) {},
	}
	d := kittest.Show(w.T, m, p, func(msg tea.Msg) (tea.Cmd, bool) { return flow.Receive(m, msg) }, width, height)
	d.Named = w.named
	return d
}

// TakeBack plans to undo the last change, like the key z.
func (w *World) TakeBack(d *kittest.Driver) {
	w.T.Helper()
	last, err := w.In.Store.Last()
	musttest.Do(w.T, err)
	d.Run(change.Begin(d.M, change.TakingBack(w, w.Home, last)))
	d.M.Changed()
}

// pathDigest is how the name of a backup begins, which tells where its file is.
var pathDigest = regexp.MustCompile(`\b[0-9a-f]{12}-`)

// named replaces random names of changes and backups.
func (w *World) named(screen string) string {
	screen = pathDigest.ReplaceAllString(screen, "0123456789ab-")
	for i, id := range w.ids {
		screen = strings.ReplaceAll(screen, id, fmt.Sprintf("k3f9a2%c", 'b'+i))
	}
	return screen
}

// Unable says why neverask's hooks cannot act, as if all programs could be run.
func (w *World) Unable() map[config.Installable]string {
	sources := w.In.Sources()
	all := status.Unable(w.In, sources, dispatch.Standings(sources, sources.Hooks()))
	for what, why := range all {
		all[what] = strings.ReplaceAll(why, w.Root, "")
	}
	return all
}

// Backups returns the directory of earlier contents.
func (w *World) Backups() string { return w.In.Paths.State + "/backups" }

// Path returns where a file is: one that begins with "~" below Home, any other below Root.
func (w *World) Path(name string) string {
	if rest, ok := strings.CutPrefix(name, "~"); ok {
		return w.Home + rest
	}
	return w.Root + strings.TrimPrefix(name, w.Root)
}

// Put writes a file.
func (w *World) Put(name, content string) {
	w.T.Helper()
	musttest.Write(w.T, w.Path(name), content)
	if content == "" { // otherwise it would look as if a program were still writing it
		old := time.Now().Add(-time.Hour)
		musttest.Do(w.T, os.Chtimes(w.Path(name), old, old))
	}
}

// Get reads a file; a missing one is empty.
func (w *World) Get(name string) string {
	b, _ := os.ReadFile(w.Path(name))
	return string(b)
}

// Remove deletes a file, or a directory with its content.
func (w *World) Remove(name string) {
	musttest.Do(w.T, os.RemoveAll(w.Path(name)))
}

// Targets returns the settings files of all scopes.
func (w *World) Targets() (all []planner.Target) {
	for _, s := range settings.Scopes {
		all = append(all, planner.Target{Scope: s, Path: w.In.Locations.File(s)})
	}
	return all
}

// Inspect says what is found for a settings file, and of the hook program what the test
// says.
func (w *World) Inspect(t planner.Target) status.Status {
	s := status.Inspect(w.In, t)
	s.Hook = w.Hook
	var problems []planner.Problem
	for _, p := range s.Problems {
		if !strings.HasPrefix(p.ID, "hook-") {
			problems = append(problems, p)
		}
	}
	s.Problems = append(problems, w.Found...)
	return s
}

// Apply writes the files of a plan in their order.
func (w *World) Apply(ctx context.Context, p planner.Plan) (r settings.Receipt, err error) {
	w.Applied = append(w.Applied, p)
	if err := cmp.Or(w.ApplyErr, ctx.Err()); err != nil || !p.Changes() {
		return r, err
	}
	r, all, err := w.ApplyParts(ctx, p, func(part settings.Plan) settings.Plan { return part })
	for _, made := range all {
		w.ids = append(w.ids, made.ID)
	}
	return r, cmp.Or(err, w.Leftovers)
}

// ApplyParts writes the files of a plan in their order, all or none, each as place returns it. It returns the receipt
// of the plan's own file, or of the first, and all receipts.
func (w *World) ApplyParts(ctx context.Context, p planner.Plan, place func(settings.Plan) settings.Plan) (r settings.Receipt, all []settings.Receipt, err error) {
	for _, part := range p.Parts() {
		if part.Empty() {
			continue
		}
		one := place(part.Plan)
		if len(all) > 0 {
			one.Follows = all[0].ID
		}
		made, err := w.In.Store.Apply(ctx, one, part.Op)
		if err != nil {
			for _, made := range slices.Backward(all) {
				back, err := w.In.Store.Undo(made)
				musttest.Do(w.T, err)
				_, err = w.In.Store.Apply(ctx, back, settings.Rollback)
				musttest.Do(w.T, err)
			}
			return made, nil, err
		}
		if all = append(all, made); r.ID == "" || part.Path == p.Path {
			r = made
		}
	}
	return r, all, nil
}

// Do applies a plan, which must succeed.
func (w *World) Do(p planner.Plan, err error) settings.Receipt {
	w.T.Helper()
	r := settings.Receipt{}
	if err == nil {
		r, err = w.Apply(w.T.Context(), p)
	}
	musttest.Do(w.T, err)
	return r
}

// Undo plans to take a change back.
func (w *World) Undo(r settings.Receipt) (planner.Plan, error) { return changes.Undo(w.In, r) }

// Consequences says what is so after a plan.
func (w *World) Consequences(ctx context.Context, p planner.Plan, suggestions int) []status.Consequence {
	now, err := conflicts.Find(ctx, w.In, conflicts.Options{})
	if err != nil {
		w.T.Error(err)
	}
	return status.Consequences(w.In, p, now, suggestions)
}

// Warnings returns what the test says.
func (w *World) Warnings(planner.Plan) []planner.Problem { return w.Running }

// RecordActivity returns where it is said how much is recorded, and what plans to change that.
func (w *World) RecordActivity(how install.Recording) (planner.Target, func() (planner.Plan, error)) {
	return install.RecordTargets(w.In)[0], func() (planner.Plan, error) { return install.Record(w.In, how) }
}

// Stamp looks at a file.
func (w *World) Stamp(path string) saferead.Stamp { return saferead.StampOf(path) }

// ReadFile reads a file.
func (w *World) ReadFile(path string) ([]byte, error) { return os.ReadFile(path) }

// History returns the change log.
func (w *World) History() ([]settings.Receipt, error) { return w.In.Store.History() }

// Records returns those of the changes that want accepts.
func (w *World) Records(want func(settings.Receipt) bool) ([]settings.Record, error) {
	return w.In.Store.Records(want)
}

// Contents returns what was in a file before and after a change.
func (w *World) Contents(r settings.Receipt) (before, after []byte, ok bool) {
	return w.In.Store.Contents(r)
}
