package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/off"
	"neverask/hooks/others/conflict"
	"neverask/settings"
	"neverask/settings/musttest"
	"neverask/tui/kit/kittest"
	"neverask/tui/rulestate/rulestatetest"
)

const (
	home      = "/home/me"
	rulesFile = home + "/.config/neverask/preferences.json"
)

// noon is the current time in these tests.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.Local)

// fake is a Backend that really plans and writes in its own world, but shows paths without
// the directory of the test, so that screens are the same everywhere.
type fake struct {
	*rulestatetest.World

	named    string // the path of a settings file, instead of the scopes
	receipts map[string]settings.Receipt
	watched  string            // what Watch saw last
	failing  map[string]string // why a hook fails, by command

	past    []conflict.Observation
	lookErr error
	shows   func(*conflict.Conflict)       // sets the result of testing a hook
	ran     []string                       // commands that would have been run
	chose   map[string]conflict.Resolution // by the command

	stats []transcript.HookStat
}

func newFake(t testing.TB) *fake {
	w := rulestatetest.New(t)
	w.Base = w.Root
	return &fake{World: w, receipts: map[string]settings.Receipt{}, chose: map[string]conflict.Resolution{}}
}

func (f *fake) Client() client.Found { return f.In.Client() }

func (f *fake) shown(path string) string { return strings.ReplaceAll(path, f.Root, "") }

func (f *fake) shownPlan(p planner.Plan) planner.Plan {
	p.Path, p.Plan.Target, p.Target.Path = f.shown(p.Path), f.shown(p.Plan.Target), f.shown(p.Target.Path)
	p.Also = slices.Clone(p.Also)
	for i := range p.Also {
		p.Also[i] = f.shownPlan(p.Also[i])
	}
	return p
}

// shownError returns an error with the shown paths, for which errors.Is and As work.
func (f *fake) shownError(err error) error {
	if syntax, ok := err.(*settings.SyntaxError); ok {
		shown := *syntax
		shown.Path = f.shown(shown.Path)
		return &shown
	}
	if err == nil || !strings.Contains(err.Error(), f.Root) {
		return err
	}
	return pathError{err, f.shown(err.Error())}
}

// pathError is an error whose text has the shown paths.
type pathError struct {
	error
	text string
}

func (e pathError) Error() string { return e.text }
func (e pathError) Unwrap() error { return e.error }

func (f *fake) real(t planner.Target) planner.Target {
	t.Path = f.Root + t.Path
	return t
}

func (f *fake) Targets() []planner.Target {
	if f.named != "" {
		return []planner.Target{{Path: f.named}}
	}
	var all []planner.Target
	for _, s := range settings.Scopes {
		all = append(all, planner.Target{Scope: s, Path: f.shown(f.In.Locations.File(s))})
	}
	return all
}

func (f *fake) Inspect(t planner.Target) status.Status {
	s := status.Inspect(f.In, f.real(t))
	s.Target, s.Hook = t, f.Hook
	var problems []planner.Problem
	for _, p := range s.Problems {
		if !strings.HasPrefix(p.ID, "hook-") {
			p.Message = f.shown(p.Message)
			problems = append(problems, p)
		}
	}
	s.Problems = append(problems, f.Found...)
	return s
}

func (f *fake) GoAway(until time.Time) error {
	return planner.GoAway(f.In, off.Period{Since: f.In.Now(), Until: until})
}

func (f *fake) ComeBack() (time.Time, error) {
	p, _, err := planner.ComeBack(f.In)
	return p.Since, err
}

func (f *fake) Switch(until time.Time) (err error) {
	if until.IsZero() {
		_, err = off.End(f.In.Paths.Off(), "", time.Now())
	} else {
		_, err = off.Begin(f.In.Paths.Off(), off.Period{Since: time.Now(), Until: time.Now().Add(2 * time.Hour)})
	}
	return err
}

