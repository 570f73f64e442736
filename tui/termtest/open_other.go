//go:build !unix

package termtest

import (
	"errors"
	"os"
	"os/exec"
)

func (term *Terminal) open(width, height int) (tty *os.File) {
	term.t.Helper()
	term.t.Skip("this platform has no pseudo-terminal")
	return nil
}

func setSize(*os.File, int, int) error { return errors.ErrUnsupported }

func modes(*os.File) string { return "" }

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
