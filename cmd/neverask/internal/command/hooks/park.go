package hooks

import (
	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
)

func parkCommand(a *cli.App) *cobra.Command {
	group := false
	cmd := changeCommand(a, "park ID", "Remove a hook from its file, and keep a copy",
		"Remove a hook from its file, and keep a copy. neverask hooks unpark restores it.",
		"  neverask hooks park 3f9a2b7c10\n  neverask hooks park 3f9a2b7c10 --group",
		func(h config.Hook) (planner.Plan, error) { return conflicts.Park(a.Planner, h, group) })
	cmd.Flags().BoolVar(&group, "group", false, "also the other hooks of its matcher group")
	return cmd
}
