package main

import (
	"context"
	"fmt"

	"neverask/cmd/neverask/internal/cli"
	"neverask/cmd/neverask/internal/command"
	"neverask/tui/prompt"
)

// onward lists the commands that correspond to the screens.
var onward = []struct{ command, about string }{
	{"install", "install the hooks, or add more"},
	{"rules list", "what is answered for you"},
	{"rules suggest", "rules suggested by your past answers"},
	{"log --questions", "what Claude asked, and who answered"},
	{"log --summary", "what Claude's tools did"},
	{"hooks list", "every hook of every source"},
	{"hooks conflicts", "third-party hooks that run on questions"},
	{"doctor", "what stops hooks from running"},
	{"undo --list", "what neverask changed"},
	{"help all", "all commands"},
}

// printOnward prints the status and the next commands, instead of opening the screens.
func printOnward(ctx context.Context, a *cli.App, t cli.Target) error {
	a.Stdout, a.Stderr = prompt.Wrapping(a.Stdout), prompt.Wrapping(a.Stderr)
	if err := command.PrintStatus(ctx, a, t); err != nil {
		return err
	}
	fmt.Fprintln(a.Stdout, "\nFrom here:")
	for _, c := range onward {
		fmt.Fprintf(a.Stdout, "  neverask %-17s %s\n", c.command, c.about)
	}
	return nil
}
