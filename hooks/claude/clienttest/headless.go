package clienttest

import (
	"bytes"
	"errors"
	"io"
	"os/exec"
	"time"

	"neverask/settings/musttest"
)

// Result is the outcome of a headless session.
type Result struct {
	Stdout, Stderr string
	ExitCode       int
}

// Headless runs the client with -p and the given arguments until it ends. A nil stdin means
// empty input.
func (lab *Lab) Headless(stdin io.Reader, args ...string) Result {
	lab.t.Helper()
	cmd := lab.Command(append([]string{"-p"}, args...)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, &stdout, &stderr
	cmd.WaitDelay = patience // for descendants that keep the output open
	musttest.Do(lab.t, lab.Start(cmd))
	kill := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	err := cmd.Wait()
	result := Result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
	if !kill.Stop() {
		lab.t.Fatalf("headless session: no end after %v\n%s\n%s", patience, result.Stdout, result.Stderr)
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		lab.t.Fatalf("headless session: %v", err)
	}
	return result
}
