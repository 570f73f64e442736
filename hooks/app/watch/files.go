package watch

import (
	"context"
	"maps"
	"slices"
	"time"

	"neverask/hooks/app/installer"
	"neverask/settings/foreign"
)

// Every is how often files are looked at.
const Every = 500 * time.Millisecond

// Files waits for changes of the files that decide which hooks are there. It is for one
// goroutine.
type Files struct {
	in      *installer.Installer
	targets []installer.Target
	watcher *Watcher
	told    map[string]foreign.Stamp // when Watch returned last; nil before
}

// NewFiles watches settings files beside those that neverask watches anyway.
func NewFiles(in *installer.Installer, targets []installer.Target) *Files {
	return &Files{in: in, targets: targets, watcher: New(in, false)}
}

func (f *Files) stamps() map[string]foreign.Stamp {
	all := map[string]foreign.Stamp{f.in.Paths.Hook(): foreign.StampOf(f.in.Paths.Hook())}
	for _, t := range slices.Concat(f.targets, f.watcher.Targets()) {
		all[t.Path] = foreign.StampOf(t.Path)
	}
	return all
}

// Watch waits until the settings files, the preferences or the hook program are others than when
// it returned last, or the hooks that settings files have lost without neverask are others than
// the known ones. It returns these, and whether a file has changed; when the context ends, the
// known ones. What it waits with at first is what the first call finds.
//
// It looks at the stamps alone while nobody has written the files. A file that is being written
// is not what it will be a moment later, so what it tells has been seen twice.
func (f *Files) Watch(ctx context.Context, known []installer.OutsideChange) (lost []installer.OutsideChange, changed bool) {
	tick := time.NewTicker(Every)
	defer tick.Stop()
	f.watcher.Forget()
	before, seen := known, map[string]foreign.Stamp{}
	for {
		f.watcher.Poll(ctx)
		lost, now := f.watcher.Lost(), f.stamps()
		if f.told == nil {
			f.told = now
		}
		steady := slices.EqualFunc(lost, before, installer.OutsideChange.Same) && maps.Equal(now, seen)
		if changed := !maps.Equal(now, f.told); steady && (changed || !slices.EqualFunc(lost, known, installer.OutsideChange.Same)) {
			f.told = now
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
