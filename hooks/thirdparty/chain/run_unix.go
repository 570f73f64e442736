//go:build unix

package chain

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

// release has the outputs read by somebody who stays when we go: a command whose
// output nobody reads is ended when it prints.
func (p *pipes) release() {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer null.Close()
	for _, output := range p.ours[1:] {
		attr := os.ProcAttr{Env: []string{}, Files: []*os.File{output, null, null}, Sys: ownGroup()}
		if reader, err := os.StartProcess("/bin/cat", []string{"cat"}, &attr); err == nil {
			_ = reader.Release()
		}
	}
}
