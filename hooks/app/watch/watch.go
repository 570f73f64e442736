package watch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"neverask/diffview"
	"neverask/hooks/app/changes"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/recovery"
	"neverask/settings"
	"neverask/settings/foreign"
	"neverask/settings/worktree"
)

// What a Watcher tells of.
const (
	Watching = "watching" // a file, from now on
	Changed  = "changed"
	Lost     = "lost"     // a hook is gone, or neverask's own was changed
	Broken   = "broken"   // the file cannot be read as settings
	Readable = "readable" // it can again
	Removed  = "removed"  // the file is gone
	Planned  = "planned"  // what is about to be put back
	Restored = "restored"
	Failed   = "failed"   // to put back
	GivenUp  = "given-up" // the file loses its hooks again and again
)

// An Event is something that happened to a watched file.
type Event struct {
	Time   time.Time
	Kind   string
	Target installer.Target
	// By is the change of neverask's that it comes from; the zero Receipt when
	// others have done it.
	By settings.Receipt
	// What says in a few words what happened. It is redacted.
	What string
	// Summary is what has changed, or what is planned.
	Summary diffview.Summary
	// Outside is the hook that is lost.
	Outside *installer.OutsideChange
}

// The bounds of putting back: when the file has not changed for calm, and not
// more often than patience times within spell.
const (
	calm     = 2 * time.Second
	patience = 3
	spell    = 5 * time.Minute
)

// A Watcher watches settings files. It is for one goroutine.
type Watcher struct {
	in      *installer.Installer
	restore bool
	journal foreign.Stamp
	targets []installer.Target
	files   map[string]*watched
}

// watched is what a Watcher knows of one file.
type watched struct {
	stamp    foreign.Stamp
	moved    time.Time // when the stamp changed last
	content  []byte    // nil without a file
	broken   bool
	doubt    bool                      // it may be half written
	unseen   bool                      // what became of its hooks could not be looked at
	told     []installer.OutsideChange // hooks that are lost, as they were told of
	restored []time.Time
	givenUp  bool
}

// New returns a watcher over the settings files and the preferences. With restore
// it puts back what is lost.
func New(in *installer.Installer, restore bool) *Watcher {
	return &Watcher{in: in, restore: restore, files: map[string]*watched{}}
}

// Poll tells what has happened since the last look.
func (g *Watcher) Poll(ctx context.Context) (events []Event) {
	tell := func(e Event) {
		e.Time = g.in.Now()
		events = append(events, e)
	}
	g.list()
	for _, t := range g.targets {
		f, known := g.files[t.Path]
		if !known {
			f = &watched{}
			g.files[t.Path] = f
		}
		if (g.poll(t, f, known, tell) || f.unseen) && t.Path != g.in.Paths.Preferences() {
			g.changed(ctx, t, f, tell)
		}
		if g.restore && slices.ContainsFunc(f.told, unasked) && !f.givenUp && g.in.Now().Sub(f.moved) >= calm {
			g.putBack(ctx, t, f, tell)
		}
	}
	return events
}

// list finds the files again when neverask has changed another one.
func (g *Watcher) list() {
	journal := foreign.StampOf(g.in.Paths.Changes())
	if g.targets != nil && journal == g.journal {
		return
	}
	g.journal = journal
	g.targets = append(g.in.Watched(), installer.Target{Path: g.in.Paths.Preferences()})
}

