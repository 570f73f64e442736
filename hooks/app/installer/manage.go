package installer

import (
	"errors"
	"fmt"
	"slices"

	"neverask/hooks/claude/config"
	"neverask/settings"
)

// Park plans to take a hook out of its file and keep it, or its whole group with
// it. [Installer.Unpark] puts it back where it was.
func (in *Installer) Park(h config.Hook, group bool) (Plan, error) {
	return in.manage(h, "park", func(doc settings.Document, at config.Place) (settings.Document, error) {
		places := []config.Place{at}
		for i := range h.Group.Handlers {
			if group && i != at.Handler {
				places = append(places, config.Place{Event: at.Event, Group: at.Group, Handler: i})
			}
		}
		return config.Displace(doc, places, nil)
	})
}

// Remove plans to take a hook out of its file for good.
func (in *Installer) Remove(h config.Hook) (Plan, error) {
	return in.manage(h, "remove", func(doc settings.Document, at config.Place) (settings.Document, error) {
		return config.Displace(doc, []config.Place{at}, nil)
	})
}

// Revise plans to change a hook. What the client would refuse is an error.
func (in *Installer) Revise(h config.Hook, r config.Revision) (Plan, error) {
	return in.manage(h, "edit", func(doc settings.Document, at config.Place) (settings.Document, error) {
		return config.Revise(doc, at, r)
	})
}

// Add plans to put a new hook into a settings file. matcher and handler are JSON
// text; an empty matcher is none.
func (in *Installer) Add(t Target, event, matcher, handler string) (Plan, error) {
	return in.add(t, event, matcher, handler, false)
}

// add plans to put a hook into a settings file, and to narrow it.
func (in *Installer) add(t Target, event, matcher, handler string, narrow bool) (Plan, error) {
	f, l, err := in.open(t)
	if err != nil {
		return Plan{}, err
	}
	doc, err := config.Add(f.Document, event, matcher, handler)
	if err == nil && narrow {
		doc, err = narrowLast(doc, event)
	}
	if err != nil {
		return Plan{}, at(t.Path, err)
	}
	p := in.plan(in.scoped(t), "add", f.Plan(doc), l)
	if narrow {
		p.Marks = []string{narrowMark}
	}
	return p, nil
}

// narrowLast narrows the last group of an event.
func narrowLast(doc settings.Document, event string) (settings.Document, error) {
	groups, err := config.Read(doc)
	if err != nil {
		return doc, err
	}
	last := config.Place{Event: event, Group: -1}
	for _, g := range groups {
		if g.Event == event {
			last.Group = g.Index
		}
	}
	return config.Displace(doc, nil, []config.Place{last})
}

// Move plans to take a hook out of its file and put it into another one. Where a way
// out of a conflict has narrowed it, it stays narrowed there.
func (in *Installer) Move(h config.Hook, to Target) (Plan, error) {
	p, err := in.Remove(h)
	if err != nil {
		return Plan{}, err
	}
	l, err := in.inForce(p.Plan.Target)
	if err != nil {
		return Plan{}, err
	}
	matcher := h.Group.Matcher
	wide, narrowed := config.Widened(h.Group, h.Handler, l.displaced())
	if narrowed {
		matcher = wide
	}
	quoted := ""
	if matcher != nil {
		quoted = settings.Quote(*matcher)
	}
	there, err := in.add(to, h.Group.Event, quoted, h.Handler.Raw, narrowed)
	if err != nil {
		return Plan{}, err
	}
	if there.Plan.Target == p.Plan.Target {
		return Plan{}, fmt.Errorf("the hook is in %s already", to.Path)
	}
	p.Op, there.Op = opMove, opMove
	// It is in the other file before it leaves this one: once too often does
	// less harm than not at all.
	p.Also, p.last = []Plan{there}, true
	return p, nil
}

