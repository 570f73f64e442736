package hooks

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/recovery"
	"neverask/hooks/claude/dispatch"
)

func outsideCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "outside",
		Short: "Show hooks and settings that were added, removed or changed outside neverask",
		Long: `Show hooks and other settings that were added, removed or changed outside neverask.
Claude Code and other programs may overwrite these files with an older copy, and so
drop what was added in the meantime.`,
		Example: "  neverask hooks outside\n  neverask hooks outside restore --dry-run\n  neverask hooks outside accept",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			found, problems := recovery.OutsideChanges(cmd.Context(), a.Installer, a.Installer.Watched())
			if asJSON {
				return a.WriteJSON(map[string]any{"drift": cli.OutsideList(found), "problems": cli.OrEmpty(problems)})
			}
			printDrift(a, found)
			for _, p := range problems {
				a.Note("neverask", p.Message)
			}
			if len(found)+len(problems) == 0 {
				fmt.Fprintln(a.Stderr, "neverask: no outside changes")
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.AddCommand(outsideRestoreCommand(a), outsideAcceptCommand(a))
	return cmd
}

func outsideRestoreCommand(a *cli.App) *cobra.Command {
	var f cli.ChangeFlags
	cmd := &cobra.Command{
		Use:   "restore [ID...]",
		Short: "Restore lost hooks and settings, and the earlier form of changed hooks",
		Long: `Restore lost hooks and settings where they were, and changed hooks to their earlier
form: all of them, or those with the given IDs. A changed setting is restored only by
its ID. neverask's own hooks are restored as neverask install would write them.`,
		Example:           "  neverask hooks outside restore\n  neverask hooks outside restore 3f9a2b7c --yes",
		ValidArgsFunction: a.Offer(driftedIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			found, err := driftsToChange(ctx, a)
			if err != nil {
				return err
			}
			ids, err := driftIDs(a, found, args)
			if err != nil {
				return err
			}
			// A setting that was changed may have been meant; it comes back by its ID alone.
			meant := func(d installer.OutsideChange) bool {
				return ids(d.ID) && (len(args) > 0 || !d.Item.IsSetting() || d.Serious())
			}
			found = slices.DeleteFunc(found, func(d installer.OutsideChange) bool { return !meant(d) })
			if len(found) == 0 {
				fmt.Fprintln(a.Stderr, "neverask: nothing was lost")
				return nil
			}
			return a.Change(ctx, func() (installer.Plan, error) { return recovery.PutBackShown(ctx, a.Installer, found) }, nil, f)
		},
	}
	f.Flags(cmd)
	return cmd
}

func outsideAcceptCommand(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:               "accept [ID...]",
		Short:             "Accept hooks and settings as they are now",
		Long:              "Accept hooks and settings as they are now: all that neverask hooks outside lists, or\nthose with the given IDs. No settings file changes.",
		Example:           "  neverask hooks outside accept\n  neverask hooks outside accept 3f9a2b7c",
		ValidArgsFunction: a.Offer(driftedIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			found, err := driftsToChange(cmd.Context(), a)
			if err != nil {
				return err
			}
			ids, err := driftIDs(a, found, args)
			if err != nil {
				return err
			}
			found = slices.DeleteFunc(found, func(d installer.OutsideChange) bool { return !ids(d.ID) })
			if err := recovery.AcceptShown(cmd.Context(), a.Installer, found); err != nil {
				return err
			}
			fmt.Fprintf(a.Stdout, "%s accepted.\n", diffview.Count(len(found), "change"))
			return nil
		},
	}
}

// driftIDs says which changes are meant: all when none is named.
func driftIDs(a *cli.App, found []installer.OutsideChange, named []string) (func(id string) bool, error) {
	for _, id := range named {
		if !slices.ContainsFunc(found, func(d installer.OutsideChange) bool { return d.ID == id }) {
			ids := cli.NamesOf(found, func(d installer.OutsideChange) string { return d.ID })
			return nil, cli.Exit(cli.Failed, fmt.Errorf("there is no such change: %s", id), cli.Meant(id, ids, "neverask hooks outside lists them"))
		}
	}
	return func(id string) bool { return len(named) == 0 || slices.Contains(named, id) }, nil
}

// driftsToChange is drifts for who goes on with what is found: not to have looked is
// an error.
func driftsToChange(ctx context.Context, a *cli.App) ([]installer.OutsideChange, error) {
	found, problems := recovery.OutsideChanges(ctx, a.Installer, a.Installer.Watched())
	for _, p := range problems {
		if p.ID == recovery.LockedID {
			return nil, cli.Exit(cli.Changed, errors.New(p.Message), p.Fix)
		}
	}
	return found, nil
}

func printDrift(a *cli.App, found []installer.OutsideChange) {
	for _, d := range found {
		a.Line("", "%s  %s  %s  %s", d.ID, d.Noticed.Local().Format("2006-01-02 15:04"), a.Short(d.Path), driftText(d))
	}
}

// driftText says what became of a hook: "lost: PreToolUse, exactly Bash: cmd". Or of a
// setting: "lost: env.A: 1".
func driftText(d installer.OutsideChange) string {
	if d.Item.IsSetting() {
		text := fmt.Sprintf("%s: %s: %s", d.Kind, d.Subject(), d.What())
		if d.Now != nil {
			text += " (now " + d.WhatNow() + ")"
		}
		return text
	}
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

func driftedIDs(ctx context.Context, a *cli.App) []string {
	var values []string
	found, _ := recovery.OutsideChanges(ctx, a.Installer, a.Installer.Watched())
	for _, d := range cli.OutsideList(found) {
		values = append(values, d.ID+"\t"+string(d.Kind)+" "+d.Event+" "+d.Command)
	}
	return values
}
