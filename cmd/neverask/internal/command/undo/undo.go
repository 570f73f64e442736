package undo

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/changes"
	"neverask/hooks/app/status"
	"neverask/settings"
)

// undoFlags say which change to undo and how, or which to list.
type undoFlags struct {
	cli.ChangeFlags
	list, kept, redo bool
	to               string
	file, op         string
	limit            int
}

const undoHelp = `Undo the last change that neverask made to a file, or the one with an ID.

When nobody has edited the file since, it gets back the bytes it had. Otherwise
only neverask's own items are undone. --redo makes the change again that was
undone last.

--to ID gives a whole file the content that it had before a change, from
neverask's backup: what others have edited since is undone, too. It works on a
file that is broken, can be undone itself, and refuses a backup that is not what it
was. With the last change of a file that was deleted since, it restores what that
change left. Of each file the last 20 contents are kept, for up to 180 days; and as many of
those that neverask has seen in settings files, whoever wrote them: --list --kept
lists them, each compared with its checksum.

--list lists every change, the newest first, with what it changed and what became
of it, or shows the one with an ID, with its difference in all its files:
  applied     it stands, and can be undone
  undone      it was undone
  superseded  a later change of neverask's has made it moot
  blocked     others have edited what it changed, so it cannot be undone
  failed      the file was left as it was`

// Command is neverask undo.
func Command(a *cli.App) *cobra.Command {
	var f undoFlags
	cmd := &cobra.Command{
		Use:   "undo [ID]",
		Short: "Undo the last change, or the one with an ID, or list them all",
		Long:  undoHelp,
		Example: `  neverask undo
  neverask undo k3f9a2b --dry-run
  neverask undo --list --file ~/.claude/settings.json --op install --limit 10
  neverask undo --list k3f9a2b
  neverask undo --to k3f9a2b --dry-run
  neverask undo --redo`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.Offer(receiptIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd, len(args)); err != nil {
				return err
			}
			switch ctx := cmd.Context(); {
			case f.kept:
				return listKept(a, f.JSON)
			case f.list && len(args) == 1:
				return showChange(a, args[0], f.JSON)
			case f.list:
				return listChanges(a, f)
			case f.to != "":
				return to(ctx, a, f.to, f.ChangeFlags)
			case f.redo:
				return takeBack(ctx, a, a.Installer.Store.LastUndo, "nothing to redo", f.ChangeFlags)
			case len(args) == 1:
				return takeBack(ctx, a, func() (settings.Receipt, error) { return receipt(a, args[0]) }, "", f.ChangeFlags)
			default:
				return takeBack(ctx, a, a.Installer.Store.Last, "nothing to undo", f.ChangeFlags)
			}
		},
	}
	f.Flags(cmd)
	cmd.Flags().BoolVar(&f.redo, "redo", false, "make the change again that was undone last")
	cmd.Flags().StringVar(&f.to, "to", "", "give the whole file the content that it had before this change")
	cmd.Flags().BoolVar(&f.list, "list", false, "list the changes, the newest first, or as JSON the oldest first")
	cmd.Flags().BoolVar(&f.kept, "kept", false, "with --list: the contents that are kept, for --to")
	cmd.Flags().StringVar(&f.file, "file", "", "with --list: only changes of this file")
	cmd.Flags().StringVar(&f.op, "op", "", "with --list: only changes of this kind, such as install or park")
	cmd.Flags().IntVar(&f.limit, "limit", 0, "with --list: at most this many changes, newest first")
	_ = cmd.MarkFlagFilename("file")
	a.OfferFlags(cmd, receiptIDs, "to")
	a.OfferFlags(cmd, changeKinds, "op")
	cmd.MarkFlagsMutuallyExclusive("list", "to", "redo")
	return cmd
}

// check refuses flags and an ID that do not go with what is to be done.
func (f undoFlags) check(cmd *cobra.Command, ids int) error {
	for _, flag := range []string{"kept", "file", "op", "limit"} {
		if cmd.Flags().Changed(flag) && (!f.list || ids > 0) {
			return cli.Misuse("neverask undo --list --"+flag, "--%s goes with --list, and with no ID", flag)
		}
	}
	if ids > 0 && (f.redo || cmd.Flags().Changed("to")) {
		return cli.Misuse("see: neverask undo --help", "one more ID does not go with --to, and none with --redo")
	}
	if f.to == "" && cmd.Flags().Changed("to") {
		return cli.Misuse("neverask undo --list lists the changes", "--to: which change?")
	}
	return nil
}

// takeBack undoes the change that find finds. Where there may be none, none says so.
func takeBack(ctx context.Context, a *cli.App, find func() (settings.Receipt, error), none string, f cli.ChangeFlags) error {
	r, err := find()
	if errors.Is(err, settings.ErrNoReceipt) && none != "" {
		fmt.Fprintln(a.Stderr, "neverask:", none)
		return nil
	}
	if err != nil {
		return err
	}
	p, err := changes.Undo(a.Installer, r)
	if lost, gone := status.LostPreferences(a.Installer); gone && lost.Gone && errors.Is(err, settings.ErrInTheWay) && r.Path == a.Installer.Paths.Preferences() {
		return cli.Exit(cli.Failed, err, lost.Fix)
	}
	if err != nil {
		return err
	}
	return a.Change(ctx, p, nil, f)
}
