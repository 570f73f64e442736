package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/doctor"
)

// repair repairs findings one after the other, because a repair may reveal further ones. Without a yes it only shows
// the plans.
func repair(ctx context.Context, a *cli.App, ids []string, f cli.ChangeFlags) error {
	if f.JSON {
		return cli.Misuse("neverask doctor --json lists what can be repaired", "--fix and --json do not go together")
	}
	preview := f.DryRun || !f.Yes && !a.Terminal
	o := examination(ctx, a, false)
	found := doctor.Examine(ctx, o)
	t := tries{made: map[string]int{}, stayed: map[string]int{},
		most: map[string]int{}, wanted: func(d doctor.Finding) bool {
			return d.Fixable && (len(ids) == 0 && !d.ByName || slices.Contains(ids, d.ID))
		}}
	began := time.Now()
	for shown := 0; ; shown++ {
		i := t.next(found)
		switch {
		case i >= 0 && preview && time.Since(began) > maxPreview:
			fmt.Fprintf(a.Stderr, "hint: there are more than these %s; --yes makes them all\n", diffview.Count(shown, "plan"))
			return nil
		case i < 0 && shown == 0:
			return nothingRepaired(a, found, ids)
		case i < 0 && preview && !f.DryRun:
			return cli.Misuse("look at the plans above and pass --yes to apply them",
				"nothing was changed: there is no terminal to ask on")
		case i < 0:
			return nil
		case shown > 0:
			fmt.Fprintln(a.Stdout)
		}
		printExaminedFinding(a, redacted(found[i : i+1])[0])
		g := f
		g.DryRun = preview
		if id := found[i].ID; id == "file-comments" || id == "duplicate-key" {
			g.View = "unified" // an invalid file has no other difference
		}
		err := a.Change(ctx, found[i].Plan, nil, g)
		if errors.Is(err, doctor.ErrFound) {
			a.Note("neverask", err.Error())
		} else if err != nil {
			return err
		}
		after := found
		if !preview { // otherwise nothing has changed
			after = doctor.Examine(ctx, o)
		}
		t.tried(found, i, after)
		found = after
	}
}

// maxPreview limits the time for plans that are only shown: each examines a whole file.
const maxPreview = 2 * time.Second

// tries decides which finding to repair next. Several findings may have the same text; one that persists after a
// repair is not tried again.
type tries struct {
	wanted             func(doctor.Finding) bool
	made, stayed, most map[string]int // by [key]
}

// next returns the index of the next finding, or -1.
func (t tries) next(found []doctor.Finding) int {
	alike := map[string]int{}
	for _, d := range found {
		alike[key(d)]++
		t.most[key(d)] = max(t.most[key(d)], alike[key(d)])
	}
	clear(alike)
	return slices.IndexFunc(found, func(d doctor.Finding) bool {
		k := key(d)
		if !t.wanted(d) {
			return false
		}
		alike[k]++
		return alike[k] > t.stayed[k] && t.made[k] < t.most[k]
	})
}

// tried records the result of a repair.
func (t tries) tried(found []doctor.Finding, i int, after []doctor.Finding) {
	k := key(found[i])
	t.made[k]++
	count := func(list []doctor.Finding) (n int) {
		for _, d := range list {
			if key(d) == k {
				n++
			}
		}
		return n
	}
	if count(after) >= count(found) {
		t.stayed[k]++
	}
}

// key returns the same string for findings with the same text.
func key(d doctor.Finding) string { return d.ID + "\x00" + d.File + "\x00" + d.Message }

// nothingRepaired says why nothing is repaired, and returns the exit code of the doctor.
func nothingRepaired(a *cli.App, found []doctor.Finding, ids []string) error {
	named := slices.DeleteFunc(slices.Clone(found), func(d doctor.Finding) bool {
		return len(ids) > 0 && !slices.Contains(ids, d.ID)
	})
	byName := slices.IndexFunc(named, func(d doctor.Finding) bool { return d.Fixable && d.ByName })
	switch {
	case len(named) == 0:
		fmt.Fprintln(a.Stderr, "neverask: nothing to repair")
	case byName >= 0:
		fmt.Fprintln(a.Stderr, "neverask: nothing to repair without a choice")
		hintByName(a, named[byName].ID)
	default:
		fmt.Fprintf(a.Stderr, "neverask: %s, none can be repaired automatically\n", diffview.Count(len(named), "finding"))
	}
	return findingsExit(named)
}
