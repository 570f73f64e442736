package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"neverask/hooks/claude/client"
)

// RunClient runs the client to its end, as if it had been started directly. started gets its
// process ID.
func RunClient(ctx context.Context, a *App, program string, args []string, started func(pid int)) error {
	// Signals of the terminal reach the client, too, which decides what to do about them.
	cmd := exec.CommandContext(context.WithoutCancel(ctx), program, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = a.Stdin, a.Stdout, a.Stderr
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	if err := cmd.Start(); err != nil {
		return err
	}
	started(cmd.Process.Pid)
	go func() {
		for sig := range signals {
			if sig == syscall.SIGTERM {
				_ = cmd.Process.Signal(sig)
			}
		}
	}()
	err := cmd.Wait()
	if ended := (*exec.ExitError)(nil); errors.As(err, &ended) {
		return ExitError(max(ended.ExitCode(), Failed), fmt.Errorf("%s: %w", program, err), "")
	}
	return err
}

// ClientJSON is the documented shape of the installed Claude Code.
type ClientJSON struct {
	Version client.Version `json:"version"` // empty if unknown
	// Doubt says why neverask's statements may not hold for it.
	Doubt string `json:"doubt,omitempty"`
}

// ClientOf returns the documented shape of a version of Claude Code.
func ClientOf(v client.Version) ClientJSON { return ClientJSON{v, v.Doubt()} }
