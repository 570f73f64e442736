package install

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"neverask/diffview"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/ownfile"
	"neverask/settings/saferead"
)

// A Purge is the plan to leave nothing behind: the hooks are removed from every settings file
// that neverask knows, and its own directories are deleted.
type Purge struct {
	Plan planner.Plan // of the settings files
	// Dirs are the directories that are deleted with all their content.
	Dirs []ownfile.Dir
}

// Changes reports whether there is anything to do.
func (p Purge) Changes() bool { return p.Plan.Changes() || len(p.Dirs) > 0 }

// PlanPurge plans to uninstall everywhere and to delete the records, the hook binary and,
// unless they are kept, the preferences. It refuses if something in these directories is not
// neverask's own or is reached through a symlink, if third-party hooks are parked or late
// writes by other programs are kept, and if the hooks cannot be removed from a settings file.
func PlanPurge(in *planner.Planner, keepPreferences bool) (p Purge, err error) {
	parked, err := in.Parked()
	if err != nil {
		return p, err
	}
	switch n := planner.CountParked(parked); {
	case n == 0 && len(parked) > 0:
		return p,
			errors.New("what neverask doctor has removed from a settings file would be lost: restore it first (neverask hooks unpark lists it)")
	case n == 1:
		return p,
			errors.New("1 third-party hook is parked, and would be lost: restore it first (neverask hooks unpark lists it)")
	case n > 1:
		return p,
			fmt.Errorf(
				"%d third-party hooks are parked, and would be lost: restore them first (neverask hooks unpark lists them)", n)
	}
	late, err := in.Store.LateWrites()
	if err != nil {
		return p, err
	}
	if len(late) > 0 {
		return p,
			fmt.Errorf("%s holds the only copy of what another program wrote while neverask replaced %s: nothing is deleted; move it away first", late[0].Path, late[0].Receipt.Path)
	}
	if p.Plan, err = uninstallAll(in); err != nil {
		return p, err
	}
	if err = onlyCopies(in, p.Plan); err != nil {
		return p, err
	}
	p.Dirs, err = inventory(in, keepPreferences)
	return p, err
}

// onlyCopies reports third-party hooks that were moved in a settings file and that a plan does
// not restore: neverask has the only copy.
func onlyCopies(in *planner.Planner, p planner.Plan) error {
	history, err := in.Store.History()
	if err != nil {
		return err
	}
	for _, target := range in.FilesIn(history) {
		back := slices.ContainsFunc(p.Parts(), func(part planner.Plan) bool { return part.Plan.Target == target })
		held := config.CountRemoved(in.AccountIn(history, target).ParkedOrNarrowed())
		if back || held == 0 {
			continue
		}
		if f, err := in.Store.Load(target); err == nil && f.Exists {
			continue // they are back already
		}
		return fmt.Errorf("neverask alone keeps %s moved in %s, which would be lost: put the file back first; if you no longer want that, delete %s yourself",
			diffview.Count(held, "third-party hook"), target, in.Paths.State)
	}
	return nil
}

