package hooks

import (
	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
)

// changeCommand returns a command that plans a change of the hook with an ID.
func changeCommand(a *cli.App, use, short, long, example string,
	plan func(config.Hook) (planner.Plan, error)) *cobra.Command {
	var (
		site cli.SiteFlags
		f    cli.ChangeFlags
	)
	cmd := &cobra.Command{
		Use: use, Short: short, Long: long, Example: example,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := site.Enter(a); err != nil {
				return err
			}
			h, err := findHook(a, args[0])
			if err != nil {
				return err
			}
			return a.Change(cmd.Context(), func() (planner.Plan, error) {
				p, err := plan(h)
				return p, cli.ManageError(err)
			}, nil, f)
		},
		ValidArgsFunction: a.Offer(hookIDs),
	}
	site.Flags(cmd)
	f.Flags(cmd)
	return cmd
}
