package main

import (
	"context"
	"maps"
	"os"
	"slices"
	"time"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/recovery"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/eventlog"
	"neverask/settings"
	"neverask/settings/foreign"
)

// What the screens ask about whether everything is still as it should be.

// Examine looks at everything, and at what transcripts tell if they can be read.
func (b backend) Examine(ctx context.Context) ([]doctor.Finding, error) {
	o := doctor.Options{Installer: b.Installer, Env: os.Environ(), Try: true}
	o.Asked, o.Stats = b.everything(ctx)
	b.one.Lock()
	defer b.one.Unlock()
	found := doctor.Examine(ctx, o)
	return found, ctx.Err()
}

func (b backend) Repair(f doctor.Finding) (installer.Plan, error) { return f.Plan() }

// everything is all that transcripts and the log tell. What is new of it, the
// next call of Asked has not seen yet.
func (m *memory) everything(ctx context.Context) ([]transcript.Question, []transcript.HookStat) {
	m.reading.Lock()
	defer m.reading.Unlock()
	news, err := m.update(ctx)
	m.behind = m.behind || news
	if err != nil {
		return nil, nil
	}
	log := eventlog.OpenLog(m.in.Paths.Questions()).Questions(time.Time{})
	return transcript.Merge(m.archive.Questions(), log), m.archive.HookStats()
}

// watchedFiles are the stamps of the files that decide what is installed.
type watchedFiles struct {
	told map[string]foreign.Stamp // when Watch returned last; nil before
}

func (b backend) stamps() map[string]foreign.Stamp {
	all := map[string]foreign.Stamp{b.Paths.Hook(): foreign.StampOf(b.Paths.Hook())}
	for _, t := range slices.Concat(b.targets, b.watcher.Targets()) {
		all[t.Path] = foreign.StampOf(t.Path)
	}
	return all
}

// Watch looks at the files, and only at their stamps while nobody has written
// them. A file that is being written is not what it will be a moment later, so
// what it tells has been seen twice.
func (b backend) Watch(ctx context.Context, known []installer.OutsideChange) ([]installer.OutsideChange, bool) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	b.watcher.Forget()
	before, seen := known, map[string]foreign.Stamp{}
	for {
		b.watcher.Poll(ctx)
		lost, now := b.watcher.Lost(), b.stamps()
		if b.files.told == nil {
			b.files.told = now
		}
		steady := slices.EqualFunc(lost, before, installer.OutsideChange.Same) && maps.Equal(now, seen)
		if changed := !maps.Equal(now, b.files.told); steady && (changed || !slices.EqualFunc(lost, known, installer.OutsideChange.Same)) {
			b.files.told = now
			return lost, changed
		}
		before, seen = lost, now
		select {
		case <-ctx.Done():
			return known, false
		case <-tick.C:
		}
	}
}

// Recover plans for all files at once.
func (b backend) Recover(ctx context.Context, lost []installer.OutsideChange) (installer.Plan, error) {
	var plans []installer.Plan
	for _, t := range b.lossy(lost) {
		p, err := recovery.PutBack(ctx, b.Installer, t, among(lost))
		if err != nil {
			return installer.Plan{}, err
		}
		plans = append(plans, p)
	}
	return joined(plans), nil
}

func (b backend) Accept(ctx context.Context, lost []installer.OutsideChange) error {
	for _, t := range b.lossy(lost) {
		meant := func(id string) bool {
			return slices.ContainsFunc(lost, func(d installer.OutsideChange) bool { return d.Path == t.Path && d.ID == id })
		}
		if err := recovery.Accept(ctx, b.Installer, t, meant); err != nil {
			return err
		}
	}
	return nil
}

// lossy are the files that have lost hooks.
func (b backend) lossy(lost []installer.OutsideChange) []installer.Target {
	return slices.DeleteFunc(b.Watched(), func(t installer.Target) bool {
		return !slices.ContainsFunc(lost, func(d installer.OutsideChange) bool { return d.Path == t.Path })
	})
}

func among(lost []installer.OutsideChange) func(installer.OutsideChange) bool {
	return func(d installer.OutsideChange) bool {
		return slices.ContainsFunc(lost, func(l installer.OutsideChange) bool { return l.Path == d.Path && l.ID == d.ID })
	}
}

// joined makes one plan of those of several files.
func joined(plans []installer.Plan) installer.Plan {
	if len(plans) == 0 {
		return installer.Plan{}
	}
	p := plans[0]
	p.Also = plans[1:]
	return p
}

func (b backend) Settings() []config.Setting { return b.Installer.Settings(nil) }

// Rewind plans for the file of each change.
func (b backend) Rewind(all []settings.Receipt) (installer.Plan, error) {
	var plans []installer.Plan
	for _, r := range all {
		p, err := changes.Rewind(b.Installer, r)
		if err != nil {
			return installer.Plan{}, err
		}
		plans = append(plans, p)
	}
	return joined(plans), nil
}