// uninstallAll plans to remove the hooks from all files that neverask knows.
func uninstallAll(in *planner.Planner) (all planner.Plan, err error) {
	var parts []planner.Plan
	var left []planner.Problem
	for _, t := range in.Watched() {
		f, l, err := in.Open(t)
		if err != nil {
			// An unreadable file does not matter if nothing in it is neverask's.
			content, unreadable := saferead.ReadFile(t.Path, settings.MaxSize)
			if !errors.Is(err, settings.ErrBusy) && unreadable == nil && !in.MayRun(t.Path, content, l.Owner) {
				continue
			}
			return all, err
		}
		p, lost, err := Withdrawal(in, in.Scoped(t), f, l)
		if err != nil {
			return all, err
		}
		left = append(left, lost...)
		if !p.Empty() {
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		user := in.Target(settings.User, "")
		return planner.Plan{Op: planner.OpUninstall, Target: user, Problems: left}, nil
	}
	all = parts[0]
	all.Also, all.Problems = parts[1:], left
	return all, nil
}

// inventory lists the content of neverask's directories.
func inventory(in *planner.Planner, keepPreferences bool) (dirs []ownfile.Dir, err error) {
	known := map[string]func(string) bool{in.Paths.State: isState, in.Paths.Data: isData}
	order := []string{in.Paths.Data, in.Paths.State}
	if !keepPreferences {
		known[in.Paths.Config] = isConfig
		order = append(order, in.Paths.Config)
	}
	for _, dir := range order {
		d, err := ownfile.List(dir, in.Locations.Home, known[dir])
		if err != nil {
			return nil, err
		}
		if d.Path != "" {
			dirs = append(dirs, d)
		}
	}
	return dirs, nil
}

// isState reports whether neverask gives a record this name. Code that adds a record must add
// its name here; a missing name keeps a purge from deleting anything.
func isState(name string) bool {
	top, _, below := strings.Cut(name, "/")
	if slices.Contains([]string{"activity", "answers", "backups", "hooks.seen", "open", "parked", "replaced"}, top) {
		return true
	}
	if below {
		return false
	}
	for _, file := range []string{
		"lock", "changes.jsonl", "hook-tests.json", "questions.jsonl",
		"tool-rules.jsonl", "hook-errors.log", "off.json", "away.json",
		"preferences.seen.json", "suggestions.jsonl",
	} {
		// Rotated logs have a number appended, and files being written a random suffix.
		if rest, ok := strings.CutPrefix(top, file); ok && (rest == "" || rest[0] == '.') {
			return true
		}
	}
	return strings.HasPrefix(top, "history-") && strings.Contains(top, ".index") || strings.HasPrefix(top, ".neverask-")
}

// isData reports whether a name belongs to the installed program.
func isData(name string) bool {
	return name == "bin" || name == "bin/paths.json" || strings.HasPrefix(name, "bin/neverask-hook") ||
		strings.HasPrefix(name, "bin/.neverask-") || strings.HasPrefix(name, ".neverask-")
}

// isConfig reports whether a name belongs to the preferences or the look of the screens.
func isConfig(name string) bool {
	return name == "preferences.json" || name == "screens.json" || strings.HasPrefix(name, ".neverask-")
}

// ApplyPurge uninstalls as planned and deletes the directories. Files added since must pass
// the same checks before anything is deleted.
func ApplyPurge(ctx context.Context, in *planner.Planner, p Purge) error {
	kept := !slices.ContainsFunc(p.Dirs, func(d ownfile.Dir) bool { return d.Path == in.Paths.Config })
	if _, err := inventory(in, kept); err != nil {
		return err
	}
	if p.Plan.Changes() {
		if _, err := in.Apply(ctx, p.Plan); err != nil {
			return err
		}
	}
	err := in.Store.Exclusive(ctx, func(settings.ApplyFunc) error {
		if file, runs := stillRuns(in); runs {
			return fmt.Errorf("%s still runs %s: nothing is deleted", file, in.Paths.Hook())
		}
		dirs, err := inventory(in, kept)
		if err != nil {
			return err
		}
		for _, d := range dirs {
			// The lock is held until the rest is gone.
			if err := d.Remove(func(name string) bool { return filepath.Join(d.Path, name) != in.Paths.Lock() }); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	dirs, err := inventory(in, kept)
	if err != nil {
		return err
	}
	for _, d := range dirs {
		if err := d.Remove(func(string) bool { return true }); err != nil {
			return err
		}
	}
	removeEmptyParents(in, kept)
	return nil
}

// stillRuns finds a source of hooks that runs the installed hook.
func stillRuns(in *planner.Planner) (file string, runs bool) {
	owner := in.Installed()
	for _, h := range in.Sources().Hooks() {
		if owner.Owns(h.Handler) {
			return h.Source.File, true
		}
	}
	return "", false
}

// removeEmptyParents removes empty directories above neverask's own, up to the home directory.
func removeEmptyParents(in *planner.Planner, keepPreferences bool) {
	dirs := []string{in.Paths.Data, in.Paths.State}
	if !keepPreferences {
		dirs = append(dirs, in.Paths.Config)
	}
	for _, dir := range dirs {
		for dir := filepath.Dir(dir); strings.HasPrefix(dir, in.Locations.Home+string(filepath.Separator)); dir = filepath.Dir(dir) {
			if os.Remove(dir) != nil {
				break
			}
		}
	}
}
