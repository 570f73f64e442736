package installer

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/hooks/config"
	"neverask/hooks/paths"
	"neverask/settings"
)

// ledger is what the journal knows of neverask's part in one file.
type ledger struct {
	owner   config.Owner
	edits   []settings.Edit // that installing made and that still stand
	created bool            // neverask made the file
	dirs    []string        // and these directories for it
	// displacements are those among the edits that moved hooks of others out of
	// the way, by change.
	displacements []displacement
}

// displacement is what one change did to the hooks of others.
type displacement struct {
	edits []settings.Edit
	marks []string
}

func (in *Installer) ledger(target string) (ledger, error) {
	history, err := in.Store.History()
	return in.ledgerOf(history, target), err
}

func (in *Installer) ledgerOf(history []settings.Receipt, target string) ledger {
	l := ledger{owner: config.Owner{Commands: []string{in.Paths.Hook()}, Home: in.Places.Home}}
	for i, r := range history {
		if r.Target == target && left(history, i) {
			// What it made is still there, under what came after it.
			for _, e := range r.Edits {
				if e.Makes() || e.Root {
					l.edits = append(l.edits, e)
				}
			}
			if r.Created() {
				l.created, l.dirs = true, r.Dirs
			}
		}
		if r.Target != target || r.State != settings.Applied {
			continue
		}
		switch r.Op {
		case "install", "resolve", opReduce:
			l.edits = append(l.edits, r.Edits...)
			if r.Created() {
				l.created, l.dirs = true, r.Dirs
			}
			l.owner.Commands = append(l.owner.Commands, commands(r.Edits)...)
			if slices.Contains(r.Marks, backMark) {
				l.displacements = nil
				continue
			}
			if theirs := slices.DeleteFunc(slices.Clone(r.Edits), func(e settings.Edit) bool { return !l.displaces(e) }); len(theirs) > 0 {
				l.displacements = append(l.displacements, displacement{theirs, r.Marks})
			}
		case "recover":
			// Hooks of others that were put back are theirs, and stay.
			own := slices.DeleteFunc(slices.Clone(r.Edits), l.displaces)
			l.edits = append(l.edits, own...)
			l.owner.Commands = append(l.owner.Commands, commands(own)...)
		case "restore":
			l.edits, l.displacements = slices.DeleteFunc(l.edits, l.displaces), nil
		case "uninstall":
			l.edits, l.created, l.dirs, l.displacements = nil, false, nil, nil
		}
	}
	return l
}

// left reports whether a change was undone while another one of neverask's stood
// in the file: the containers that it made were not empty then, and have stayed.
func left(history []settings.Receipt, i int) bool {
	undone := undoneAt(history, i)
	if undone == len(history) || history[i].Op != "install" && history[i].Op != opReduce {
		return false
	}
	for j, s := range history[:undone] {
		if j != i && s.Target == history[i].Target && (s.Op == "install" || s.Op == opReduce) && undoneAt(history, j) > undone {
			return true
		}
	}
	return false
}

// undoneAt is the place of the change that has undone another one, behind all
// where it stands.
func undoneAt(history []settings.Receipt, i int) int {
	if history[i].State != settings.Undone {
		return len(history)
	}
	for u := len(history) - 1; u > i; u-- {
		if history[u].Undoes == history[i].ID && history[u].State == settings.Applied {
			return u
		}
	}
	return len(history)
}

// displaced are the edits by which hooks of others were moved out of the way.
func (l ledger) displaced() (all []settings.Edit) {
	for _, d := range l.displacements {
		all = append(all, d.edits...)
	}
	return all
}

func (l ledger) displaces(e settings.Edit) bool { return config.Displaces(e, l.owner) }

// commands returns the hook binaries that edits have added.
func commands(edits []settings.Edit) (found []string) {
	for _, e := range edits {
		for _, c := range gjson.Get(e.New, "hooks.#.command").Array() {
			if strings.HasPrefix(filepath.Base(c.String()), paths.HookName) {
				found = append(found, c.String())
			}
		}
	}
	return found
}

// targets are the settings files that neverask has ever changed.
func (in *Installer) targets(history []settings.Receipt) (all []string) {
	own := in.Paths.Config + string(filepath.Separator)
	for _, r := range history {
		// The directory of the preferences may be a symlink.
		if !strings.HasPrefix(r.Path, own) && !strings.HasPrefix(r.Target, own) && !slices.Contains(all, r.Target) {
			all = append(all, r.Target)
		}
	}
	return all
}
