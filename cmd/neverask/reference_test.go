package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"neverask/cmd/neverask/internal/cli"
)

var updateReference = flag.Bool("update-reference", false, "write docs/reference.md")

// TestReference: docs/reference.md is generated from the commands and the exit codes,
// so nothing in it can be out of date.
func TestReference(t *testing.T) {
	const file = "../../docs/reference.md"
	want := reference()
	if *updateReference {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil { //nolint:gosec // a document
			t.Fatal(err)
		}
	}
	is, err := os.ReadFile(file)
	if err != nil || string(is) != want {
		t.Errorf("docs/reference.md is not current (%v): go test ./cmd/neverask -run TestReference -update-reference", err)
	}
}

func reference() string {
	var b strings.Builder
	b.WriteString("# Reference\n\nGenerated from the program by `go test ./cmd/neverask -run TestReference -update-reference`.\n")
	b.WriteString("Standard output carries results, standard error messages. What commands print with `--json` is in [JSON](json.md).\n")
	b.WriteString("\n## Exit codes\n\n| code | meaning |\n|---|---|\n")
	for _, c := range cli.ExitCodes() {
		fmt.Fprintf(&b, "| %d | %s |\n", c.Code, c.Meaning)
	}
	b.WriteString("\nThe exit code of `run` and `run answer` is otherwise that of Claude Code.\n")
	root := rootCommand(&cli.App{})
	root.InitDefaultCompletionCmd()
	all := slices.DeleteFunc(commands(root), func(cmd *cobra.Command) bool { return cmd.Hidden || cmd.Name() == "help" })
	shared := sharedFlags(all)
	b.WriteString("\n## Flags of many commands\n\n| flag | meaning |\n|---|---|\n")
	for _, f := range shared {
		referFlag(&b, f)
	}
	b.WriteString("\n## Commands\n\nFlags of many commands are named without their meaning.\n")
	for _, cmd := range all {
		referCommand(&b, cmd, shared)
	}
	return b.String()
}

// sharedFlags are the flags that at least three commands have in the same words.
func sharedFlags(all []*cobra.Command) (shared []*pflag.Flag) {
	count := map[string]int{}
	for _, cmd := range all {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if count[f.Name+f.Usage]++; count[f.Name+f.Usage] == 3 && !f.Hidden && f.Name != "help" {
				shared = append(shared, f)
			}
		})
	}
	slices.SortFunc(shared, func(a, b *pflag.Flag) int { return strings.Compare(a.Name, b.Name) })
	return shared
}

// referCommand writes what a command does, how it is called, and its flags.
func referCommand(b *strings.Builder, cmd *cobra.Command, shared []*pflag.Flag) {
	fmt.Fprintf(b, "\n### %s\n\n%s.\n", strings.TrimSuffix(cmd.UseLine(), " [flags]"), cmd.Short)
	var own []*pflag.Flag
	var names []string
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		switch isShared := func(s *pflag.Flag) bool { return s.Name == f.Name && s.Usage == f.Usage }; {
		case f.Hidden || f.Name == "help":
		case slices.ContainsFunc(shared, isShared):
			names = append(names, "`--"+f.Name+"`")
		default:
			own = append(own, f)
		}
	})
	if len(names) > 0 {
		fmt.Fprintf(b, "\nWith %s.\n", strings.Join(names, ", "))
	}
	if len(own) > 0 {
		b.WriteString("\n| flag | meaning |\n|---|---|\n")
	}
	for _, f := range own {
		referFlag(b, f)
	}
}

func referFlag(b *strings.Builder, f *pflag.Flag) {
	fmt.Fprintf(b, "| %s | %s |\n", flagName(f), strings.ReplaceAll(flagMeaning(f), "|", `\|`))
}

func flagName(f *pflag.Flag) string {
	name := "--" + f.Name
	if f.Value.Type() != "bool" {
		kind, _ := pflag.UnquoteUsage(f)
		name += " " + kind
	}
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	return "`" + name + "`"
}

func flagMeaning(f *pflag.Flag) string {
	_, usage := pflag.UnquoteUsage(f)
	switch f.DefValue {
	case "", "false", "0", "0s", "[]":
		return usage
	}
	return fmt.Sprintf("%s (default `%s`)", usage, f.DefValue)
}
