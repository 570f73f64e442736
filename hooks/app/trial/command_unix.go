//go:build unix

package trial

import (
	"io/fs"
	"os"
	"syscall"
)

var suffixes = [...]string{""}

func executable(mode fs.FileMode) bool { return mode&0o111 != 0 }

// ownGroup puts the command into a process group of its own, so that all of it
// can be killed.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func killGroup(process *os.Process) {
	// The group is gone when the process and all of its children are.
	_ = syscall.Kill(-process.Pid, syscall.SIGKILL)
}
