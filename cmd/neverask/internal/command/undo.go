package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/changes"
	"neverask/hooks/app/planner"
	"neverask/settings"
	"neverask/settings/saferead"
)

// undoFlags are the flags of undo.
type undoFlags struct {
	cli.ChangeFlags
	list     bool
	file, op string
	limit    int
}

const undoHelp = `Undo the last change that neverask made to a file, then the one before it, or
the one with an ID.

If nobody has edited the file since, neverask restores its bytes. Otherwise it undoes
only what it changed itself. If somebody has edited exactly that, the change stays, and
neverask shows the backup and how it differs. It keeps the last 20 versions of each file,
for up to 180 days.

--list lists every change with its state, newest first, or shows one with its diff in
all its files:
  applied     it can be undone, unless it is itself an undo
  undone      it was undone
  superseded  a later change of neverask's replaced it
  blocked     somebody has edited what it changed, so it cannot be undone
  failed      the file did not change`

// Undo returns the command neverask undo.
func Undo(a *cli.App) *cobra.Command {
	var f undoFlags
	cmd := &cobra.Command{
		Use:        "undo [ID]",
		SuggestFor: []string{"revert", "rollback", "changes", "redo"},
		Short:      "Undo the last change or the one with an ID, or list all",
		Long:       undoHelp,
		Example: `  neverask undo
  neverask undo k3f9a2b --dry-run
  neverask undo --list --file ~/.claude/settings.json --op install --limit 10
  neverask undo --list k3f9a2b`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.Offer(receiptIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd, len(args)); err != nil {
				return err
			}
			switch ctx := cmd.Context(); {
			case f.list && len(args) == 1:
				return showChange(a, args[0], f.JSON)
			case f.list:
				return listChanges(a, f)
			case len(args) == 1:
				r, err := receipt(a, args[0])
				if err != nil {
					return err
				}
				return takeBack(ctx, a, r, f.ChangeFlags)
			default:
				r, err := a.Planner.Store.Last()
				if errors.Is(err, settings.ErrNoReceipt) {
					fmt.Fprintln(a.Stderr, "neverask: nothing to undo")
					return nil
				}
				if err != nil {
					return err
				}
				return takeBack(ctx, a, r, f.ChangeFlags)
			}
		},
	}
	f.Flags(cmd)
	cmd.Flags().BoolVar(&f.list, "list", false, "list the changes, newest first; as JSON oldest first")
	cmd.Flags().StringVar(&f.file, "file", "", "with --list: only this file")
	cmd.Flags().StringVar(&f.op, "op", "", "with --list: only this kind, such as install or park")
	cmd.Flags().IntVar(&f.limit, "limit", 0, "with --list: at most this many")
	_ = cmd.MarkFlagFilename("file")
	a.OfferFlags(cmd, changeKinds, "op")
	return cmd
}

// check refuses flags and IDs that do not go together.
func (f undoFlags) check(cmd *cobra.Command, ids int) error {
	for _, flag := range []string{"file", "op", "limit"} {
		if cmd.Flags().Changed(flag) && (!f.list || ids > 0) {
			return cli.Misuse("neverask undo --list --"+flag, "--%s goes with --list, and with no ID", flag)
		}
	}
	return nil
}

// takeBack undoes a change.
func takeBack(ctx context.Context, a *cli.App, r settings.Receipt, f cli.ChangeFlags) error {
	err := a.Change(ctx, func() (planner.Plan, error) { return changes.Undo(a.Planner, r) }, nil, f)
	switch {
	case errors.Is(err, planner.ErrPartlyBack):
		return cli.ExitError(cli.Failed, err, "neverask hooks unpark "+r.ID+" restores the others")
	case errors.Is(err, settings.ErrInTheWay):
		return refused(a, r, err, f.JSON)
	}
	return err
}

// supersededBy returns the later change of neverask's that keeps the parts of one from being undone; "" if there is none.
func supersededBy(a *cli.App, parts []settings.Receipt) string {
	found, err := a.Planner.Store.Records(func(r settings.Receipt) bool {
		return slices.ContainsFunc(parts, func(p settings.Receipt) bool { return p.ID == r.ID })
	})
	if i := slices.IndexFunc(found, func(r settings.Record) bool { return r.State == settings.Superseded }); err == nil && i >= 0 {
		return found[i].By
	}
	return ""
}

// refused says how the files of a change that cannot be undone differ from their backups, and where these are.
func refused(a *cli.App, r settings.Receipt, why error, asJSON bool) error {
	all, err := a.Planner.Store.History()
	if err != nil {
		return errors.Join(why, err)
	}
	parts := changes.Parts(all, r)
	if later := supersededBy(a, parts); later != "" {
		why = fmt.Errorf("%s cannot be undone: a later change, %s, edited again what it wrote", r.ID, later)
		return cli.ExitError(cli.Failed, why, "neverask undo "+later+" undoes that first")
	}
	var kept []string
	for _, part := range parts {
		backup := backupOf(a, part)
		if backup == "" {
			continue
		}
		kept = append(kept, backup)
		before, _ := a.Planner.Store.Before(part)
		now, err := saferead.ReadFile(part.Path, settings.MaxSize)
		if err != nil || asJSON {
			continue
		}
		a.Line("", "What restoring the backup would change in %s:", part.Path)
		fmt.Fprint(a.Stdout, diffview.Text(diffview.Unified(now, before, diffview.ContextLines)))
	}
	if len(kept) == 0 {
		return cli.ExitError(cli.Failed, why, "neverask undo --list "+r.ID+" shows what it changed")
	}
	return cli.ExitError(cli.Failed, why, "copy what you need from "+strings.Join(kept, ", "))
}
