package conflicts

import (
	"errors"
	"fmt"
	"slices"

	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/outsidechanges"
	"neverask/settings"
)

// Park plans to remove a hook, or its whole group with it, from its file and keep it. [Unpark]
// restores it in its place.
func Park(in *planner.Planner, h config.Hook, group bool) (planner.Plan, error) {
	return manage(in, h, "park", func(doc settings.Document, at config.Place) (settings.Document, error) {
		places := []config.Place{at}
		for i := range h.Group.Handlers {
			if group && i != at.Handler {
				places = append(places, config.Place{Event: at.Event, Group: at.Group, Handler: i})
			}
		}
		return config.ParkOrNarrow(doc, places, nil)
	})
}

// Remove plans to remove a hook from its file for good.
func Remove(in *planner.Planner, h config.Hook) (planner.Plan, error) {
	return manage(in, h, "remove", func(doc settings.Document, at config.Place) (settings.Document, error) {
		return config.ParkOrNarrow(doc, []config.Place{at}, nil)
	})
}

// manage plans a change of one hook that was read earlier.
func manage(in *planner.Planner, h config.Hook, op string,
	change func(settings.Document, config.Place) (settings.Document, error)) (planner.Plan, error) {
	if h.Source.ReadOnly != "" {
		return planner.Plan{}, fmt.Errorf("%s:%d: neverask does not edit this file: %s",
			h.Source.File, h.Handler.Line, h.Source.ReadOnly)
	}
	t := in.Scoped(in.Target("", h.Source.File))
	f, l, err := in.Open(t)
	if err != nil {
		return planner.Plan{}, err
	}
	groups, err := config.Read(f.Document)
	if err != nil {
		return planner.Plan{}, planner.Located(t.Path, err)
	}
	place, ok := config.PlaceOf(groups, h)
	if !ok {
		return planner.Plan{}, fmt.Errorf("%s: %w", t.Path, settings.ErrChanged)
	}
	doc, err := change(f.Document, place)
	if err != nil {
		return planner.Plan{}, planner.Located(t.Path, err)
	}
	return in.NewPlan(t, op, f.Plan(doc), l), nil
}

// Unpark plans to restore a parked hook in its place. If its group was edited since, the hook
// returns to what remains of it. If a client would not accept the hook, the plan has a
// problem. Hooks moved by the resolution of a conflict are restored in the same way.
func Unpark(in *planner.Planner, p planner.Parked) (planner.Plan, error) {
	t := in.Scoped(planner.Target{Path: p.Receipt.Path})
	if p.Move != nil {
		return putBack(in, t, *p.Move)
	}
	history, err := in.Store.History()
	if err != nil {
		return planner.Plan{}, err
	}
	if !slices.ContainsFunc(history,
		func(r settings.Receipt) bool { return r.ID == p.Receipt.ID && r.State == settings.Applied }) {
		return planner.Plan{}, fmt.Errorf("%s: %w", t.Path, settings.ErrChanged)
	}
	sp, err := unpark(in, p.Receipt, in.StillParked(p.Receipt, history))
	if err != nil {
		return planner.Plan{}, err
	}
	if sp, err = in.Rewiden(sp, p.Receipt, history); err != nil {
		return planner.Plan{}, err
	}
	plan := in.NewPlan(t, "unpark", sp, in.AccountIn(history, sp.Target))
	if doc, parseErr := settings.Parse(sp.After); parseErr == nil {
		plan.Problems = append(plan.Problems, planner.DocumentProblems(settings.File{Path: t.Path, Document: doc})...)
	}
	return plan, nil
}

// unpark plans to undo a change that removed hooks. If their file has some of them again, or if it was edited where they
// were, only those that are still missing return, to what remains of their groups.
func unpark(in *planner.Planner, r settings.Receipt, still []planner.Parked) (settings.Plan, error) {
	if len(still) == 0 {
		return settings.Plan{}, planner.AlreadyBack(r)
	}
	err := settings.ErrInTheWay
	var sp settings.Plan
	if slices.EqualFunc(planner.ParkedBy(r), still,
		func(p, q planner.Parked) bool { return len(p.Handlers) == len(q.Handlers) }) {
		sp, err = in.Store.Undo(r)
	}
	if !errors.Is(err, settings.ErrInTheWay) {
		return sp, err
	}
	f, err := in.Store.Load(r.Path)
	if err != nil {
		return sp, err
	}
	doc, err := rejoin(f.Document, r, still)
	if err != nil {
		return sp, planner.Located(f.Path, err)
	}
	sp = f.Plan(doc)
	sp.Undoes = r.ID
	return sp, nil
}

// putBack plans to restore what the resolution of a conflict moved.
func putBack(in *planner.Planner, t planner.Target, m planner.Move) (planner.Plan, error) {
	f, l, err := in.Open(t)
	if err != nil {
		return planner.Plan{}, err
	}
	if !slices.ContainsFunc(l.Moves(), func(o planner.Move) bool { return slices.Equal(o.Marks, m.Marks) }) {
		return planner.Plan{}, fmt.Errorf("%s: %w", t.Path, settings.ErrChanged)
	}
	doc, err := config.PutBack(f.Document, m.Edits)
	if err != nil {
		return planner.Plan{}, planner.Located(t.Path, err)
	}
	p := in.NewPlan(t, planner.OpRestore, f.Plan(doc), l)
	p.Marks = m.Marks
	return p, nil
}

// rejoin undoes the edits of a change that removed hooks. A hook whose group was edited since returns to what remains
// of it; one that is not still parked does not return.
func rejoin(doc settings.Document, r settings.Receipt, still []planner.Parked) (settings.Document, error) {
	of := func(all []planner.Parked, edit int) (handlers []config.Handler) {
		for _, p := range all {
			if p.Edit == edit {
				handlers = p.Handlers
			}
		}
		return handlers
	}
	removed := planner.ParkedBy(r)
	for i, e := range slices.Backward(r.Edits) {
		all, gone := of(removed, i), of(still, i)
		if len(all) > 0 && len(gone) == 0 {
			continue
		}
		next, err := doc.Do(e.Inverse())
		switch {
		case err == nil && len(gone) == len(all):
			doc = next
			continue
		case err != nil && (len(e.Path) != 2 || e.Old == ""):
			return doc, err
		}
		if doc, err = putBackParts(doc, e, gone); err != nil {
			return doc, err
		}
	}
	return doc, nil
}

// putBackParts returns handlers that an edit removed from a group to what remains of it.
func putBackParts(doc settings.Document, e settings.Edit, gone []config.Handler) (settings.Document, error) {
	was, is := config.ParseGroup(e.Path[1], e.Old), config.ParseGroup(e.Path[1], e.New)
	var lost []outsidechanges.Change
	for _, h := range was.Handlers {
		at := slices.IndexFunc(gone, func(g config.Handler) bool { return settings.SameValue(g.Raw, h.Raw) })
		if at < 0 || is.Has(h) {
			continue
		}
		gone = slices.Delete(slices.Clone(gone), at, at+1)
		lost = append(lost, outsidechanges.Change{
			Kind: outsidechanges.Lost, Item: outsidechanges.Item{Event: was.Event, Group: e.Old, At: h.Index, Index: e.At},
		})
	}
	return outsidechanges.PutBack(doc, lost)
}
