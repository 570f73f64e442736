package changes

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"neverask/hooks/app/planner"
	"neverask/hooks/off"
	"neverask/settings"
	"neverask/settings/saferead"
)

// every is how often the files are checked.
const every = time.Second

// Files waits for changes of the files that determine which hooks exist. It is for one
// goroutine.
type Files struct {
	in        *planner.Planner
	targets   []planner.Target
	watched   []planner.Target
	changeLog saferead.Stamp  // when watched was listed
	reported  map[string]seen // when Watch returned last; nil before
}

// seen is what is checked of a file.
type seen struct {
	saferead.Stamp
	over int // how many of its periods are over
}

// NewFiles watches settings files in addition to those that neverask watches anyway.
func NewFiles(in *planner.Planner, targets []planner.Target) *Files {
	return &Files{in: in, targets: targets}
}

// Watch waits until the settings files, the preferences, the hook program or the files that turn
// neverask off or make the person away have changed since it last returned, one of those times
// is over, or the hooks lost from settings files differ from known. It returns the lost hooks,
// and whether a file has changed or a time is over; if the context ends, it returns known. The
// first call sets the starting point.
//
// It checks only stamps until a file is written, except while there are times that end. A file
// being written may change again at once, so Watch returns only a state that it has seen twice.
func (f *Files) Watch(ctx context.Context, known []planner.OutsideChange) (lost []planner.OutsideChange, changed bool) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	found := lossesOf(known)
	before, latest := known, map[string]seen{}
	for {
		f.list()
		now := f.look()
		lost := found.update(ctx, f.in, f.watched, now)
		if f.reported == nil {
			f.reported = now
		}
		steady := slices.EqualFunc(lost, before, planner.OutsideChange.Same) && maps.Equal(now, latest)
		if changed := !maps.Equal(now, f.reported); steady &&
			(changed || !slices.EqualFunc(lost, known, planner.OutsideChange.Same)) {
			f.reported = now
			return lost, changed
		}
		before, latest = lost, now
		select {
		case <-ctx.Done():
			return known, false
		case <-tick.C:
		}
	}
}

// list lists the watched files again if neverask has changed another one.
func (f *Files) list() {
	if now := saferead.StampOf(f.in.Paths.Changes()); f.watched == nil || now != f.changeLog {
		f.watched, f.changeLog = f.in.Watched(), now
	}
}

func (f *Files) look() map[string]seen {
	all := map[string]seen{}
	for _, path := range []string{f.in.Paths.Hook(), f.in.Paths.Preferences()} {
		all[path] = seen{Stamp: saferead.StampOf(path)}
	}
	for _, t := range slices.Concat(f.targets, f.watched) {
		all[t.Path] = seen{Stamp: saferead.StampOf(t.Path)}
	}
	for _, path := range []string{f.in.Paths.Off(), f.in.Paths.Away()} {
		all[path] = seen{saferead.StampOf(path), over(path, f.in.Now())}
	}
	return all
}

// over returns how many periods of a file have ended.
func over(path string, now time.Time) (n int) {
	periods, _ := off.Read(path) // the status reports what cannot be read
	for _, p := range periods {
		if p.Over(now) {
			n++
		}
	}
	return n
}

// losses are the hooks that settings files have lost, by path.
type losses map[string]*loss

type loss struct {
	lost   []planner.OutsideChange
	looked bool
	stamp  saferead.Stamp // of the file when last read
}

func lossesOf(known []planner.OutsideChange) losses {
	l := losses{}
	for _, d := range known {
		l.of(d.Path).lost = append(l.of(d.Path).lost, d)
	}
	return l
}

func (l losses) of(path string) *loss {
	if l[path] == nil {
		l[path] = &loss{}
	}
	return l[path]
}

// update reads the files whose stamp has changed, and returns what all have lost. A file that
// cannot be read keeps its earlier losses, and a locked one is read again later.
func (l losses) update(ctx context.Context, in *planner.Planner,
	targets []planner.Target, files map[string]seen) (all []planner.OutsideChange) {
	for _, t := range targets {
		of := l.of(t.Path)
		if !of.looked || of.stamp != files[t.Path].Stamp {
			found, err := in.OutsideChanges(ctx, t)
			if err == nil {
				of.lost = slices.DeleteFunc(found, func(d planner.OutsideChange) bool { return !d.Serious() })
			}
			of.looked = !errors.Is(err, settings.ErrLocked) && !errors.Is(err, settings.ErrBusy)
			of.stamp = files[t.Path].Stamp
		}
		all = append(all, of.lost...)
	}
	return all
}
