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
				find = func() (settings.Receipt, error) { return a.receipt(args[0]) }
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
		return err
	}
	p, err := a.in.Undo(r)
	if err != nil {
		return err
	}
	return a.change(cmd.Context(), p, nil, f)
}