// manage plans a change of one hook that was read before.
func (in *Installer) manage(h config.Hook, op string, change func(settings.Document, config.Place) (settings.Document, error)) (Plan, error) {
	if h.Source.ReadOnly != "" {
		return Plan{}, fmt.Errorf("%s:%d: neverask does not edit this file: %s", h.Source.File, h.Handler.Line, h.Source.ReadOnly)
	}
	t := in.scoped(in.Target("", h.Source.File))
	f, l, err := in.open(t)
	if err != nil {
		return Plan{}, err
	}
	groups, err := config.Read(f.Document)
	if err != nil {
		return Plan{}, at(t.Path, err)
	}
	place, ok := config.PlaceOf(groups, h)
	if !ok {
		return Plan{}, fmt.Errorf("%s: %w", t.Path, settings.ErrChanged)
	}
	doc, err := change(f.Document, place)
	if err != nil {
		return Plan{}, at(t.Path, err)
	}
	return in.plan(t, op, f.Plan(doc), l), nil
}

// A Parked hook is one that was taken out of its file and is kept.
type Parked struct {
	Receipt  settings.Receipt
	Event    string
	Matcher  *string
	Handlers []config.Handler // one, or those of a group
}

// Repaired reports that a repair has taken it out, because the client does not
// accept it as it is.
func (p Parked) Repaired() bool { return p.Receipt.Op == "fix" }

// Parked lists what is parked and what repairs have taken out, the oldest first.
// What ways out of conflicts have taken away is in [Review.Resolved].
func (in *Installer) Parked() ([]Parked, error) {
	history, err := in.Store.History()
	return parked(history), err
}

func parked(history []settings.Receipt) (all []Parked) {
	for _, r := range history {
		if r.State != settings.Applied {
			continue
		}
		for _, e := range r.Edits {
			switch r.Op {
			case "park":
				if g := config.Lost(e); len(g.Handlers) > 0 {
					all = append(all, Parked{r, g.Event, g.Matcher, g.Handlers})
				}
			case "fix":
				if g, ok := takenOut(e); ok {
					all = append(all, Parked{r, g.Event, g.Matcher, g.Handlers})
				}
			}
		}
	}
	return all
}

// takenOut reads what the edit of a repair took out of an event: a handler or a
// group, which may be anything. What cannot be read as handlers is one, as raw text.
func takenOut(e settings.Edit) (config.Group, bool) {
	g, ok := config.GroupAt(e.Path, e.Old)
	if !ok || !e.Removed() {
		return config.Group{}, false
	}
	if len(g.Handlers) == 0 {
		g.Event, g.Handlers = e.Path[1], []config.Handler{{Raw: e.Old}}
	}
	return g, true
}

// Unpark plans to put a parked hook back where it was. When its group was edited
// since, it comes back into what is left of it. That a client would not accept it
// is a problem of the plan.
func (in *Installer) Unpark(p Parked) (Plan, error) {
	t := in.scoped(Target{Path: p.Receipt.Path})
	history, err := in.Store.History()
	if err != nil {
		return Plan{}, err
	}
	if !slices.ContainsFunc(history, func(r settings.Receipt) bool { return r.ID == p.Receipt.ID && r.State == settings.Applied }) {
		return Plan{}, fmt.Errorf("%s: %w", t.Path, settings.ErrChanged)
	}
	sp, err := in.Store.Undo(p.Receipt)
	if errors.Is(err, settings.ErrInTheWay) {
		f, loadErr := settings.Load(p.Receipt.Path)
		if loadErr != nil {
			return Plan{}, loadErr
		}
		doc, replaceErr := rejoin(f.Document, p.Receipt.Edits)
		if replaceErr != nil {
			return Plan{}, at(t.Path, replaceErr)
		}
		sp, err = f.Plan(doc), nil
		sp.Undoes = p.Receipt.ID
	}
	if err != nil {
		return Plan{}, err
	}
	if sp, err = rewiden(sp, p.Receipt, history, in.installed()); err != nil {
		return Plan{}, err
	}
	plan := in.plan(t, "unpark", sp, in.inForceOf(history, sp.Target))
	if doc, parseErr := settings.Parse(sp.After); parseErr == nil {
		plan.Problems = append(plan.Problems, documentProblems(settings.File{Path: t.Path, Document: doc})...)
	}
	return plan, nil
}
