package planner

import (
	"context"
	"os"
	"slices"

	"neverask/hooks/claude/config"
	"neverask/hooks/others/outsidechanges"
	"neverask/hooks/redact"
	"neverask/settings"
	"neverask/settings/worktree"
)

// An OutsideChange says how a hook was lost or changed outside neverask.
type OutsideChange struct {
	outsidechanges.Change
	Path string // the settings file's path, as named
	Ours bool   // the hook is neverask's own
}

// Handler returns the group and the handler as they were.
func (d OutsideChange) Handler() (config.Group, config.Handler) { return d.Item.Parts() }

// Serious reports whether hooks that should run do not.
func (d OutsideChange) Serious() bool { return d.Kind == outsidechanges.Lost || d.Ours }

// ownHooks stands for neverask's own hooks where other hooks have a command.
const ownHooks = "neverask's own"

// What returns the command of the hook as it was, without secrets.
func (d OutsideChange) What() string {
	if d.Ours {
		return ownHooks
	}
	_, h := d.Handler()
	return redact.Command(h.Summary())
}

// Same reports whether both are the same change of the same file.
func (d OutsideChange) Same(o OutsideChange) bool {
	return d.Path == o.Path && d.ID == o.ID && d.Kind == o.Kind
}

// OutsideWatch returns the memory of the settings files' contents.
func (in *Planner) OutsideWatch() *outsidechanges.Watch {
	return outsidechanges.New(in.Store, in.Paths.State, in.Now)
}

// OutsideChanges lists what was done outside neverask to the hooks of a settings file since the
// person last saw them.
func (in *Planner) OutsideChanges(ctx context.Context, t Target) ([]OutsideChange, error) {
	return in.outsideChanges(t, func() ([]outsidechanges.Change, error) { return in.OutsideWatch().Changes(ctx, t.Path) })
}

// OutsideChangesToEdit is [Planner.OutsideChanges] for callers that will edit the file.
func (in *Planner) OutsideChangesToEdit(ctx context.Context, t Target) ([]OutsideChange, error) {
	return in.outsideChanges(t, func() ([]outsidechanges.Change, error) {
		return in.OutsideWatch().ChangesToEdit(ctx, t.Path)
	})
}

func (in *Planner) outsideChanges(t Target, list func() ([]outsidechanges.Change, error)) ([]OutsideChange, error) {
	changes, err := list()
	if err != nil || len(changes) == 0 {
		return nil, err
	}
	history, err := in.Store.History()
	if err != nil {
		return nil, err
	}
	l := in.AccountIn(history, changes[0].Target)
	kept := keptOf(parkedIn(history), l, changes[0].Target)
	var all []OutsideChange
	for _, c := range changes {
		g, h := c.Item.Parts()
		if c.Kind == outsidechanges.Lost && kept(g.Event, h) {
			continue // lost before it came back and was moved
		}
		all = append(all, OutsideChange{c, t.Path, l.Owner.Owns(h)})
	}
	return all, nil
}

// keptOf returns a function that reports whether neverask keeps a handler that it removed from
// a file. One that it narrowed is still there, in another group.
func keptOf(parked []Parked, l Account, target string) func(event string, h config.Handler) bool {
	moves := l.ParkedOrNarrowed()
	return func(event string, h config.Handler) bool {
		holds := func(g config.Group) bool { return g.Event == event && g.Has(h) }
		byHand := func(p Parked) bool {
			return p.Receipt.Target == target && holds(config.Group{Event: p.Event, Handlers: p.Handlers})
		}
		moved := func(e settings.Edit) bool { return holds(config.RemovedGroup(e)) }
		stays := func(e settings.Edit) bool {
			g, _ := config.GroupAt(e.Path, e.New)
			return holds(g)
		}
		return slices.ContainsFunc(parked, byHand) || slices.ContainsFunc(moves, moved) && !slices.ContainsFunc(moves, stays)
	}
}

// Watched returns the settings files whose hooks neverask watches, each once: those of the scopes,
// and all others that it has changed. In the home directory, the project's file is the person's
// own.
func (in *Planner) Watched() (all []Target) {
	seen := map[string]bool{}
	add := func(t Target) {
		resolved := worktree.Real(t.Path)
		if !seen[resolved] {
			all = append(all, t)
		}
		seen[resolved] = true
	}
	for _, scope := range settings.Scopes {
		add(in.Target(scope, ""))
	}
	history, err := in.Store.History()
	if err != nil {
		return all
	}
	for _, path := range in.FilesIn(history) {
		// Any other file may be gone with its whole project.
		if _, err := os.Stat(path); err == nil {
			add(Target{Path: path})
		}
	}
	return all
}
