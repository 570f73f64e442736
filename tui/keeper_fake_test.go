package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/planner"
)

// The fake's doctor and watcher: real files below the directory of the test, shown
// without it. There is no hook program to test.

func (f *fake) Examine(ctx context.Context) ([]doctor.Finding, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var found []doctor.Finding
	for _, d := range doctor.Examine(ctx, doctor.Options{Planner: f.In, Stats: f.stats}) {
		if strings.HasPrefix(d.ID, "hook-") && d.ID != "hook-duplicate" && d.ID != "hook-slow" || d.ID == "mode-wide" {
			continue
		}
		d.File, d.Message, d.Why, d.Fix = f.shown(d.File), f.shown(d.Message), f.shown(d.Why), f.shown(d.Fix)
		found = append(found, d)
	}
	return found, nil
}

func (f *fake) Repair(d doctor.Finding) (planner.Plan, error) { return f.planned(d.Plan()) }

// Watch never waits: the files are checked when a timer ends.
func (f *fake) Watch(ctx context.Context, known []planner.OutsideChange) (lost []planner.OutsideChange, changed bool) {
	now := fmt.Sprint(f.Hook, f.Get(rulesFile))
	for _, t := range f.Targets() {
		now += "\x00" + f.Get(t.Path)
	}
	if s := f.Inspect(f.Targets()[0]); s.Off != "" || !s.Away.Since.IsZero() {
		now += fmt.Sprint(s.Off, s.Away, s.Away.Over(f.In.Now()))
	}
	changed, f.watched = f.watched != "" && f.watched != now, now
	for _, t := range f.In.Watched() {
		found, err := f.In.OutsideChanges(ctx, t)
		if err != nil { // in a broken file, no hook is known to be back
			lost = append(lost, slices.DeleteFunc(slices.Clone(known), func(d planner.OutsideChange) bool { return d.Path != f.shown(t.Path) })...)
		}
		for _, d := range found {
			if d.Serious() {
				d.Path = f.shown(d.Path)
				lost = append(lost, d)
			}
		}
	}
	return lost, changed
}

func (f *fake) Recover(ctx context.Context, lost []planner.OutsideChange) (p planner.Plan, err error) {
	var plans []planner.Plan
	for _, t := range f.In.Watched() {
		of := slices.DeleteFunc(slices.Clone(lost), func(d planner.OutsideChange) bool { return f.Root+d.Path != t.Path })
		if len(of) == 0 {
			continue
		}
		p, err := changes.PutBack(ctx, f.In, t, func(d planner.OutsideChange) bool {
			return slices.ContainsFunc(of, func(l planner.OutsideChange) bool { return l.ID == d.ID })
		})
		if err != nil {
			return p, f.shownError(err)
		}
		plans = append(plans, p)
	}
	if len(plans) > 0 {
		p = plans[0]
		p.Also = plans[1:]
	}
	return f.shownPlan(p), nil
}

func (f *fake) Accept(ctx context.Context, lost []planner.OutsideChange) error {
	for _, d := range lost {
		if err := changes.Accept(ctx, f.In, planner.Target{Path: f.Root + d.Path}, func(id string) bool { return id == d.ID }); err != nil {
			return err
		}
	}
	return nil
}
