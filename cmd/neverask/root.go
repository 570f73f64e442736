package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"neverask/tui/prompt"
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
  neverask rules add --question "Run the tests?" --answer Yes`,
		Args:              cobra.NoArgs,
		SilenceUsage:      true,
		SilenceErrors:     true,
		PersistentPreRunE: a.open,
		RunE: func(cmd *cobra.Command, _ []string) error {
			plain := prompt.Plain(a.getenv)
			if a.terminal && !readOnly {
				a.gatherPast(cmd.Context())
			}
			switch {
			case a.terminal && plain && !readOnly:
				return a.accessible(cmd.Context(), t)
			case a.terminal && !plain:
				return a.screens(cmd.Context(), t, readOnly)
			}
			return a.status(cmd.Context(), t, statusFlags{})
		},
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usage(flagHint(cmd, err), "%w", err)
	})
	t.flags(root)
	root.Flags().BoolVar(&readOnly, "readonly", false, "open the screens without anything that changes a file")
	a.addCommands(root)
	for _, cmd := range root.Commands() {
		usageErrors(cmd)
	}
	usageErrors(root)
	return root
}

// addCommands adds all commands, in the order in which the help shows them.
func (a *app) addCommands(root *cobra.Command) {
	sections := []section{
		{"Commands:", []*cobra.Command{
			a.reportCommand(), a.installCommand(), a.uninstallCommand(), a.rulesCommand(), a.logCommand(), a.hooksCommand(), a.doctorCommand(), a.undoCommand(), offCommand(a), onCommand(a), a.runCommand(), a.statusCommand(),
		}},
		{"Looking closer:", []*cobra.Command{a.explainCommand(), a.tryCommand(), a.settingsCommand(), a.pathsCommand()}},
		{"Beyond this shell:", []*cobra.Command{a.exportCommand(), a.upgradeCommand(), a.manCommand(), a.versionCommand()}},
	}
	for _, s := range sections {
		root.AddCommand(s.commands...)
	}
	a.completions(root)
	root.InitDefaultCompletionCmd()
	if cmd, _, err := root.Find([]string{"completion"}); err == nil {
		last := &sections[len(sections)-1]
		last.commands = append(last.commands, cmd)
	}
	helpForAll(root, sections)
	explainCobra(root)
}

// explainCobra gives the commands that cobra makes what all others have.
func explainCobra(root *cobra.Command) {
	for name, example := range map[string]string{
		"help":                  "neverask help all\n  neverask help hooks list",
		"completion":            "neverask completion bash > ~/.local/share/bash-completion/completions/neverask",
		"completion bash":       "neverask completion bash > ~/.local/share/bash-completion/completions/neverask",
		"completion zsh":        "neverask completion zsh > ~/.zsh/completions/_neverask",
		"completion fish":       "neverask completion fish > ~/.config/fish/completions/neverask.fish",
		"completion powershell": "neverask completion powershell | Out-String | Invoke-Expression",
	} {
		if cmd, _, err := root.Find(strings.Fields(name)); err == nil {
			cmd.Example = "  " + example
		}
	}
	// Without an action of its own, cobra prints the help for anything.
	if cmd, _, err := root.Find([]string{"completion"}); err == nil {
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
}

// flagHint names the flags that a mistyped one may be.
func flagHint(cmd *cobra.Command, err error) string {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if all := similar(unknown.GetSpecifiedName(), names); len(all) > 0 {
			return "did you mean: --" + strings.Join(all, ", --")
		}
	}
	return "see: " + cmd.CommandPath() + " --help"
}

// usageErrors gives wrong arguments the exit code and the hint of wrong usage.
func usageErrors(cmd *cobra.Command) {
	cmd.SuggestionsMinimumDistance = typo
	if check := cmd.Args; check != nil {
		cmd.Args = func(c *cobra.Command, args []string) error {
			var coded *exit
			err := check(c, args)
			if err == nil || errors.As(err, &coded) {
				return err
			}
			if len(args) > 0 && c.HasSubCommands() {
				return usage(unknownHint(c, args[0]), "%w", err)
			}
			return usage("see: "+c.CommandPath()+" --help", "%w", err)
		}
	}
	for _, sub := range cmd.Commands() {
		usageErrors(sub)
	}
}
