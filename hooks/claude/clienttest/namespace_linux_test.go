package clienttest

import (
	"os"
	"os/exec"
	"syscall"
	"testing"

	"neverask/settings/musttest"
)

func TestNothingIsLeftBehind(t *testing.T) {
	var pid int
	var root string
	t.Run("lab", func(t *testing.T) {
		lab := New(t)
		root = lab.Root
		// In a session of its own, so no process group catches it.
		cmd := exec.Command("/bin/sleep", "1000")
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		musttest.Do(t, lab.Start(cmd))
		pid = cmd.Process.Pid
	})
	if root == "" {
		t.Skip("no lab")
	}
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(pid, &status, 0, nil); err != nil || status.Signal() != syscall.SIGKILL {
		t.Errorf("the process was not killed: %v, %v", status, err)
	}
	if _, err := os.Stat(root); !os.IsNotExist(err) {
		t.Errorf("%s is still there", root)
	}
}
