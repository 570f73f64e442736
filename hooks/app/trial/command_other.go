//go:build !unix

package trial

import (
	"io/fs"
	"os"
	"syscall"
)

var suffixes = [...]string{"", ".exe", ".cmd", ".bat"}

func executable(fs.FileMode) bool { return true }

func ownGroup() *syscall.SysProcAttr { return nil }

func killGroup(process *os.Process) { _ = process.Kill() }
