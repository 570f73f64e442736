//go:build !unix

package control

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

func terminate(p *os.Process) { _ = p.Kill() }
func kill(p *os.Process)      { _ = p.Kill() }

func signalGroup(p *os.Process, sig os.Signal) error { return p.Signal(sig) }

func exitCode(state *os.ProcessState) int { return state.ExitCode() }
