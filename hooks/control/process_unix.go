//go:build unix

package control

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// ownGroup gives the client its own process group, so that signals reach it and the processes
// that it starts, and no others.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func terminate(p *os.Process) { _ = signalGroup(p, syscall.SIGTERM) }
func kill(p *os.Process)      { _ = signalGroup(p, syscall.SIGKILL) }

func signalGroup(p *os.Process, sig os.Signal) error {
	number, ok := sig.(syscall.Signal)
	if !ok {
		return errors.New("not a signal of this system")
	}
	return syscall.Kill(-p.Pid, number)
}

// exitCode returns the code that a shell would report.
func exitCode(state *os.ProcessState) int {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}
