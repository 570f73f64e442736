package changes

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/app/session"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/outsidechanges"
	"neverask/settings"
)

// PutBack plans to restore the lost and changed hooks of a settings file for which want
// returns true.
func PutBack(ctx context.Context, in *planner.Planner, t planner.Target,
	want func(planner.OutsideChange) bool) (planner.Plan, error) {
	f, l, err := in.Open(t)
	if err != nil {
		return planner.Plan{}, err
	}
	found, err := in.OutsideChangesToEdit(ctx, t)
	if err != nil {
		return planner.Plan{}, err
	}
	if now, err := in.Store.Load(t.Path); err != nil || string(now.Document.Bytes()) != string(f.Document.Bytes()) {
		return planner.Plan{}, fmt.Errorf("%s: %w", t.Path, settings.ErrChanged)
	}
	var theirs []outsidechanges.Change
	ours := false
	for _, d := range found {
		if !want(d) {
			continue
		}
		ours = ours || d.Ours
		if !d.Ours {
			theirs = append(theirs, d.Change)
		}
	}
	doc, err := putBackWide(in, f, theirs, l)
	if err != nil {
		return planner.Plan{}, planner.Located(t.Path, err)
	}
	if ours {
		if doc, err = reinstall(in, doc, l, install.Wanted(in, t, f.Document, l)); err != nil {
			return planner.Plan{}, planner.Located(t.Path, err)
		}
	}
	p := in.NewPlan(in.Scoped(t), planner.OpRecover, f.Plan(doc), l)
	p.Problems = planner.DocumentProblems(f)
	return p, nil
}

// putBackWide restores third-party hooks. Those that a resolution had narrowed when they were
// lost get their earlier matcher, unless it still narrows them: an uninstall cannot widen a
// hook that is missing.
func putBackWide(in *planner.Planner, f settings.File, lost []outsidechanges.Change,
	l planner.Account) (settings.Document, error) {
	doc, err := outsidechanges.PutBack(f.Document, lost)
	if err != nil {
		return doc, err
	}
	history, err := in.Store.History()
	if err != nil {
		return doc, err
	}
	var stands []settings.Edit
	lostOurs := func(t planner.Target) bool { return slices.Contains(install.Missed(in, t), config.QuestionHooks) }
	if len(install.Answering(in, l.Owner)) > 0 || slices.ContainsFunc(in.Watched(), lostOurs) {
		stands = l.ParkedOrNarrowed()
	}
	for _, c := range lost {
		until := slices.IndexFunc(history, func(r settings.Receipt) bool { return !r.Time.Before(c.Noticed) })
		if until < 0 {
			until = len(history)
		}
		past := planner.Unlike(in.AccountIn(history[:until], f.Target).ParkedOrNarrowed(), stands)
		if doc, err = config.RestoreMatchers(doc, f.Document, past); err != nil {
			return doc, err
		}
	}
	return doc, nil
}

// reinstall restores neverask's own entries, and its permission rules if it had added them to
// the file.
func reinstall(in *planner.Planner, doc settings.Document, l planner.Account,
	what []config.Installable) (settings.Document, error) {
	doc, _, err := install.Exactly(in, doc, l, what, nil)
	if err != nil {
		return doc, err
	}
	if slices.ContainsFunc(l.Edits(),
		func(e settings.Edit) bool { return len(e.Path) > 0 && e.Path[0] == "permissions" }) {
		return config.AddDenyRules(doc, in.DenyRules())
	}
	return doc, nil
}

// PutBackShown plans to restore the changes shown, in any files, as one plan.
func PutBackShown(ctx context.Context, in *planner.Planner, shown []planner.OutsideChange) (planner.Plan, error) {
	var plans []planner.Plan
	for t, of := range byTarget(in, shown) {
		p, err := PutBack(ctx, in, t, func(d planner.OutsideChange) bool {
			return slices.ContainsFunc(of, func(s planner.OutsideChange) bool { return s.ID == d.ID })
		})
		if err != nil {
			return planner.Plan{}, err
		}
		plans = append(plans, p)
	}
	return planner.Joined(plans), nil
}

// AcceptShown marks the changes shown, in any files, as known.
func AcceptShown(ctx context.Context, in *planner.Planner, shown []planner.OutsideChange) error {
	for t, of := range byTarget(in, shown) {
		err := Accept(ctx, in, t, func(id string) bool {
			return slices.ContainsFunc(of, func(s planner.OutsideChange) bool { return s.ID == id })
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// byTarget returns the watched files that were changed outside neverask, each with the changes that were shown.
func byTarget(in *planner.Planner, shown []planner.OutsideChange) iter.Seq2[planner.Target, []planner.OutsideChange] {
	return func(yield func(planner.Target, []planner.OutsideChange) bool) {
		for _, t := range in.Watched() {
			of := slices.DeleteFunc(slices.Clone(shown), func(d planner.OutsideChange) bool { return d.Path != t.Path })
			if len(of) > 0 && !yield(t, of) {
				return
			}
		}
	}
}

// Disown marks neverask's own hooks that a settings file has lost as known: they are no longer
// wanted.
func Disown(ctx context.Context, in *planner.Planner, t planner.Target) error {
	found, err := in.OutsideChangesToEdit(ctx, t)
	if err != nil || len(found) == 0 {
		return err
	}
	return Accept(ctx, in, t, func(id string) bool {
		return slices.ContainsFunc(found, func(d planner.OutsideChange) bool { return d.ID == id && d.Ours })
	})
}

// Accept marks the outside changes of a settings file for which want returns true as known.
func Accept(ctx context.Context, in *planner.Planner, t planner.Target, want func(id string) bool) error {
	if in.Store.Session {
		return &session.Refusal{Path: t.Path, Why: []string{"other programs' changes to hooks would be accepted"}}
	}
	return in.OutsideWatch().Accept(ctx, t.Path, func(c outsidechanges.Change) bool { return want(c.ID) })
}
