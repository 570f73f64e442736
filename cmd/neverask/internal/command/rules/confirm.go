package rules

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/diffview"
	"neverask/hooks/rule/preferences"
)

func confirmCommand(a *cli.App) *cobra.Command {
	var all, asJSON bool
	cmd := &cobra.Command{
		Use:   "confirm [ID...]",
		Short: "Confirm rules that were changed outside neverask",
		Long: `Confirm rules that were changed outside neverask.

neverask status reports rules that appeared, answer more than before, or answer
otherwise, when neverask did not make that change. Without an ID they are listed
and, on a terminal, you are asked.`,
		Example: `  neverask rules confirm
  neverask rules confirm r-7f3a
  neverask rules confirm --all`,
		ValidArgsFunction: a.Offer(outsideIDs),
		RunE: func(cmd *cobra.Command, args []string) error {
			if all && len(args) > 0 {
				return cli.Misuse("", "--all does not go with an ID")
			}
			return confirmOutside(cmd.Context(), a, args, all, asJSON)
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "mark all of them")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// confirmJSON is the documented shape of rules confirm --json.
type confirmJSON struct {
	Outside   []preferences.Outside `json:"outside"`
	Confirmed []string              `json:"confirmed"`
}

func confirmOutside(ctx context.Context, a *cli.App, ids []string, all, asJSON bool) error {
	found, err := a.Rulebook().Watcher().Outside(ctx)
	if err != nil {
		return a.RulesError(err)
	}
	for _, id := range ids {
		if !slices.ContainsFunc(found, func(o preferences.Outside) bool { return o.ID == id }) {
			return cli.Exit(cli.Failed, errors.New(diffview.Visible(id)+": nothing to confirm"), "neverask rules confirm lists what there is")
		}
	}
	shown := found
	if len(ids) > 0 {
		shown = slices.DeleteFunc(slices.Clone(found), func(o preferences.Outside) bool { return !slices.Contains(ids, o.ID) })
	}
	if !asJSON {
		for _, o := range shown {
			fmt.Fprintln(a.Stdout, diffview.Visible(cli.OutsideText(o)))
		}
	}
	confirmed := []string{}
	yes, err := mayConfirm(ctx, a, len(shown), len(ids) > 0 || all, asJSON)
	if yes {
		if confirmErr := a.Rulebook().Watcher().Confirm(ctx, shown...); confirmErr != nil {
			return a.RulesError(confirmErr)
		}
		for _, o := range shown {
			confirmed = append(confirmed, o.ID)
		}
	}
	return a.Finish(asJSON, confirmJSON{cli.OrEmpty(found), confirmed}, err)
}

// mayConfirm decides whether what was shown is marked as seen.
func mayConfirm(ctx context.Context, a *cli.App, n int, named, asJSON bool) (bool, error) {
	if n == 0 {
		fmt.Fprintln(a.Stderr, "neverask: nothing to confirm")
		return false, nil
	}
	return a.Agreed(ctx, cli.Consent{
		Yes: named, JSON: asJSON, Ask: "Did you, or someone you trust, make these changes?", Hint: "name the IDs, or pass --all", Done: "confirmed",
		Session: "nothing was confirmed: this is a session of Claude Code, and only you can agree",
	})
}

func outsideIDs(ctx context.Context, a *cli.App) []string {
	found, _ := a.Rulebook().Watcher().Outside(ctx)
	var values []string
	for _, o := range found {
		values = append(values, o.ID+"\t"+o.Message)
	}
	return values
}
