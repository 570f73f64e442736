package settings

import (
	"errors"
	"fmt"
	"slices"
)

// ErrNoReceipt says that there is nothing to undo, or no such change.
var ErrNoReceipt = errors.New("no such change")

// Rollback is the op of a change that undid a part of a failed one. It is not a person's
// undo.
const Rollback = "rollback"

// Undoing is the op of a change that undoes another one. It is not undone itself.
const Undoing = "undo"

// MarkUndone sets the states of changes that did not fail, oldest first: Undone if a later one
// has undone it and was not undone in turn, otherwise Applied.
func MarkUndone(all []Receipt) {
	undone := map[string]bool{}
	for i, r := range slices.Backward(all) {
		switch {
		case r.State == Failed:
		case undone[r.ID]:
			all[i].State = Undone
		default:
			all[i].State = Applied
			undone[r.Undoes] = r.Undoes != ""
		}
	}
}

// Undo plans the undo of a change. If the file is as the change left it, the plan restores
// the bytes from before. If others have edited the file since, it undoes only our items; if
// these were edited, the error wraps ErrInTheWay and names them.
func (s *Store) Undo(r Receipt) (Plan, error) {
	if r.State != Applied {
		return Plan{}, fmt.Errorf("change %s is %s, not applied", r.ID, r.State)
	}
	f, err := load(s.disk, r.Path)
	var syntax *SyntaxError
	if err != nil && !errors.As(err, &syntax) {
		return Plan{}, err
	}
	untouched := f.Exists == (r.After != "") && (!f.Exists || Digest(f.bytes) == r.After)
	if err != nil && !untouched && len(r.Edits) > 0 {
		return Plan{}, err
	}
	if untouched {
		if p, ok := s.restore(f, r); ok {
			return p, nil
		}
	}
	if f.Target != r.Target {
		return Plan{}, fmt.Errorf("%s: now resolves to %s, not %s: %w", r.Path, f.Target, r.Target, ErrInTheWay)
	}
	if len(r.Edits) == 0 {
		return Plan{}, fmt.Errorf("%s: cannot undo %s %s, which rewrote the whole file: %w", r.Path, r.Op, r.ID, ErrInTheWay)
	}
	doc, err := f.Document.Revert(r.Edits)
	if err != nil && !f.Exists {
		return Plan{}, goneError(r.Path)
	}
	if err != nil {
		return Plan{}, fmt.Errorf("%s: cannot undo %s %s: %w", r.Path, r.Op, r.ID, err)
	}
	p := f.Plan(doc)
	if r.Created() && !doc.Used() {
		p = f.PlanRemove(doc, r.Dirs)
	}
	p.Undoes = r.ID
	return p, nil
}

// goneError says that a change's file is gone. It is an [ErrInTheWay].
type goneError string

func (e goneError) Error() string { return string(e) + " is gone, so there is nothing in it to undo" }

func (goneError) Unwrap() error { return ErrInTheWay }

// Revert undoes edits that were applied in the given order. A container that they
// created stays if others have added something to it.
func (d Document) Revert(edits []Edit) (Document, error) {
	next := d
	for _, e := range slices.Backward(edits) {
		if e.AddsContainer() {
			if r, ok := next.Get(append(slices.Clone(e.Path), e.Key)...); !ok || !isEmpty(r.Raw) {
				continue
			}
		}
		if e.Root && next.Used() {
			continue
		}
		var err error
		if next, err = next.Do(e.Inverse()); err != nil {
			return d, err
		}
	}
	return next, nil
}

// restore plans the exact bytes from before, if they are still kept.
func (s *Store) restore(f File, r Receipt) (Plan, bool) {
	inverse := make([]Edit, 0, len(r.Edits))
	for _, e := range slices.Backward(r.Edits) {
		inverse = append(inverse, e.Inverse())
	}
	p := f.Plan(f.Document)
	p.Undoes, p.Edits = r.ID, inverse
	if r.Created() {
		p.After, p.Removed, p.Dirs = nil, true, r.Dirs
		// If the path is now a link to the file, the link would be left dangling.
		return p, f.Target == r.Target
	}
	before, ok := s.readBackup(r)
	p.After = before
	if p.Created {
		p.Mode = r.Mode
	}
	return p, ok
}
