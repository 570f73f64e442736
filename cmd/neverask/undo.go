package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"neverask/settings"
)

func (a *app) undoCommand() *cobra.Command {
	var f changeFlags
	cmd := &cobra.Command{
		Use:   "undo [ID]",
		Short: "Take back the last change, or the one with an ID",
		Long: `Take back the last change that neverask made to a file, or the one with an ID.

When nobody has edited the file since, it gets back the bytes it had. Otherwise
only neverask's own items are taken back.`,
		Example:           "  neverask undo\n  neverask undo k3f9a2b --dry-run",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completeReceipts,
		RunE: func(cmd *cobra.Command, args []string) error {
			find := a.in.Store.Last
			if len(args) == 1 {
				find = func() (settings.Receipt, error) { return a.in.Store.Find(args[0]) }
			}
			return a.takeBack(cmd, find, "nothing to undo", f)
		},
	}
	f.flags(cmd)
	return cmd
}

func (a *app) redoCommand() *cobra.Command {
	var f changeFlags
	cmd := &cobra.Command{
		Use:     "redo",
		Short:   "Make the change again that was undone last",
		Example: "  neverask redo",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.takeBack(cmd, a.in.Store.LastUndo, "nothing to redo", f)
		},
	}
	f.flags(cmd)
	return cmd
}

func (a *app) takeBack(cmd *cobra.Command, find func() (settings.Receipt, error), none string, f changeFlags) error {
	r, err := find()
	if errors.Is(err, settings.ErrNoReceipt) && cmd.Flags().NArg() == 0 {
		fmt.Fprintln(a.stderr, "neverask:", none)
		return nil
	}
	if err != nil {
		return &exit{exitFailed, err, "neverask history lists the changes"}
	}
	p, err := a.in.Undo(r)
	if err != nil {
		return err
	}
	return a.change(cmd.Context(), p, nil, f)
}

func (a *app) historyCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "history",
		Short:   "List every change that neverask made to a file",
		Example: "  neverask history\n  neverask history --json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			all, err := a.in.Store.History()
			if err != nil {
				return err
			}
			if asJSON {
				return a.writeJSON(historyList(all))
			}
			for i := len(all) - 1; i >= 0; i-- {
				r := all[i]
				fmt.Fprintf(a.stdout, "%s  %s  %-10s %-8s %s\n", r.ID, r.Time.Local().Format("2006-01-02 15:04"), r.Op, r.State, a.short(r.Path))
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// changeJSON is the documented shape of an entry of history --json.
type changeJSON struct {
	ID     string `json:"id"`
	Time   string `json:"time"`
	Op     string `json:"op"`
	State  string `json:"state"`
	Path   string `json:"path"`
	Target string `json:"target"`
	Undoes string `json:"undoes,omitempty"`
}

func historyList(all []settings.Receipt) []changeJSON {
	list := []changeJSON{}
	for _, r := range all {
		list = append(list, changeJSON{r.ID, r.Time.Format("2006-01-02T15:04:05Z07:00"), r.Op, string(r.State), r.Path, r.Target, r.Undoes})
	}
	return list
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
	return found, cobra.ShellCompDirectiveNoFileComp
}
