package command

import (
	"context"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
	"neverask/hooks/others/conflict"
)

// installFlags are the flags of install.
type installFlags struct {
	denyRules bool
	conflicts onConflict
}

// Install returns the command neverask install.
func Install(a *cli.App) *cobra.Command {
	var (
		t cli.Target
		f cli.ChangeFlags
		i installFlags
	)
	cmd := &cobra.Command{
		Use:        "install",
		SuggestFor: []string{"init", "setup", "add", "enable", "upgrade", "update"},
		Short:      "Install neverask's hooks in a settings file",
		Long: `Install neverask's hooks in a settings file.

This copies the hook binary to neverask's data directory and adds entries that run it,
with permission rules that protect neverask's files from Claude's own tools. No other
byte of the file changes. Running it again repairs what is stale and changes nothing
else.

It installs the question hooks, which answer the questions you have settled and, if you
have tool rules, the hook that runs at calls of the tools they name, and at no others.
neverask's other hooks in the file stay; neverask log --record on adds those that
record which tools Claude uses.

It first shows third-party hooks that also answer questions, or that stop neverask's
answers from reaching Claude. --on-conflict says what to do about them:
  leave   leave the hook as it is
  narrow  the hook skips questions and otherwise runs as before
  park    the hook is removed until you restore it or uninstall neverask
Without it, and without a terminal to ask, nothing is installed beside such a hook.
ID=RESOLUTION decides one conflict; neverask hooks conflicts shows the IDs.`,
		Example: `  neverask install --dry-run
  neverask install --scope project
  neverask install --on-conflict narrow --on-conflict 3f9a2b7c10=park
  neverask install --settings ./settings.json --yes`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := i.conflicts.parse(); err != nil {
				return err
			}
			where, err := a.Target(t)
			if err != nil {
				return err
			}
			return add(cmd.Context(), a, where, i, f)
		},
	}
	t.Flags(cmd)
	f.Flags(cmd)
	cmd.Flags().BoolVar(&i.denyRules, "guard", true, "also protect neverask's files from Claude's own tools")
	cmd.Flags().StringSliceVar(&i.conflicts.given, "on-conflict",
		nil, "how to resolve conflicts: leave, narrow, park, or ID=RESOLUTION")
	a.OfferFlags(cmd, conflictWays, "on-conflict")
	return cmd
}

// add reviews the conflicts, and plans and applies the install. If the hooks are installed already, it does not ask
// about conflicts again.
func add(ctx context.Context, a *cli.App, where planner.Target, i installFlags, f cli.ChangeFlags) error {
	var choices []conflict.Choice
	plan := func() (planner.Plan, error) {
		return install.Install(a.Planner, where, install.Options{NoDenyRules: !i.denyRules, Choices: choices})
	}
	// Report a file that cannot be changed before asking anything.
	p, err := plan()
	if err != nil {
		return err
	}
	r, err := cli.ReviewConflicts(ctx, a, conflicts.Options{})
	if err != nil {
		return err
	}
	if len(i.conflicts.given) > 0 || p.Changes() {
		chosen, undecided, err := choose(ctx, a, r, i.conflicts, a.Terminal && !f.Yes && !f.JSON && !f.DryRun)
		if err != nil {
			return err
		}
		if len(undecided) > 0 {
			return refuse(a, p, r.Conflicts, undecided, i.conflicts, f.JSON)
		}
		if choices = chosen; len(choices) > 0 {
			return a.Change(ctx, plan, r.Conflicts, f)
		}
	}
	return a.Change(ctx, cli.Planned(p, plan), r.Conflicts, f)
}
