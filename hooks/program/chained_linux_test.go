package program

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"neverask/cmd/cmdtest"
	"neverask/settings/must"
)

// TestKilledWithChained: when our process is killed while it runs a hook, nothing
// is printed.
func TestKilledWithChained(t *testing.T) {
	t.Parallel()
	program := filepath.Join(cmdtest.Programs(t), "neverask-hook")
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		w := newWorld(t, testsRule)
		pids := filepath.Join(w.home, "pids")
		w.chainLine("echo $$ >" + pids + "; exec sleep 60")
		var out bytes.Buffer
		cmd := exec.Command(program)
		cmd.Env = append(os.Environ(), "HOME="+w.home)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(pre(tests)), &out, &out
		must.Do(t, cmd.Start())
		group := leader(t, pids)
		must.Do(t, cmd.Process.Signal(signal))
		_ = cmd.Wait() // it was killed
		_ = syscall.Kill(-group, syscall.SIGKILL)
		if out.Len() > 0 {
			t.Errorf("%v: printed %s", signal, out.String())
		}
	}
}
