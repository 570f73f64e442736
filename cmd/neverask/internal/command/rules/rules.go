package rules

import (
	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
)

// Command returns the command neverask rules.
func Command(a *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:        "rules",
		SuggestFor: []string{"rule", "preferences", "prefs", "answers"},
		Short:      "Show and change your rules for questions and tool calls",
		Long: `Show and change your rules.

A question rule says what to answer for you. A tool rule names tools, checks fields of
their input, and refuses the call, has Claude Code ask you, or tells Claude
something. Both kinds work once
neverask's hooks are installed: neverask install. A standing answer is a line that Claude
is told at the start of each session.`,
		Example: `  neverask rules list
  neverask rules suggest
  neverask rules add --question "Run the tests?" --answer Yes
  neverask rules add tool Bash --when 'command~\bgit push\b' --act ask --dry-run
  neverask rules add --tell "Reviews run in the foreground"`,
		Args: cobra.NoArgs,
	}
	cmd.AddCommand(
		listCommand(a), addCommand(a), editCommand(a), removeCommand(a),
		suggestCommand(a), importCommand(a), exportCommand(a),
	)
	return cmd
}
