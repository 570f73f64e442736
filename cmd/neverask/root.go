package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
)

func (a *app) root() *cobra.Command {
	var (
		t        target
		readOnly bool
	)
	root := &cobra.Command{
		Use:   "neverask",
		Short: "Answer Claude Code's repeated questions, and see every hook that does",
		Long: `neverask installs a hook into Claude Code that answers the questions you chose
never to be asked again, and passes everything else through.

Without a command it opens its screens on a terminal and prints the status
elsewhere. Nothing is written that was not shown before.`,
		Example: `  neverask                                  open the screens
  neverask --readonly                       open them without anything that changes a file
  neverask install --dry-run                see what installing would change
  neverask prefs add --question "Run the tests?" --answer Yes`,
		Args:              cobra.NoArgs,
		SilenceUsage:      true,
		SilenceErrors:     true,
		PersistentPreRunE: a.open,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case a.terminal && a.getenv("ACCESSIBLE") != "" && !readOnly:
				return a.accessible(cmd.Context(), t)
			case a.terminal && a.getenv("ACCESSIBLE") == "":
				return a.screens(cmd.Context(), t, readOnly)
			}
			return a.status(cmd.Context(), t, statusFlags{})
		},
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage("see: "+cmd.CommandPath()+" --help", "%w", err)
	})
	t.flags(root)
	root.Flags().BoolVar(&readOnly, "readonly", false, "open the screens without anything that changes a file")
	root.AddCommand(
		a.statusCommand(), a.driftCommand(), a.watchCommand(), a.settingsCommand(), a.installCommand(), a.uninstallCommand(), a.conflictsCommand(), a.hooksCommand(), a.doctorCommand(), a.prefsCommand(), a.explainCommand(),
		a.suggestCommand(), a.questionsCommand(), a.runCommand(), a.pendingCommand(), a.answerCommand(), a.trustCommand(),
		a.undoCommand(), a.redoCommand(), a.restoreCommand(), a.historyCommand(), a.pathsCommand(), a.versionCommand(),
	)
	for _, cmd := range root.Commands() {
		usageErrors(cmd)
	}
	usageErrors(root)
	return root
}

// usageErrors gives wrong arguments the exit code and the hint of wrong usage.
func usageErrors(cmd *cobra.Command) {
	if check := cmd.Args; check != nil {
		cmd.Args = func(c *cobra.Command, args []string) error {
			var coded *exit
			err := check(c, args)
			if err == nil || errors.As(err, &coded) {
				return err
			}
			hint := "see: " + c.CommandPath() + " --help"
			if len(args) > 0 && c.HasSubCommands() {
				if similar := c.SuggestionsFor(args[0]); len(similar) > 0 {
					hint = "did you mean: " + c.CommandPath() + " " + strings.Join(similar, ", ")
				}
			}
			return usage(hint, "%w", err)
		}
	}
	for _, sub := range cmd.Commands() {
		usageErrors(sub)
	}
}
