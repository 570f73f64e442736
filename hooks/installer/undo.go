package installer

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"neverask/hooks/config"
	"neverask/settings"
)

// Undo plans to take a change back with all its parts, and Redo to make an
// undone one again: a redo is the undo of an undo. A part whose file is gone or
// cannot be read is left out and told as a problem, unless it is the only one.
func (in *Installer) Undo(r settings.Receipt) (Plan, error) {
	op := "undo"
	if r.Op == "undo" {
		op = "redo"
	}
	history, err := in.Store.History()
	if err != nil {
		return Plan{}, err
	}
	var (
		plans []Plan
		left  []Problem
		fault error
	)
	for _, part := range slices.Backward(history) {
		if part.ID != r.ID && (part.State != settings.Applied || First(part) != First(r)) {
			continue
		}
		l := in.ledgerOf(history, part.Target)
		sp, err := in.undo(part, l)
		if err == nil {
			sp, err = in.rewiden(sp, part, history)
		}
		if err == nil {
			sp, err = in.tidy(sp, part, l)
		}
		if gone := missing(part, err); gone != nil {
			left, fault = append(left, notPutBack(part.Path, gone)), err
			continue
		}
		if err != nil {
			return Plan{}, err
		}
		plans = append(plans, in.plan(in.scoped(Target{Path: part.Path}), op, sp, l))
	}
	switch {
	case len(plans) == 0 && fault != nil:
		return Plan{}, fault
	case len(plans) == 0:
		return Plan{}, fmt.Errorf("%q: %w", r.ID, settings.ErrNoReceipt)
	}
	p := plans[0]
	p.Also, p.Problems = plans[1:], left
	return p, nil
}

// undo plans to take back one part of a change. The hooks of others come back
// also where the client, or their owner, has written them differently since.
func (in *Installer) undo(r settings.Receipt, l ledger) (settings.Plan, error) {
	sp, err := in.Store.Undo(r)
	if !errors.Is(err, settings.ErrInTheWay) || r.Op != "install" && r.Op != "resolve" {
		return sp, err
	}
	f, loadErr := settings.Load(r.Path)
	if loadErr != nil || !f.Exists || f.Target != r.Target {
		return sp, err
	}
	var own, theirs []settings.Edit
	for _, e := range r.Edits {
		if l.displaces(e) {
			theirs = append(theirs, e)
		} else {
			own = append(own, e)
		}
	}
	doc, inTheWay := f.Document.Revert(own)
	if inTheWay != nil {
		return sp, err
	}
	if doc, err = config.Replace(doc, theirs); err != nil {
		return sp, err
	}
	sp = f.Plan(doc)
	sp.Undoes = r.ID
	return sp, nil
}

// rewiden gives a group that comes back after it was taken out the matcher that it
// had before a way out narrowed it, if that has been taken back in the meantime:
// the group was not there to be widened.
func (in *Installer) rewiden(sp settings.Plan, r settings.Receipt, history []settings.Receipt) (settings.Plan, error) {
	doc, err := settings.Parse(sp.After)
	if err != nil {
		return sp, nil // it gives back what was no settings file
	}
	narrowed := in.narrowedOnce(r, history)
	for _, out := range r.Edits {
		at := slices.IndexFunc(narrowed, func(e settings.Edit) bool {
			return out.Removed() && slices.Equal(out.Path, e.Path) && settings.SameValue(out.Old, e.New)
		})
		if at < 0 {
			continue
		}
		if doc, err = doc.Do(settings.Edit{Path: out.Path, At: out.At, Old: out.Old, New: narrowed[at].Old}); err != nil {
			return sp, err
		}
	}
	if more := doc.Edits(); len(more) > 0 {
		sp.After, sp.Edits = doc.Bytes(), append(sp.Edits, more...)
	}
	return sp, nil
}

// narrowedOnce are the edits by which ways out have changed groups in the file of a
// change before it, and that do not stand any more.
func (in *Installer) narrowedOnce(r settings.Receipt, history []settings.Receipt) (edits []settings.Edit) {
	stand := in.ledgerOf(history, r.Target).displaced()
	for _, before := range history {
		if before.ID == r.ID {
			return edits
		}
		if before.Target != r.Target || before.Op != "install" && before.Op != "resolve" {
			continue
		}
		for _, e := range before.Edits {
			same := func(s settings.Edit) bool { return s.Old == e.Old && s.New == e.New }
			if e.Old != "" && e.New != "" && !slices.ContainsFunc(stand, same) {
				edits = append(edits, e)
			}
		}
	}
	return edits
}

// tidy takes out the containers that changes of neverask's had made, and left for a
// later one when they were undone before it, once that leaves them empty.
func (in *Installer) tidy(sp settings.Plan, r settings.Receipt, l ledger) (settings.Plan, error) {
	if exact, kept := in.Store.Before(r); sp.Removed || r.Op == "undo" || kept && bytes.Equal(exact, sp.After) {
		return sp, nil
	}
	doc, err := settings.Parse(sp.After)
	if err != nil {
		return sp, err
	}
	if doc, err = config.Tidy(doc, l.edits); err != nil {
		return sp, err
	}
	sp.After, sp.Edits = doc.Bytes(), append(sp.Edits, doc.Edits()...)
	if l.created && !doc.Used() {
		sp.After, sp.Removed, sp.Dirs = nil, true, l.dirs
	}
	return sp, nil
}

// missing returns why a part of a change cannot be taken back although nobody has
// edited what it changed: its file is gone, or cannot be read.
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

// notPutBack tells that what was moved in a file stays out of it.
func notPutBack(path string, why error) Problem {
	if errors.Is(why, fs.ErrNotExist) {
		return Problem{"not-put-back", "warning", path + " is gone, so the hooks that were moved in it are not put back",
			"neverask history show tells what they were; with the file back, run neverask uninstall again"}
	}
	return Problem{"not-put-back", "warning", fmt.Sprintf("the hooks that were moved in %s are not put back: %v", path, at(path, why)),
		"correct the file and run neverask uninstall again"}
}
