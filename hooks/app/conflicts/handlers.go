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
func manage(in *planner.Planner, h config.Hook, op string, change func(settings.Document, config.Place) (settings.Document, error)) (planner.Plan, error) {
	if h.Source.ReadOnly != "" {
		return planner.Plan{}, fmt.Errorf("%s:%d: neverask does not edit this file: %s", h.Source.File, h.Handler.Line, h.Source.ReadOnly)
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
	if !slices.ContainsFunc(history, func(r settings.Receipt) bool { return r.ID == p.Receipt.ID && r.State == settings.Applied }) {
		return planner.Plan{}, fmt.Errorf("%s: %w", t.Path, settings.ErrChanged)
	}
	sp, err := in.Store.Undo(p.Receipt)
	if errors.Is(err, settings.ErrInTheWay) {
		f, loadErr := in.Store.Load(p.Receipt.Path)
		if loadErr != nil {
			return planner.Plan{}, loadErr
		}
		doc, replaceErr := rejoin(f.Document, p.Receipt.Edits)
		if replaceErr != nil {
			return planner.Plan{}, planner.Located(t.Path, replaceErr)
		}
		sp, err = f.Plan(doc), nil
		sp.Undoes = p.Receipt.ID
	}
	if err == nil {
		err = planner.BackAlready(in, p.Receipt, sp)
	}
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

// rejoin undoes the edits that removed hooks from a document. A hook whose group was edited
// since returns to what remains of it.
func rejoin(doc settings.Document, past []settings.Edit) (settings.Document, error) {
	for _, e := range slices.Backward(past) {
		next, err := doc.Do(e.Inverse())
		if err == nil {
			doc = next
			continue
		}
		if len(e.Path) != 2 || e.Old == "" {
			return doc, err
		}
		was, is := config.ParseGroup(e.Path[1], e.Old), config.ParseGroup(e.Path[1], e.New)
		var gone []outsidechanges.Change
		for _, h := range was.Handlers {
			if !is.Has(h) {
				gone = append(gone, outsidechanges.Change{Kind: outsidechanges.Lost, Item: outsidechanges.Item{Event: was.Event, Group: e.Old, At: h.Index, Index: e.At}})
			}
		}
		if doc, err = outsidechanges.PutBack(doc, gone); err != nil {
			return doc, err
		}
	}
	return doc, nil
}
