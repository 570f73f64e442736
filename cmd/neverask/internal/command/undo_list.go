package command

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/changes"
	"neverask/hooks/app/planner"
	"neverask/settings"
)

func listChanges(a *cli.App, f undoFlags) error {
	want, err := chosen(a, f)
	if err != nil {
		return err
	}
	all, err := changes.List(a.Planner, want)
	if err != nil {
		return err
	}
	if f.JSON {
		return a.WriteJSON(changeList(a, all))
	}
	history, err := a.Planner.Store.History()
	if err != nil {
		return err
	}
	if len(all) == 0 {
		fmt.Fprintln(a.Stderr, "neverask: no changes")
	}
	width := widthOfOps(all)
	why := "" // printed once for changes that share it
	for _, parts := range slices.Backward(together(all)) {
		for i, l := range parts {
			if l.Why != nil && l.Why.Error() == why {
				l.Why = nil
			} else if l.Why != nil {
				why = l.Why.Error()
			}
			printLogged(a, history, l, width, i > 0)
		}
	}
	return nil
}

// chosen returns the changes that the flags select, each with all its parts.
func chosen(a *cli.App, f undoFlags) (func(settings.Receipt) bool, error) {
	file, err := filepath.Abs(f.file)
	if err != nil {
		return nil, err
	}
	all, err := a.Planner.Store.History()
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, r := range slices.Backward(all) {
		if f.limit > 0 && len(ids) == f.limit {
			break
		}
		fits := (f.file == "" || r.Path == file || r.Target == file) && (f.op == "" || r.Op == f.op)
		if id := planner.First(r); fits && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return func(r settings.Receipt) bool { return slices.Contains(ids, planner.First(r)) }, nil
}

// together moves the parts of one change next to each other.
func together(all []changes.Logged) (changes [][]changes.Logged) {
	at := map[string]int{}
	for _, l := range all {
		id := planner.First(l.Receipt)
		i, ok := at[id]
		if !ok {
			i = len(changes)
			at[id] = i
			changes = append(changes, nil)
		}
		changes[i] = append(changes[i], l)
	}
	return changes
}

// widthOfOps returns the width of the column of what was done.
func widthOfOps(all []changes.Logged) (width int) {
	for _, l := range all {
		width = max(width, len(l.Op))
	}
	return width
}

// printLogged prints a change in words; of its further parts, only what was added and removed.
func printLogged(a *cli.App, history []settings.Receipt, l changes.Logged, width int, part bool) {
	when, what := l.Time.Local().Format("2006-01-02 15:04"), l.Sentence()
	if part {
		when = strings.Repeat(" ", len(when)-1) + "+"
	} else {
		what = changes.Description(history, l.Receipt, a.Planner.Store.Contents)
	}
	a.Row(9, a.Short(fmt.Sprintf("%s  %s  %-*s  %-10s %s  %s", l.ID, when, width, l.Op, l.State, l.Path, what)))
	if l.Session {
		a.Line("           ", "in a session of Claude Code")
	}
	switch {
	case l.By != "":
		a.Line("           ", "by %s", l.By)
	case l.Why != nil:
		a.Line("           ", "%v", l.Why)
	}
}

// backupOf returns the path of a file's backup from before a change, or "" if there is none.
func backupOf(a *cli.App, r settings.Receipt) string {
	if _, kept := a.Planner.Store.Before(r); !kept || r.Backup == "" {
		return ""
	}
	return filepath.Join(a.Planner.Paths.Backups(), r.Backup)
}

// changeJSON is the documented shape of an entry of undo --list --json.
type changeJSON struct {
	ID      string `json:"id"`
	Time    string `json:"time"`
	Op      string `json:"op"`
	State   string `json:"state"`
	Path    string `json:"path"`
	Target  string `json:"target"`
	What    string `json:"what"`
	Undoes  string `json:"undoes,omitempty"`
	Backup  string `json:"backup,omitempty"` // the file before the change, while kept
	Follows string `json:"follows,omitempty"`
	Session bool   `json:"session,omitempty"` // made in a Claude Code session
	By      string `json:"by,omitempty"`
	Why     string `json:"why,omitempty"`
}

func jsonOfLogged(a *cli.App, l changes.Logged) changeJSON {
	j := changeJSON{
		ID: l.ID, Time: l.Time.Format("2006-01-02T15:04:05Z07:00"),
		Op: l.Op, State: string(l.State), Path: l.Path, Target: l.Target,
		What: l.Sentence(), Undoes: l.Undoes, Backup: backupOf(a, l.Receipt),
		Follows: l.Follows, Session: l.Session, By: l.By,
	}
	if l.Why != nil {
		j.Why = l.Why.Error()
	}
	return j
}

func changeList(a *cli.App, all []changes.Logged) []changeJSON {
	list := []changeJSON{}
	for _, l := range all {
		list = append(list, jsonOfLogged(a, l))
	}
	return list
}

// loggedJSON is a change in the documented shape of undo --list ID --json.
type loggedJSON struct {
	changeJSON
	Diff    string            `json:"diff"`
	Changes []diffview.Change `json:"changes"`
	Kept    bool              `json:"kept"`
}

// showChange prints a change with its diff, in all its files.
func showChange(a *cli.App, id string, asJSON bool) error {
	r, err := receipt(a, id)
	if err != nil {
		return err
	}
	parts, err := changes.List(a.Planner, func(q settings.Receipt) bool { return planner.First(q) == planner.First(r) })
	if err != nil {
		return err
	}
	if asJSON {
		list := []loggedJSON{}
		for _, l := range parts {
			list = append(list,
				loggedJSON{jsonOfLogged(a, l), diffview.Text(diffview.Unified(l.Before, l.After, diffview.ContextLines)),
					cli.OrEmpty(l.Summary.Changes), l.Kept})
		}
		return a.WriteJSON(list)
	}
	history, err := a.Planner.Store.History()
	if err != nil {
		return err
	}
	for i, l := range parts {
		if i > 0 {
			fmt.Fprintln(a.Stdout)
		}
		printLogged(a, history, l, widthOfOps(parts), false)
		if backup := backupOf(a, l.Receipt); backup != "" {
			a.Line("           ", "before it: %s", backup)
		}
		fmt.Fprint(a.Stdout, diffview.Text(diffview.Semantic(l.Summary)))
		if l.Kept {
			fmt.Fprintln(a.Stdout)
			fmt.Fprint(a.Stdout, diffview.Text(diffview.Unified(l.Before, l.After, diffview.ContextLines)))
		} else {
			fmt.Fprintln(a.Stderr, "neverask: the full content is no longer kept")
		}
	}
	return nil
}

// receipt finds the change with this ID; otherwise the error says where to find the IDs.
func receipt(a *cli.App, id string) (settings.Receipt, error) {
	r, err := a.Planner.Store.Find(id)
	if errors.Is(err, settings.ErrNoReceipt) {
		all, _ := a.Planner.Store.History()
		ids := cli.NamesOf(all, func(r settings.Receipt) string { return r.ID })
		err = cli.ExitError(cli.Failed, err, cli.Meant(id, ids, "neverask undo --list lists the changes"))
	}
	return r, err
}

func receiptIDs(_ context.Context, a *cli.App) (found []string) {
	all, _ := a.Planner.Store.History()
	for _, r := range all {
		if r.State == settings.Applied {
			found = append(found, r.ID+"\t"+r.Op+" "+a.Short(r.Path))
		}
	}
	return found
}

// changeKinds returns the kinds of changes in the change log, for completion.
func changeKinds(_ context.Context, a *cli.App) []string {
	all, err := a.Planner.Store.History()
	if err != nil {
		return nil
	}
	var values []string
	for _, r := range all {
		if !slices.Contains(values, r.Op) {
			values = append(values, r.Op)
		}
	}
	return values
}
