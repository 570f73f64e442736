package program

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"neverask/cmd/cmdtest"
	"neverask/settings/musttest"
)

// TestVariablesOfARepositoryCostNothing runs the programs as they are released with all that
// a repository can set for a hook, but what the runtime of Go reads: it answers as ever, in the same time and
// with the same memory.
func TestVariablesOfARepositoryCostNothing(t *testing.T) {
	for _, program := range []string{"neverask-hook", "neverask"} {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, testsRule)
			w.askedOnce(pre(tests))
			hook := filepath.Join(t.TempDir(), "neverask-hook")
			musttest.Do(t, os.Symlink(filepath.Join(cmdtest.Programs(t), program), hook))
			dir := t.TempDir()
			musttest.Do(t, syscall.Mkfifo(filepath.Join(dir, "zone"), 0o600))
			claimed := []string{
				"GOPATH=/go", "GO=", "GOCOVERDIR=" + dir,
				"LD_PRELOAD=/proc/self/cwd/evil.so", "LD_LIBRARY_PATH=/proc/self/cwd", "TZ=/proc/self/cwd/zone", "ZONEINFO=/proc/self/cwd/zone",
				"NEVERASK_HOME=/proc/self/cwd", "AI_AGENT=x", "CI=1", "OPENCLAW_SESSION=1",
			}
			want := w.start(t, hook, dir)
			if !strings.Contains(want, `"allow"`) {
				t.Fatalf("the hook printed %q", want)
			}
			if got := w.start(t, hook, dir, claimed...); got != want {
				t.Errorf("the hook printed %q, want %q", got, want)
			}
		})
	}
}

// start runs a program as the client would, within the bounds that a run of the hook
// has whatever its environment says.
func (w *world) start(t *testing.T, program, dir string, variables ...string) string {
	t.Helper()
	// So that the machine survives a program that takes what it is told to.
	cmd := exec.Command("/bin/sh", append([]string{"-c", `ulimit -v 4000000; ulimit -t 20; exec /usr/bin/env "$@"`, "sh"}, append(variables, program)...)...)
	cmd.Env = []string{"HOME=" + w.home, "PATH=/usr/bin:/bin", "CLAUDE_CODE_ENTRYPOINT=cli", "CLAUDE_CODE_SESSION_ATTENDED=1"}
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(pre(tests)), &stdout, &stderr
	err := cmd.Run()
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	t.Logf("%v of processor time, %d MB", took, usage.Maxrss>>10)
	if err != nil || stderr.Len() > 0 || took > time.Second || usage.Maxrss > 200<<10 {
		t.Errorf("%v, %v of processor time, %d MB, stderr %.200q", err, took, usage.Maxrss>>10, stderr.String())
	}
	return stdout.String()
}
