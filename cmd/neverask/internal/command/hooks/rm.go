package hooks

import (
	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
)

func rmCommand(a *cli.App) *cobra.Command {
	cmd := changeCommand(a, "rm ID", "Delete a hook from its file",
		"Delete a hook from its file. neverask undo restores it; to keep it, park it instead.",
		"  neverask hooks rm 3f9a2b7c10",
		func(h config.Hook) (planner.Plan, error) { return conflicts.Remove(a.Planner, h) })
	cmd.SuggestFor = []string{"remove", "delete", "uninstall"}
	return cmd
}
