package changes

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/tidwall/gjson"

	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/settings"
)

// Undo plans to undo a change with all its parts. A part whose file is missing or unreadable
// is left out and reported as a problem, unless it is the only one. If others have edited what
// the change wrote, the error wraps ErrInTheWay.
func Undo(in *planner.Planner, r settings.Receipt) (planner.Plan, error) {
	if r.Op == settings.Undoing || r.Op == settings.Rollback {
		return planner.Plan{}, fmt.Errorf("%s undid a change: make that change again instead", r.ID)
	}
	history, err := in.Store.History()
	if err != nil {
		return planner.Plan{}, err
	}
	var (
		plans []planner.Plan
		left  []planner.Problem
		fault error
	)
	for _, part := range slices.Backward(history) {
		if part.ID != r.ID && (part.State != settings.Applied || planner.First(part) != planner.First(r)) {
			continue
		}
		l := in.AccountIn(history, part.Target)
		stake, _ := l.StakeOf(part)
		if stake.Ended != "" {
			fault = fmt.Errorf("%s: change %s is no longer in force since %s: %w",
				part.Path, part.ID, stake.Ended, settings.ErrInTheWay)
			continue
		}
		sp, err := undoPart(in, part, stake, l, history)
		if gone := missing(part, err); gone != nil {
			left, fault = append(left, planner.NotPutBack(part.Path, gone)), err
			continue
		}
		if err != nil {
			return planner.Plan{}, err
		}
		plans = append(plans, in.NewPlan(in.Scoped(planner.Target{Path: part.Path}), settings.Undoing, sp, l))
	}
	switch {
	case len(plans) == 0 && fault != nil:
		return planner.Plan{}, fault
	case len(plans) == 0:
		return planner.Plan{}, fmt.Errorf("%q: %w", r.ID, settings.ErrNoReceipt)
	}
	p := plans[0]
	p.Also, p.Problems = plans[1:], left
	return p, nil
}

// undoPart undoes one file of a change: the change itself, and what must go back with it.
func undoPart(in *planner.Planner, part settings.Receipt, stake planner.Stake, l planner.Account,
	history []settings.Receipt) (settings.Plan, error) {
	sp, err := undo(in, part, stake)
	if err != nil {
		return sp, err
	}
	if sp.Removed && l.MovedSince(part) {
		return sp, fmt.Errorf("%s: hooks were parked from it since, and would have no file to return to: %w",
			part.Path, settings.ErrInTheWay)
	}
	if err := planner.BackAlready(in, part, sp, history); err != nil {
		return sp, err
	}
	if idle(in, part) {
		return sp, fmt.Errorf("%s: undoing would remove a hook for neverask, which is no longer installed: %w",
			part.Path, settings.ErrInTheWay)
	}
	if sp, err = in.Rewiden(sp, part, history); err != nil {
		return sp, err
	}
	return tidy(in, sp, part, l)
}

// idle reports whether undoing a change, one that only restored a third-party hook, would keep
// the hook from questions for a neverask that is not installed.
func idle(in *planner.Planner, r settings.Receipt) bool {
	return r.Op == planner.OpRestore && len(r.Marks) > 0 && !planner.Answers(in)
}

// undo plans to undo one part of a change. Third-party hooks are restored even if the client
// or their owner has rewritten them since; hooks that are already back stay unchanged.
func undo(in *planner.Planner, r settings.Receipt, stake planner.Stake) (settings.Plan, error) {
	sp, err := keepVersion(in, r)
	switch {
	case err == nil && stake.Whole, len(stake.Edits) == 0:
		return sp, err
	case err != nil && (!errors.Is(err, settings.ErrInTheWay) || !stake.All):
		return sp, err // otherwise third-party hooks, which are not part of it, would stay unchanged
	}
	f, loadErr := in.Store.Load(r.Path)
	if loadErr != nil || !f.Exists || f.Target != r.Target {
		return sp, errors.Join(err, loadErr)
	}
	doc, inTheWay := f.Document.Revert(stake.Edits)
	if inTheWay != nil {
		if doc, inTheWay = f.Document.Revert(stake.Rest); inTheWay != nil {
			return sp, inTheWay
		}
		if doc, err = config.PutBack(doc, stake.Moves); err != nil {
			return sp, err
		}
	}
	sp = f.Plan(doc)
	sp.Undoes = r.ID
	return sp, nil
}

// keepVersion is Store.Undo, except that preferences keep their version while they have any
// other content: without a version no rule applies.
func keepVersion(in *planner.Planner, r settings.Receipt) (settings.Plan, error) {
	sp, err := in.Store.Undo(r)
	if err != nil || sp.Removed || r.Path != in.Paths.Preferences() {
		return sp, err
	}
	const version = "version"
	doc, err := settings.Parse(sp.After)
	if err != nil || !doc.Used() {
		return sp, nil //nolint:nilerr // it restores what was no preferences file
	}
	if name := twice(doc, sp.Edits); name != "" {
		return sp, fmt.Errorf("%s: %s was added again since: %w", r.Path, name, settings.ErrInTheWay)
	}
	if _, ok := doc.Get(version); ok {
		return sp, nil
	}
	r.Edits = slices.DeleteFunc(slices.Clone(r.Edits), func(e settings.Edit) bool {
		return len(e.Path) == 0 && e.Key == version && e.Added()
	})
	return in.Store.Undo(r)
}

// twice names a rule that edits add to the preferences although it is there: a duplicated rule
// does nothing.
func twice(doc settings.Document, edits []settings.Edit) string {
	for _, e := range edits {
		if !e.Added() || len(e.Path) != 1 || !slices.Contains([]string{"rules", "toolRules", "tell"}, e.Path[0]) {
			continue
		}
		name, n := gjson.Get(e.New, "id"), 0
		for _, there := range gjson.GetBytes(doc.Bytes(), e.Path[0]).Array() {
			if there.Get("id").Raw == name.Raw {
				n++
			}
		}
		if n > 1 {
			return name.String()
		}
	}
	return ""
}

// tidy removes containers that neverask's changes created and that an earlier undo left for a
// later change, if they are now empty.
func tidy(in *planner.Planner, sp settings.Plan, r settings.Receipt, l planner.Account) (settings.Plan, error) {
	if exact, kept := in.Store.Before(r); sp.Removed || kept && bytes.Equal(exact, sp.After) {
		return sp, nil
	}
	doc, err := settings.Parse(sp.After)
	if err != nil {
		return sp, err
	}
	if doc, err = config.Tidy(doc, l.Edits()); err != nil {
		return sp, err
	}
	sp.After, sp.Edits = doc.Bytes(), append(sp.Edits, doc.Edits()...)
	if dirs, created := l.Created(); created && !doc.Used() {
		sp.After, sp.Removed, sp.Dirs = nil, true, dirs
	}
	return sp, nil
}

// missing returns why a part of a change cannot be undone although nobody has edited what it
// changed: its file is missing or unreadable.
func missing(r settings.Receipt, err error) error {
	var syntax *settings.SyntaxError
	switch {
	case err == nil || r.After == "":
		return nil
	case errors.As(err, &syntax):
		return err
	}
	if _, gone := os.Stat(r.Path); errors.Is(gone, fs.ErrNotExist) {
		return fs.ErrNotExist
	}
	return nil
}
