package hooks

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/changes"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/dispatch"
)

// restoreFlags are the flags of hooks restore.
type restoreFlags struct {
	cli.ChangeFlags
	list, keep bool
}

func restoreCommand(a *cli.App) *cobra.Command {
	var f restoreFlags
	cmd := &cobra.Command{
		Use:   "restore [ID...]",
		Short: "Restore hooks that other programs removed or changed",
		Long: `Restore hooks that were removed or changed outside neverask: all of them, or those
with the given IDs. Claude Code and other programs may overwrite settings files with
an older copy, and so drop recent additions. A lost hook returns to its place, a changed
one to its earlier form, and neverask's own are written as neverask install would.

--list lists them. --keep keeps them as they are now, if it was you; no settings file
changes.`,
		Example:           "  neverask hooks restore --list\n  neverask hooks restore 3f9a2b7c --yes\n  neverask hooks restore --keep",
		ValidArgsFunction: a.Offer(lostIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.list {
				return listLost(cmd.Context(), a, args, f.JSON)
			}
			found, err := lostHooks(cmd.Context(), a, args)
			switch {
			case err != nil:
				return err
			case len(found) == 0:
				fmt.Fprintln(a.Stderr, "neverask: nothing was lost")
				return nil
			case f.keep:
				return keepLost(cmd.Context(), a, found)
			}
			plan := func() (planner.Plan, error) { return changes.PutBackShown(cmd.Context(), a.Planner, found) }
			return a.Change(cmd.Context(), plan, nil, f.ChangeFlags)
		},
	}
	f.Flags(cmd)
	cmd.Flags().BoolVar(&f.list, "list", false, "only list them")
	cmd.Flags().BoolVar(&f.keep, "keep", false, "keep them as they are now")
	cmd.MarkFlagsMutuallyExclusive("list", "keep", "dry-run")
	cmd.MarkFlagsMutuallyExclusive("list", "keep", "yes")
	return cmd
}

// listLost lists lost and changed hooks, and says what could not be read.
func listLost(ctx context.Context, a *cli.App, ids []string, asJSON bool) error {
	found, problems := changes.OutsideChanges(ctx, a.Planner, a.Planner.Watched())
	found, err := withIDs(found, ids)
	switch {
	case err != nil:
		return err
	case asJSON:
		return a.WriteJSON(map[string]any{"lost": cli.OutsideList(found), "problems": cli.OrEmpty(problems)})
	}
	for _, d := range found {
		a.Line("", "%s  %s  %s  %s", d.ID, d.Noticed.Local().Format("2006-01-02 15:04"), a.Short(d.Path), lossText(d))
	}
	for _, p := range problems {
		a.Note("neverask", p.Message)
	}
	if len(found)+len(problems) == 0 {
		fmt.Fprintln(a.Stderr, "neverask: nothing was lost")
	}
	return nil
}

// keepLost accepts the current state of lost and changed hooks.
func keepLost(ctx context.Context, a *cli.App, found []planner.OutsideChange) error {
	if err := changes.AcceptShown(ctx, a.Planner, found); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.Stdout, "Kept: %s.\n", diffview.Count(len(found), "change"))
	return err
}

// lostHooks returns the lost and changed hooks with these IDs, or all. It fails if a file could not be read.
func lostHooks(ctx context.Context, a *cli.App, ids []string) ([]planner.OutsideChange, error) {
	found, problems := changes.OutsideChanges(ctx, a.Planner, a.Planner.Watched())
	for _, p := range problems {
		if p.ID == changes.LockedID {
			return nil, cli.ExitError(cli.Changed, errors.New(p.Message), p.Fix)
		}
	}
	return withIDs(found, ids)
}

func withIDs(found []planner.OutsideChange, ids []string) ([]planner.OutsideChange, error) {
	for _, id := range ids {
		if !slices.ContainsFunc(found, func(d planner.OutsideChange) bool { return d.ID == id }) {
			known := cli.NamesOf(found, func(d planner.OutsideChange) string { return d.ID })
			return nil, cli.ExitError(cli.Failed, fmt.Errorf("no such hook was lost: %s", id),
				cli.Meant(id, known, "neverask hooks restore --list lists them"))
		}
	}
	return slices.DeleteFunc(found, func(d planner.OutsideChange) bool {
		return len(ids) > 0 && !slices.Contains(ids, d.ID)
	}), nil
}

// lossText says what happened to a hook: "lost: PreToolUse, exactly Bash: cmd".
func lossText(d planner.OutsideChange) string {
	g, _ := d.Handler()
	text := fmt.Sprintf("%s: %s, %s: %s", d.Kind, g.Event, dispatch.Words(g.Matcher), d.What())
	if d.Now == nil {
		return text
	}
	now, handler := d.Now.Parts()
	if was, is := dispatch.Words(g.Matcher), dispatch.Words(now.Matcher); was != is {
		return text + " (now " + is + ")"
	}
	return text + " (now " + cli.OneLine(diffview.Redact(handler.Raw)) + ")"
}

func lostIDs(ctx context.Context, a *cli.App) []string {
	var values []string
	found, _ := changes.OutsideChanges(ctx, a.Planner, a.Planner.Watched())
	for _, d := range cli.OutsideList(found) {
		values = append(values, d.ID+"\t"+string(d.Kind)+" "+d.Event+" "+d.Command)
	}
	return values
}