func (f *fake) Install(t planner.Target, o install.Options) (planner.Plan, error) {
	p, err := install.Install(f.In, f.real(t), f.realOptions(o))
	return f.shownPlan(p), f.shownError(err)
}

func (f *fake) Uninstall(t planner.Target) (planner.Plan, error) {
	p, err := install.Uninstall(f.In, f.real(t))
	return f.shownPlan(p), f.shownError(err)
}

func (f *fake) RecordActivity(how install.Recording) (planner.Target, func() (planner.Plan, error)) {
	return f.Targets()[0], func() (planner.Plan, error) {
		p, err := install.Record(f.In, how)
		return f.shownPlan(p), f.shownError(err)
	}
}

func (f *fake) Consequences(ctx context.Context, p planner.Plan, suggestions int) []status.Consequence {
	now, err := f.Review(ctx, conflicts.Options{})
	musttest.Do(f.T, err)
	return status.Consequences(f.In, f.realPlan(p), now, suggestions)
}

func (f *fake) realPlan(p planner.Plan) planner.Plan {
	p.Path = f.Root + p.Path
	p.Also = slices.Clone(p.Also)
	for i := range p.Also {
		p.Also[i] = f.realPlan(p.Also[i])
	}
	return p
}

func (f *fake) Undo(r settings.Receipt) (planner.Plan, error) {
	p, err := changes.Undo(f.In, f.receipts[r.ID])
	return f.shownPlan(p), f.shownError(err)
}

func (f *fake) Apply(ctx context.Context, p planner.Plan) (settings.Receipt, error) {
	f.Applied = append(f.Applied, p)
	if f.ApplyErr != nil {
		return settings.Receipt{}, f.ApplyErr
	}
	if ctx.Err() != nil {
		return settings.Receipt{}, ctx.Err()
	}
	if p.Op == "install" {
		f.Hook.Version, f.Hook.Current = "v0.3.0", true
	}
	if !p.Changes() {
		return settings.Receipt{}, nil
	}
	r, err := f.applyParts(ctx, p)
	if err != nil {
		return r, f.shownError(err)
	}
	if p.Op == "uninstall" {
		f.Hook.Version, f.Hook.Current = "", false
	}
	return r, f.Leftovers
}

// shownReceipt gives a receipt a name that is not random.
func (f *fake) shownReceipt(r settings.Receipt) settings.Receipt {
	for id, known := range f.receipts {
		if known.ID == r.ID {
			f.receipts[id] = r
			r.ID = id
			if r.Backup != "" {
				r.Backup = "settings.json." + id
			}
			return r
		}
	}
	id := fmt.Sprintf("k3f9a2%c", 'b'+len(f.receipts))
	f.receipts[id] = r
	r.ID, r.Path = id, f.shown(r.Path)
	if r.Backup != "" {
		r.Backup = "settings.json." + id
	}
	return r
}

func (f *fake) receipt(r settings.Receipt, err error) (settings.Receipt, error) {
	if err != nil {
		return r, err
	}
	r = f.shownReceipt(r)
	r.Path = f.shown(r.Path)
	return r, nil
}

func (f *fake) Last() (settings.Receipt, error)  { return f.receipt(f.In.Store.Last()) }
func (f *fake) MadeHere(r settings.Receipt) bool { return f.In.Store.MadeHere(f.receipts[r.ID]) }

// driver runs the whole program.
type driver struct {
	*kittest.Driver
	m *shell
	f *fake
}

func options(f Backend) Options {
	return Options{Backend: f, Home: home, Backups: home + "/.local/state/neverask/backups", Now: func() time.Time { return noon }}
}

func newDriver(t testing.TB, f *fake, width, height int) *driver {
	o := options(f)
	o.Now = func() time.Time { return f.In.Now() }
	m := newShell(o)
	d := &driver{kittest.Drive(t, m.Model, width, height), m, f}
	if !f.Idle {
		d.Run(d.m.Init())
	}
	return d
}
