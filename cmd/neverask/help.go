package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// section is a heading of the help, with the commands below it in their order.
type section struct {
	title    string
	commands []*cobra.Command
}

// helpForAll has the help begin with the commands of every day, and "help all" list
// those of the other sections, too.
func helpForAll(root *cobra.Command, sections []section) {
	usual := root.UsageFunc()
	root.SetUsageFunc(func(cmd *cobra.Command) error {
		if cmd.HasParent() {
			return usual(cmd)
		}
		cmd.Printf("Usage:\n  neverask [flags]\n  neverask COMMAND\n\nExamples:\n%s\n", cmd.Example)
		printSection(cmd, sections[0], false)
		cmd.Printf("\nFlags:\n%s\n", cmd.LocalFlags().FlagUsages())
		cmd.Println("neverask help all lists every command, neverask COMMAND --help tells of one.")
		return nil
	})
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	help.Use = "help [COMMAND|all]"
	help.Short = "Tell of a command, or list all of them"
	help.Long = "Tell of a command, or list all of them with those that are below each."
	help.Run = nil
	help.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 && args[0] == "all" {
			cmd.Println("Every command of neverask. neverask COMMAND --help tells of one.")
			for _, s := range sections {
				printSection(cmd, s, true)
			}
			return nil
		}
		found, err := namedBy(root, args)
		if err != nil {
			return err
		}
		return found.Help()
	}
}

// printSection lists commands, and with below those that each has.
func printSection(out *cobra.Command, s section, below bool) {
	out.Printf("\n%s\n", s.title)
	var list func(cmd *cobra.Command)
	list = func(cmd *cobra.Command) {
		out.Printf("  %-22s %s\n", strings.TrimPrefix(cmd.CommandPath(), "neverask "), cmd.Short)
		for _, sub := range cmd.Commands() {
			if below {
				list(sub)
			}
		}
	}
	for _, cmd := range s.commands {
		list(cmd)
	}
}

// formerNames are commands that there are no more, and what stands in their place.
var formerNames = map[string]string{
	"prefs": "rules", "suggest": "rules suggest", "trust": "rules trust",
	"questions": "log --questions", "activity": "log --tools",
	"conflicts": "hooks conflicts", "drift": "hooks outside", "watch": "hooks watch", "hooks fire": "hooks runs",
	"history": "undo --list", "redo": "undo --redo", "restore": "undo --to", "pending": "run list", "answer": "run answer",
}

// namedBy finds the command that words name. Words that name none are told before
// their flags are looked at, which are those of another command then.
func namedBy(root *cobra.Command, words []string) (*cobra.Command, error) {
	cmd, rest, err := root.Find(words)
	if err != nil || len(rest) == 0 || strings.HasPrefix(rest[0], "-") || !cmd.HasSubCommands() || cmd.Args == nil {
		return cmd, err
	}
	return cmd, cmd.Args(cmd, rest[:1])
}

// unknownHint says which command may be meant by a word behind another one.
func unknownHint(cmd *cobra.Command, word string) string {
	path := strings.TrimPrefix(cmd.CommandPath()+" "+word, "neverask ")
	if now, ok := formerNames[path]; ok {
		return "did you mean: neverask " + now
	}
	if similar := cmd.SuggestionsFor(word); len(similar) > 0 {
		return fmt.Sprintf("did you mean: %s %s", cmd.CommandPath(), strings.Join(similar, ", "))
	}
	return "see: " + cmd.CommandPath() + " --help"
}
