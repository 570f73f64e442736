//go:build unix

package trial

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"neverask/settings/musttest"
)

func shell(line string) Command { return Command{Line: line, Limit: time.Minute} }

func run(t *testing.T, c Command, stdin string) Output {
	t.Helper()
	return c.Run(context.Background(), []byte(stdin), os.Environ(), t.TempDir())
}

func TestRunGivesWhatTheClientGives(t *testing.T) {
	dir := t.TempDir()
	out := shell(`printf '%s|%s|%s' "$(cat)" "$MARK" "$(pwd)"; echo err >&2; exit 3`).Run(context.Background(), []byte("the payload"), []string{"MARK=here", "PATH=/usr/bin:/bin"}, dir)
	resolved, _ := filepath.EvalSymlinks(dir)
	if got := string(out.Stdout); got != "the payload|here|"+resolved && got != "the payload|here|"+dir {
		t.Errorf("stdout %q", got)
	}
	if string(out.Stderr) != "err\n" || out.Status != 3 || out.Fault != "" || out.Took <= 0 {
		t.Errorf("got %+v", out)
	}
}

func TestRunWithoutAShell(t *testing.T) {
	out := run(t, Command{Line: "printf", Args: []string{"%s", "$HOME; a  b"}, Exec: true, Limit: time.Minute}, "")
	if string(out.Stdout) != "$HOME; a  b" {
		t.Errorf("got %+v", out)
	}
	dir := t.TempDir()
	c := Command{Line: "printf", Args: []string{"%s|%s|%s", "${CLAUDE_PROJECT_DIR}/x", "$CLAUDE_PROJECT_DIR", "${HOME}"}, Exec: true, Limit: time.Minute}
	if out := c.Run(context.Background(), nil, []string{"PATH=/usr/bin:/bin", "HOME=/h", "CLAUDE_PROJECT_DIR=/p"}, dir); string(out.Stdout) != "/p/x|$CLAUDE_PROJECT_DIR|${HOME}" {
		t.Errorf("got %+v", out)
	}
	c = Command{Line: "said", Args: []string{"${CLAUDE_PLUGIN_DATA}"}, Exec: true, Limit: time.Minute}
	for name, mode := range map[string]os.FileMode{"text": 0o600, "program": 0o700} {
		musttest.Do(t, os.Mkdir(filepath.Join(dir, name), 0o700))
		musttest.Do(t, os.WriteFile(filepath.Join(dir, name, "said"), []byte("#!/bin/sh\nprintf %s \"$1\""), mode))
	}
	env := []string{"PATH=/nowhere", "PATH=" + filepath.Join(dir, "text") + ":" + filepath.Join(dir, "program")}
	if out := c.Run(context.Background(), nil, env, dir); string(out.Stdout) != "${CLAUDE_PLUGIN_DATA}" {
		t.Errorf("found in PATH, with a variable that is not set: %+v", out)
	}
	c = Command{Line: "/usr/bin/env", Exec: true, Limit: time.Minute}
	if out := c.Run(context.Background(), nil, []string{"A=1", "AB=2", "A=3"}, dir); string(out.Stdout) != "AB=2\nA=3\n" {
		t.Errorf("with a variable that is set twice: %+v", out)
	}
	for _, name := range []string{"no-such-program-anywhere", "/no/such/program", "./none"} {
		out := run(t, Command{Line: name, Exec: true, Limit: time.Minute}, "")
		if out.Status != -1 || !strings.Contains(out.Fault, "could not be started") {
			t.Errorf("%s: got %+v", name, out)
		}
	}
}

func TestRunDoesNotNeedItsInputRead(t *testing.T) {
	out := run(t, shell("exit 0"), strings.Repeat("x", 4<<20))
	if out.Status != 0 || out.Fault != "" {
		t.Errorf("got %+v", out)
	}
}

func TestRunKeepsToItsTime(t *testing.T) {
	for name, line := range map[string]string{
		"sleeps":            "sleep 60",
		"reads for ever":    "cat >/dev/null; while :; do sleep 1; done",
		"ignores signals":   "trap '' TERM INT HUP; sleep 60; sleep 60",
		"has children":      "sleep 60 & sleep 60 & wait",
		"floods its output": "yes",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pids := filepath.Join(t.TempDir(), "pids")
			c := shell("echo $$ >" + pids + "; " + line)
			c.Limit = 2 * time.Second // long enough for it to have started
			out := run(t, c, "")
			if !strings.Contains(out.Fault, "longer than") || out.Took > 30*time.Second || len(out.Stdout) > maxOutput {
				t.Errorf("got %q after %v, %d bytes", out.Fault, out.Took, len(out.Stdout))
			}
			b := musttest.Read(t, pids)
			pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
			musttest.Do(t, err)
			for deadline := time.Now().Add(time.Minute); syscall.Kill(-pid, 0) == nil; time.Sleep(5 * time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatal("a process is left")
				}
			}
		})
	}
}

func TestRunFlood(t *testing.T) {
	out := run(t, shell("head -c 3000000 /dev/zero"), "")
	if !strings.Contains(out.Fault, "more than 1 MB") || len(out.Stdout) != maxOutput {
		t.Errorf("got %q, %d bytes", out.Fault, len(out.Stdout))
	}
}

// TestRunLeavesWhatItStarted: a hook may start a program that outlives it and
// holds its outputs, and that must not hold the question up.
func TestRunLeavesWhatItStarted(t *testing.T) {
	pidFile := filepath.Join(t.TempDir(), "pid")
	out := run(t, shell("sleep 30 & echo $! >"+pidFile+"; echo done"), "")
	if string(out.Stdout) != "done\n" || out.Status != 0 || out.Took > 25*time.Second {
		t.Errorf("got %+v", out)
	}
	b := musttest.Read(t, pidFile)
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil || syscall.Kill(pid, syscall.SIGKILL) != nil {
		t.Errorf("the program that it started was ended: %v", err)
	}
}

func TestRunIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	out := shell("sleep 60").Run(ctx, nil, os.Environ(), t.TempDir())
	if out.Fault != "it was interrupted" || out.Took > 30*time.Second {
		t.Errorf("got %+v", out)
	}
}
