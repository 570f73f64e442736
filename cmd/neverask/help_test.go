package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"mvdan.cc/sh/v3/shell"

	"neverask/cmd/neverask/internal/cli"
)

func commands(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, sub := range cmd.Commands() {
		all = append(all, commands(sub)...)
	}
	return all
}

// TestEveryCommandHasAnExample: the help of each shows how it is used, and what
// it shows are commands and flags that there are.
func TestEveryCommandHasAnExample(t *testing.T) {
	for _, cmd := range commands(rootCommand(&cli.App{})) {
		shown := false
		for line := range strings.Lines(cmd.Example) {
			line = strings.TrimSpace(line)
			at := strings.Index(line, "neverask")
			if at < 0 {
				continue
			}
			line, _, _ = strings.Cut(line[at:], "   ") // what it does
			line, _, _ = strings.Cut(line, " | ")
			line, _, _ = strings.Cut(line, " > ")
			words, err := shell.Fields(line, func(string) string { return "" })
			if err != nil {
				t.Errorf("%s: %q: %v", cmd.CommandPath(), line, err)
				continue
			}
			// Parsed by a tree of its own: flags remember what they were set to.
			root := rootCommand(&cli.App{})
			found, rest, err := root.Find(words[1:])
			if err != nil {
				t.Errorf("%s: %q: %v", cmd.CommandPath(), line, err)
				continue
			}
			shown = shown || found.CommandPath() == cmd.CommandPath() || cmd.HasSubCommands()
			if found.DisableFlagParsing {
				continue
			}
			if err := found.ParseFlags(rest); err != nil {
				t.Errorf("%s: %q: %v", cmd.CommandPath(), line, err)
				continue
			}
			if found.Args != nil {
				if err := found.Args(found, found.Flags().Args()); err != nil {
					t.Errorf("%s: %q: %v", cmd.CommandPath(), line, err)
				}
			}
		}
		if !shown {
			t.Errorf("%s: no example", cmd.CommandPath())
		}
		if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s: %q", cmd.CommandPath(), cmd.Short)
		}
	}
}

// TestTyposGetASuggestion: for each command, one with two letters swapped.
func TestTyposGetASuggestion(t *testing.T) {
	root := rootCommand(&cli.App{})
	for _, cmd := range commands(root) {
		if !cmd.HasParent() || cmd.Hidden || len(cmd.Name()) < 4 {
			continue
		}
		name := []byte(cmd.Name())
		i := len(name)/2 - 1
		name[i], name[i+1] = name[i+1], name[i]
		if string(name) == cmd.Name() {
			continue
		}
		words := append(strings.Fields(cmd.Parent().CommandPath())[1:], string(name))
		root := rootCommand(&cli.App{})
		found, rest, err := root.Find(words)
		if err == nil && found.Args != nil {
			err = found.Args(found, rest)
		}
		hint := ""
		if e, ok := err.(*cli.Error); ok {
			hint = e.Hint
		}
		if err == nil || !strings.Contains(hint+err.Error(), cmd.Name()) {
			t.Errorf("neverask %s: %v, hint %q", strings.Join(words, " "), err, hint)
		}
	}
}

// TestFlagTyposGetASuggestion: the same for flags.
func TestFlagTyposGetASuggestion(t *testing.T) {
	for typed, meant := range map[string]string{
		"status --scpoe=user": "did you mean: --scope", "install --dryrun": "did you mean: --dry-run", "rules add --qestion=x": "did you mean: --question",
		"status --nothing-like-it": "see: neverask status --help",
	} {
		root := rootCommand(&cli.App{})
		root.SetArgs(strings.Fields(typed))
		err := root.Execute()
		if e, ok := err.(*cli.Error); !ok || e.Code != cli.Usage || e.Hint != meant {
			t.Errorf("%s: %#v", typed, err)
		}
	}
}
