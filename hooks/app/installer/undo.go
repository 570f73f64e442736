package installer

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/tidwall/gjson"

	"neverask/hooks/claude/config"
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
		l := in.inForceOf(history, part.Target)
		if by, taken := l.takenBack(part); taken {
			fault = fmt.Errorf("%s: change %s does not stand any more since %s: %w", part.Path, part.ID, by, settings.ErrInTheWay)
			continue
		}
		sp, err := in.undo(part, l)
		if err == nil && sp.Removed && l.movedSince(part) {
			err = fmt.Errorf("%s: hooks were moved out of it since, and would have no file to come back to: %w", part.Path, settings.ErrInTheWay)
		}
		if err == nil {
			sp, err = rewiden(sp, part, history, in.installed())
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
// also where the client, or their owner, has written them differently since; those
// that are back already stay as they are.
func (in *Installer) undo(r settings.Receipt, l inForce) (settings.Plan, error) {
	sp, err := in.keepVersion(r)
	first, makes := l.origin(r)
	p := l.part(first.ID)
	if !makes || p == nil {
		return sp, err
	}
	made := l.partOf(first, r.Edits).edits
	switch {
	case err == nil && len(p.edits) == len(made):
		return sp, nil
	case err != nil && (!errors.Is(err, settings.ErrInTheWay) || len(made) < len(r.Edits)):
		return sp, err // or hooks of others, which are no part of it, would stay as they are
	}
	f, loadErr := settings.Load(r.Path)
	if loadErr != nil || !f.Exists || f.Target != r.Target {
		return sp, errors.Join(err, loadErr)
	}
	doc, inTheWay := f.Document.Revert(p.edits)
	if inTheWay != nil {
		if doc, inTheWay = f.Document.Revert(p.rest()); inTheWay != nil {
			return sp, inTheWay
		}
		if doc, err = config.Replace(doc, p.moves); err != nil {
			return sp, err
		}
	}
	sp = f.Plan(doc)
	sp.Undoes = r.ID
	return sp, nil
}

// keepVersion is Store.Undo, but of preferences that keep their version as long as
// anything else is in them: without it no rule applies.
func (in *Installer) keepVersion(r settings.Receipt) (settings.Plan, error) {
	sp, err := in.Store.Undo(r)
	if err != nil || sp.Removed || r.Path != in.Paths.Preferences() {
		return sp, err
	}
	const version = "version"
	doc, err := settings.Parse(sp.After)
	if err != nil || !doc.Used() {
		return sp, nil //nolint:nilerr // it gives back what was no preferences file
	}
	if name := twice(doc, sp.Edits); name != "" {
		return sp, fmt.Errorf("%s: %s is there again already: %w", r.Path, name, settings.ErrInTheWay)
	}
	if _, ok := doc.Get(version); ok {
		return sp, nil
	}
	r.Edits = slices.DeleteFunc(slices.Clone(r.Edits), func(e settings.Edit) bool { return len(e.Path) == 0 && e.Key == version && e.Added() })
	return in.Store.Undo(r)
}

// twice names a rule, or a project whose rules were accepted, that edits put into the
// preferences although it is there: of two neither would do anything.
func twice(doc settings.Document, edits []settings.Edit) string {
	names := map[string]string{"rules": "id", "toolRules": "id", "trusted": "project"}
	for _, e := range edits {
		if !e.Added() || len(e.Path) != 1 || names[e.Path[0]] == "" {
			continue
		}
		list, _ := doc.Get(e.Path[0])
		name, found := gjson.Get(e.New, names[e.Path[0]]).String(), 0
		for _, v := range list.Array() {
			if v.Get(names[e.Path[0]]).String() == name {
				found++
			}
		}
		if found > 1 {
			return name
		}
	}
	return ""
}

// tidy takes out the containers that changes of neverask's had made, and left for a
// later one when they were undone before it, once that leaves them empty.
func (in *Installer) tidy(sp settings.Plan, r settings.Receipt, l inForce) (settings.Plan, error) {
	if exact, kept := in.Store.Before(r); sp.Removed || r.Op == "undo" || kept && bytes.Equal(exact, sp.After) {
		return sp, nil
	}
	doc, err := settings.Parse(sp.After)
	if err != nil {
		return sp, err
	}
	if doc, err = config.Tidy(doc, l.edits()); err != nil {
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
			"neverask undo --list tells what they were; with the file back, run neverask uninstall again"}
	}
	return Problem{"not-put-back", "warning", fmt.Sprintf("the hooks that were moved in %s are not put back: %v", path, at(path, why)),
		"correct the file and run neverask uninstall again"}
}