// poll compares a file with what it was, and reports whether it is another that
// can be read.
func (g *Watcher) poll(t installer.Target, f *watched, known bool, tell func(Event)) bool {
	stamp := foreign.StampOf(t.Path)
	if known && stamp == f.stamp {
		return false
	}
	content, err := foreign.ReadFile(t.Path, settings.MaxSize)
	before := f.content
	if known && len(before) > 0 && !f.doubt && stamp.Exists && halfWritten(content) {
		// Somebody may be writing it just now; the next look decides.
		f.doubt = true
		return false
	}
	f.doubt = false
	f.stamp, f.moved = stamp, g.in.Now()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		tell(Event{Kind: Broken, Target: t, What: err.Error()})
		return false
	}
	f.content = content
	switch {
	case !known && content == nil:
		return true
	case !known:
		tell(Event{Kind: Watching, Target: t})
	case content == nil && before != nil:
		tell(Event{Kind: Removed, Target: t, By: g.by(t, nil)})
	case bytes.Equal(before, content):
		return false
	}
	if _, err := settings.Parse(content); err != nil {
		f.broken = true
		tell(Event{Kind: Broken, Target: t, What: installer.Located(t.Path, err).Error()})
		return false
	}
	if f.broken {
		f.broken = false
		tell(Event{Kind: Readable, Target: t})
	}
	if known && content != nil {
		l := changes.Logged{Kept: true, Summary: g.summary(before, content)}
		tell(Event{Kind: Changed, Target: t, By: g.by(t, content), What: l.Sentence(), Summary: l.Summary})
	}
	return true
}

// halfWritten reports whether a content may be a part of one.
func halfWritten(content []byte) bool {
	doc, err := settings.Parse(content)
	return err != nil || !doc.Used()
}

func (g *Watcher) summary(before, after []byte) diffview.Summary {
	p := installer.Plan{Plan: settings.Plan{Before: before, After: after}, Owner: g.in.Owner()}
	return p.Summary()
}

// by finds the change of neverask's that a content comes from.
func (g *Watcher) by(t installer.Target, content []byte) settings.Receipt {
	if r, ok := g.in.Store.Recent(worktree.Real(t.Path), content); ok {
		return r
	}
	return settings.Receipt{}
}

// changed tells which hooks are lost that were not before.
func (g *Watcher) changed(ctx context.Context, t installer.Target, f *watched, tell func(Event)) {
	found, err := g.in.OutsideChanges(ctx, t)
	f.unseen = errors.Is(err, settings.ErrLocked) || errors.Is(err, settings.ErrBusy)
	if err != nil {
		return // the file is being written, or has been told of
	}
	var lost []installer.OutsideChange
	for _, d := range found {
		if !d.Serious() {
			continue
		}
		lost = append(lost, d)
		if !slices.ContainsFunc(f.told, func(told installer.OutsideChange) bool { return told.ID == d.ID }) {
			tell(Event{Kind: Lost, Target: t, Outside: &d})
		}
	}
	f.told = lost
}

// Targets are the files that were looked at last, the preferences among them.
func (g *Watcher) Targets() []installer.Target { return g.targets }

// Lost are the hooks that were lost when the files were last looked at.
func (g *Watcher) Lost() (all []installer.OutsideChange) {
	for _, t := range g.targets {
		if f := g.files[t.Path]; f != nil {
			all = append(all, f.told...)
		}
	}
	return all
}

// Forget lets the next look take nothing for known but what drift remembers.
func (g *Watcher) Forget() { g.targets, g.files = nil, map[string]*watched{} }

// putBack puts back what is lost, and tells what before.
func (g *Watcher) putBack(ctx context.Context, t installer.Target, f *watched, tell func(Event)) {
	now := g.in.Now()
	f.restored = slices.DeleteFunc(f.restored, func(at time.Time) bool { return now.Sub(at) > spell })
	if len(f.restored) >= patience {
		f.givenUp = true
		tell(Event{Kind: GivenUp, Target: t, What: fmt.Sprintf("its hooks were put back %d times in %s; find out which program takes them away", patience, spell)})
		return
	}
	f.restored = append(f.restored, now)
	p, err := recovery.PutBack(ctx, g.in, t, unasked)
	if err == nil && !p.Changes() {
		return
	}
	if err == nil {
		tell(Event{Kind: Planned, Target: t, Summary: p.Summary()})
		var r settings.Receipt
		if r, err = g.in.Apply(ctx, p); err == nil {
			f.told = nil
			tell(Event{Kind: Restored, Target: t, By: r})
			return
		}
	}
	tell(Event{Kind: Failed, Target: t, What: err.Error()})
}

// unasked reports whether a watch puts it back without being asked: a setting that
// is gone may be one that the person has taken out in Claude Code.
func unasked(d installer.OutsideChange) bool { return d.Serious() && (!d.Item.IsSetting() || d.Ours) }
