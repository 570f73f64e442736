package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// A Section is a heading of the help, with its commands in their order.
type Section struct {
	Title    string
	Commands []*cobra.Command
}

// Help makes the help begin with everyday commands, and "help all" list those of the other
// sections, too.
func Help(root *cobra.Command, sections []Section) {
	usual := root.UsageFunc()
	root.SetUsageFunc(func(cmd *cobra.Command) error {
		if cmd.HasParent() {
			return usual(cmd)
		}
		cmd.Printf("Usage:\n  neverask [flags]\n  neverask COMMAND\n\nExamples:\n%s\n", cmd.Example)
		printSection(cmd, sections[0], false)
		cmd.Printf("\nFlags:\n%s\n", cmd.LocalFlags().FlagUsages())
		cmd.Println("neverask help all lists every command; neverask COMMAND --help explains one.")
		return nil
	})
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	help.Use = "help [COMMAND|all]"
	help.Short = "Explain a command, or list all of them"
	help.Long = "Explain a command, or list all of them with their subcommands."
	help.Run = nil
	help.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 && args[0] == "all" {
			cmd.Println("Every command of neverask. neverask COMMAND --help explains one.")
			for _, s := range sections {
				printSection(cmd, s, true)
			}
			return nil
		}
		found, err := NamedBy(root, args)
		if err != nil {
			return err
		}
		return found.Help()
	}
}

// printSection lists commands, and with below also their subcommands.
func printSection(out *cobra.Command, s Section, below bool) {
	out.Printf("\n%s\n", s.Title)
	var list func(cmd *cobra.Command)
	list = func(cmd *cobra.Command) {
		out.Printf("  %-22s %s\n", strings.TrimPrefix(cmd.CommandPath(), "neverask "), cmd.Short)
		for _, sub := range cmd.Commands() {
			if below {
				list(sub)
			}
		}
	}
	for _, cmd := range s.Commands {
		list(cmd)
	}
}
