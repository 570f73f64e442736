package command

import (
	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/changes"
	"neverask/hooks/app/install"
	"neverask/hooks/app/planner"
)

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
	cmd.Flags().StringVar(&purge, "purge", "",
		"uninstall everywhere and delete everything neverask keeps: all, or state to keep the preferences")
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
