package command

import (
	"context"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/changes"
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
	cmd.Flags().StringSliceVar(&i.conflicts.given, "on-conflict", nil, "how to resolve conflicts: leave, narrow, park, or ID=RESOLUTION")
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
	r, err := cli.Review(ctx, a, conflicts.Options{})
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

// Uninstall returns the command neverask uninstall.
func Uninstall(a *cli.App) *cobra.Command {
	var (
		t     cli.Target
		f     cli.ChangeFlags
		purge string
	)
	cmd := &cobra.Command{
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if purge != "" {
				return purgeAllFiles(cmd.Context(), a, purge, f)
			}
			where, err := a.Target(t)
			if err != nil {
				return err
			}
			changed := false
			plan := func() (planner.Plan, error) {
				p, err := install.Uninstall(a.Planner, where)
				changed = p.Changes()
				return p, err
			}
			if err := a.Change(cmd.Context(), plan, nil, f); err != nil || f.DryRun || changed {
				return err
			}
			// Another program has already removed the hooks; that is no loss now.
			return changes.Disown(cmd.Context(), a.Planner, where)
		},
	}
	t.Flags(cmd)
	f.Flags(cmd)
	cmd.Flags().StringVar(&purge, "purge", "", "uninstall everywhere and delete everything neverask keeps: all, or state to keep the preferences")
	cmd.Flags().Lookup("purge").NoOptDefVal = purgeAll
	for _, other := range []string{"scope", "settings"} {
		cmd.MarkFlagsMutuallyExclusive("purge", other)
	}
	cli.Words(cmd, "purge", purgeAll, purgeState)
	cmd.Use, cmd.SuggestFor = "uninstall", []string{"remove", "delete"}
	cmd.Short = "Remove neverask's hooks from a settings file"
	cmd.Long = `Remove neverask's hooks from a settings file, activity recording among them.

Every other byte stays. Third-party hooks that were parked or narrowed because of a
conflict are restored; what you or the doctor parked stays so, and is listed.
neverask deletes a file that it created if nothing else is in it, the hook binary once
no settings file uses it, and never your preferences.

--purge removes everything: the hooks from every settings file that neverask knows,
and its records, backups and preferences, for good. It lists them first, asks you to
type the word (or pass --yes), and refuses if its directories contain anything else, or
anything behind a symlink.
--purge=state keeps the preferences.`
	cmd.Example = "  neverask uninstall\n  neverask uninstall --yes\n  neverask uninstall --purge --dry-run"
	return cmd
}
