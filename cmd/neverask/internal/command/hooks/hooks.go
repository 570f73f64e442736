package hooks

import (
	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
)

// Command returns the command neverask hooks.
func Command(a *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "hooks",
		Short: "Show and change hooks from every source",
		Example: `  neverask hooks list
  neverask hooks runs Bash`,
		Args: cobra.NoArgs,
	}
	cmd.AddCommand(
		listCommand(a), runsCommand(a), conflictsCommand(a), restoreCommand(a),
		testCommand(a), parkCommand(a), unparkCommand(a), rmCommand(a),
	)
	return cmd
}
