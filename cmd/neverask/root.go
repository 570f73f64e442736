package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/cmd/neverask/internal/command"
	"neverask/cmd/neverask/internal/command/hooks"
	"neverask/cmd/neverask/internal/command/log"
	"neverask/cmd/neverask/internal/command/rules"
	"neverask/cmd/neverask/internal/command/run"
	"neverask/cmd/neverask/internal/screens"
	"neverask/tui/prompt"
)

// execute runs the command that words name, and returns the exit code.
func execute(ctx context.Context, a *cli.App, words []string) int {
	root := rootCommand(a)
	root.SetArgs(words)
	root.SetIn(a.Stdin)
	root.SetOut(a.Stdout)
	root.SetErr(a.Stderr)
	_, err := cli.NamedBy(root, words)
	if err == nil || strings.HasPrefix(words[0], "__") { // a shell asks for completions
		err = cli.GroupError(root.ExecuteContext(ctx))
	}
	return a.Report(ctx, err)
}

func rootCommand(a *cli.App) *cobra.Command {
	var (
		t                 cli.Target
		readOnly, version bool
	)
	root := &cobra.Command{
		Use:   "neverask",
		Short: "Answer Claude Code's repeated questions, and see every hook that answers them",
		Long: `neverask installs a hook into Claude Code that answers the questions you've settled
and passes everything else through.

Without a command it opens its screens. Where there is no terminal, or ACCESSIBLE=1 or
TERM=dumb is set, it prints the status and the next commands.
It shows every change to your settings before writing it.`,
		Example: `  neverask                                  open the screens
  neverask --readonly                       open them read-only
  neverask install --dry-run                see what installing would change
  neverask rules add --question "Run the tests?" --answer Yes`,
		Args:              cobra.NoArgs,
		SilenceUsage:      true,
		SilenceErrors:     true,
		PersistentPreRunE: a.Open,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if version {
				return command.PrintVersion(a)
			}
			if !a.Terminal || prompt.Plain(a.Getenv) {
				return printOnward(cmd.Context(), a, t)
			}
			return screens.Open(cmd.Context(), a, t, readOnly)
		},
	}
	root.SetFlagErrorFunc(cli.FlagError)
	t.Flags(root)
	root.Flags().BoolVar(&readOnly, "readonly", false, "open the screens read-only")
	// Cobra's own flag would link text/template, with which the linker keeps every method.
	root.Flags().BoolVar(&version, "version", false, "print the version, as neverask version does")
	addCommands(a, root)
	for _, cmd := range root.Commands() {
		cli.UsageErrors(cmd)
	}
	cli.UsageErrors(root)
	return root
}

// addCommands adds all commands, in the order in which the help shows them.
func addCommands(a *cli.App, root *cobra.Command) {
	sections := []cli.Section{
		{Title: "Commands:", Commands: []*cobra.Command{
			command.Report(a), command.Install(a), command.Uninstall(a), rules.Command(a), log.Command(a), hooks.Command(a),
			command.Doctor(a), command.Undo(a), command.Off(a), command.On(a),
			command.Away(a), command.Back(a), command.Try(a), run.Command(a), command.Status(a), command.Explain(a),
		}},
		{Title: "Paths, version and completion:", Commands: []*cobra.Command{command.Paths(a), command.Version(a)}},
	}
	for _, s := range sections {
		root.AddCommand(s.Commands...)
	}
	root.InitDefaultCompletionCmd()
	if cmd, _, err := root.Find([]string{"completion"}); err == nil {
		last := &sections[len(sections)-1]
		last.Commands = append(last.Commands, cmd)
	}
	cli.Help(root, sections)
	explainCobra(root)
}

// explainCobra gives cobra's own commands examples and errors like those of the others.
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
