//go:build !man

// Command neverask shows and changes Claude Code's hooks, and installs the hook that answers the questions a person
// has settled.
//
// Started without a subcommand it opens its screens on a terminal, and prints
// the status elsewhere. Called by the name neverask-hook it is the hook.
package main

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/charmbracelet/x/term"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/paths"
	"neverask/hooks/program"
)

// Settings of the garbage collector: most commands end before there is much garbage, and other programs' files may be
// large.
const (
	fewBytes    = 144 << 20 // the heap may grow to this before the collector works harder
	lazyPercent = 400
)

func main() {
	if strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") == paths.HookName {
		os.Exit(program.Main(os.Args[1:], os.Stdin, os.Stdout, program.System(version())))
	}
	debug.SetMemoryLimit(fewBytes)
	debug.SetGCPercent(lazyPercent)
	os.Exit(start())
}

func start() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	a := &cli.App{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Version: version(),
		Terminal: term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stdout.Fd()),
	}
	return execute(ctx, a, os.Args[1:])
}
