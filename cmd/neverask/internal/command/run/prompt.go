package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"

	"neverask/cmd/neverask/internal/cli"
)

// stdinPatience is how long standard input may stay silent before a run goes on
// without it, as with "claude -p" (Claude Code 2.1.329).
const stdinPatience = 3 * time.Second

// promptOf returns the prompt of a run: the argument, followed by standard input.
func promptOf(ctx context.Context, a *cli.App, args []string) (string, error) {
	piped, err := readPiped(ctx, a)
	if err != nil {
		return "", err
	}
	if len(args) == 0 {
		return piped, nil
	}
	if piped == "" {
		return args[0], nil
	}
	return args[0] + "\n" + piped, nil
}

// readPiped reads standard input, unless it is a terminal or stays silent.
func readPiped(ctx context.Context, a *cli.App) (string, error) {
	if f, ok := a.Stdin.(*os.File); ok && term.IsTerminal(f.Fd()) {
		return "", nil
	}
	type content struct {
		all string
		err error
	}
	first, done := make(chan struct{}), make(chan content, 1)
	go func() {
		var b strings.Builder
		_, err := io.CopyN(&b, a.Stdin, 1)
		close(first)
		if err == nil {
			_, err = io.Copy(&b, a.Stdin)
		} else if err == io.EOF {
			err = nil
		}
		done <- content{b.String(), err}
	}()
	select {
	case <-first:
	case <-ctx.Done():
		return "", ctx.Err()
	case <-time.After(stdinPatience):
		fmt.Fprintf(a.Stderr, "neverask: nothing came on standard input for %v, going on without it\n", stdinPatience)
		return "", nil
	}
	select {
	case c := <-done:
		return c.all, c.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// passThrough runs the client as called, and asks it to end when ctx is done.
func passThrough(ctx context.Context, a *cli.App, inv invocation, stdin io.Reader) error {
	cmd := exec.CommandContext(ctx, inv.program, inv.args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, a.Stdout, a.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			return cli.ClientExit(128 + int(status.Signal())) // the exit code that a shell would report
		}
		return cli.ClientExit(exit.ExitCode())
	}
	if err != nil && cmd.ProcessState == nil {
		return notRun(err)
	}
	return nil
}
