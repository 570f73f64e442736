package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/settings"
)

// historyFlags choose among the changes.
type historyFlags struct {
	json  bool
	file  string
	op    string
	limit int
}

func (a *app) historyCommand() *cobra.Command {
	var f historyFlags
	cmd := &cobra.Command{
		Use:   "history",
		Short: "List every change that neverask made to a file",
		Long: `List every change that neverask made to a file, the newest first, with what it
changed and what became of it:
  applied     it stands, and undo takes it back
  undone      it was taken back
  superseded  a later change of neverask's has made it moot
  blocked     others have edited what it changed, so it cannot be undone
  failed      the file was left as it was
The files of one change stand together.`,
		Example: "  neverask history\n  neverask history --file ~/.claude/settings.json --op install --limit 10\n  neverask history show k3f9a2b",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return a.history(f) },
	}
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON, the oldest first")
	cmd.Flags().StringVar(&f.file, "file", "", "only changes of this file")
	cmd.Flags().StringVar(&f.op, "op", "", "only changes of this kind, such as install or park")
	cmd.Flags().IntVar(&f.limit, "limit", 0, "only so many of the newest changes")
	_ = cmd.MarkFlagFilename("file")
	cmd.AddCommand(a.historyShowCommand())
	return cmd
}

func (a *app) history(f historyFlags) error {
	want, err := a.chosen(f)
	if err != nil {
		return err
	}
	all, err := a.in.Log(want)
	if err != nil {
		return err
	}
	if f.json {
		return a.writeJSON(historyList(all))
	}
	for _, parts := range slices.Backward(together(all)) {
		for i, l := range parts {
			a.printLogged(l, i > 0)
		}
	}
	return nil
}

// chosen finds the changes that flags choose. A change is chosen with all its
// parts.
func (a *app) chosen(f historyFlags) (func(settings.Receipt) bool, error) {
	file := ""
	if f.file != "" {
		var err error
		if file, err = filepath.Abs(f.file); err != nil {
			return nil, err
		}
	}
	all, err := a.in.Store.History()
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, r := range slices.Backward(all) {
		if f.limit > 0 && len(ids) == f.limit {
			break
		}
		fits := (file == "" || r.Path == file || r.Target == file) && (f.op == "" || r.Op == f.op)
		if id := installer.First(r); fits && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return func(r settings.Receipt) bool { return slices.Contains(ids, installer.First(r)) }, nil
}

// together puts the parts of one change side by side.
func together(all []installer.Logged) (changes [][]installer.Logged) {
	at := map[string]int{}
	for _, l := range all {
		id := installer.First(l.Receipt)
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

func (a *app) printLogged(l installer.Logged, part bool) {
	when := l.Time.Local().Format("2006-01-02 15:04")
	if part {
		when = strings.Repeat(" ", len(when)-1) + "+"
	}
	a.line("", "%s  %s  %-10s %-10s %s  %s", l.ID, when, l.Op, l.State, a.short(l.Path), l.Sentence())
	if l.Session {
		a.line("           ", "in a session of Claude Code")
	}
	switch {
	case l.By != "":
		a.line("           ", "by %s", l.By)
	case l.Why != nil:
		a.line("           ", "%v", l.Why)
	}
}

// changeJSON is the documented shape of an entry of history --json.
type changeJSON struct {
	ID      string `json:"id"`
	Time    string `json:"time"`
	Op      string `json:"op"`
	State   string `json:"state"`
	Path    string `json:"path"`
	Target  string `json:"target"`
	What    string `json:"what"`
	Undoes  string `json:"undoes,omitempty"`
	Rewinds string `json:"rewinds,omitempty"`
	Follows string `json:"follows,omitempty"`
	Session bool   `json:"session,omitempty"` // made in a session of Claude Code
	By      string `json:"by,omitempty"`
	Why     string `json:"why,omitempty"`
}

func jsonOfLogged(l installer.Logged) changeJSON {
	j := changeJSON{
		ID: l.ID, Time: l.Time.Format("2006-01-02T15:04:05Z07:00"), Op: l.Op, State: string(l.State), Path: l.Path, Target: l.Target,
		What: l.Sentence(), Undoes: l.Undoes, Rewinds: l.Rewinds, Follows: l.Follows, Session: l.Session, By: l.By,
	}
	if l.Why != nil {
		j.Why = l.Why.Error()
	}
	return j
}

func historyList(all []installer.Logged) []changeJSON {
	list := []changeJSON{}
	for _, l := range all {
		list = append(list, jsonOfLogged(l))
	}
	return list
}

// loggedJSON is a change in the documented shape of history show --json.
type loggedJSON struct {
	changeJSON
	Diff    string            `json:"diff"`
	Changes []diffview.Change `json:"changes"`
	Kept    bool              `json:"kept"`
}

func (a *app) historyShowCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:               "show ID",
		Short:             "Show one change with its difference, in all its files",
		Example:           "  neverask history show k3f9a2b",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeReceipts,
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := a.receipt(args[0])
			if err != nil {
				return err
			}
			parts, err := a.in.Log(func(q settings.Receipt) bool { return installer.First(q) == installer.First(r) })
			if err != nil {
				return err
			}
			if asJSON {
				list := []loggedJSON{}
				for _, l := range parts {
					list = append(list, loggedJSON{jsonOfLogged(l), diffview.Text(diffview.Unified(l.Before, l.After, 3)), orEmpty(l.Summary.Changes), l.Kept})
				}
				return a.writeJSON(list)
			}
			for i, l := range parts {
				if i > 0 {
					fmt.Fprintln(a.stdout)
				}
				a.printLogged(l, false)
				fmt.Fprint(a.stdout, diffview.Text(diffview.Semantic(l.Summary)))
				if l.Kept {
					fmt.Fprintln(a.stdout)
					fmt.Fprint(a.stdout, diffview.Text(diffview.Unified(l.Before, l.After, 3)))
				} else {
					fmt.Fprintln(a.stderr, "neverask: the whole content is no longer kept")
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// receipt finds the change with an ID, or says where the IDs are.
func (a *app) receipt(id string) (settings.Receipt, error) {
	r, err := a.in.Store.Find(id)
	if errors.Is(err, settings.ErrNoReceipt) {
		all, _ := a.in.Store.History()
		ids := namesOf(all, func(r settings.Receipt) string { return r.ID })
		err = &exit{exitFailed, err, meant(id, ids, "neverask history lists the changes")}
	}
	return r, err
}

func (a *app) completeReceipts(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	if a.open(cmd, nil) != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	all, _ := a.in.Store.History()
	var found []string
	for _, r := range all {
		if r.State == settings.Applied {
			found = append(found, r.ID+"\t"+r.Op+" "+a.short(r.Path))
		}
	}
	return offered(found), cobra.ShellCompDirectiveNoFileComp
}
