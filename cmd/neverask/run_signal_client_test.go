//go:build linux

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// TestClientRunForwardsSignals: the client ends as it would by itself, and with
// it the run.
func TestClientRunForwardsSignals(t *testing.T) {
	ct.Daily(t, 3)
	t.Parallel()
	for i, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		if !ct.Part(i, 2) {
			continue
		}
		t.Run(sig.String(), func(t *testing.T) {
			l := newLab(t)
			begun := filepath.Join(l.Project, "begun")
			end := func(argv []string) (int, string) {
				os.Remove(begun)
				l.Turns(ct.ToolUse("Bash", map[string]string{"command": "touch " + begun + "; sleep 300", "description": "wait"}))
				cmd := exec.Command(argv[0], argv[1:]...)
				l.Adopt(cmd)
				cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
				var stdout bytes.Buffer
				cmd.Stdout = &stdout
				musttest.Do(t, l.Start(cmd))
				until(t, "the tool's start", func() bool { return exists(begun) })
				musttest.Do(t, cmd.Process.Signal(sig))
				_ = cmd.Wait() // the exit code is what counts
				status := cmd.ProcessState.Sys().(syscall.WaitStatus)
				if status.Signaled() {
					return 128 + int(status.Signal()), stdout.String()
				}
				return status.ExitStatus(), stdout.String()
			}
			args := []string{"-p", "hello", "--allowedTools", "Bash"}
			// What the client prints depends on where the signal meets it: now and
			// then nothing, by itself too.
			var gotOut, wantOut string
			for range 5 {
				var gotCode, wantCode int
				wantCode, wantOut = end(l.claude(args...))
				gotCode, gotOut = end(append(l.command("run", "--"), l.claude(args...)...))
				if gotCode != wantCode {
					t.Fatalf("exit code %d, want %d", gotCode, wantCode)
				}
				if gotOut == wantOut {
					return
				}
			}
			t.Errorf("stdout %q, want %q", gotOut, wantOut)
		})
	}
}

// TestClientRunIsStoppedAndGoesOn: ctrl+z stops the client too.
func TestClientRunIsStoppedAndGoesOn(t *testing.T) {
	ct.Daily(t, 3)
	l := newLab(t)
	begun, over := filepath.Join(l.Project, "begun"), filepath.Join(l.Project, "over")
	l.Turns(ct.ToolUse("Bash", map[string]string{"command": "touch " + begun + "; while [ ! -e " + over + " ]; do sleep 0.1; done", "description": "wait"}), ct.Text("finished"))
	argv := append(l.command("run", "--"), l.claude("-p", "hello", "--allowedTools", "Bash")...)
	cmd := exec.Command(argv[0], argv[1:]...)
	l.Adopt(cmd)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	musttest.Do(t, l.Start(cmd))
	state := func(pid string) string {
		b, _ := os.ReadFile("/proc/" + pid + "/stat") // gone is no state
		_, after, _ := strings.Cut(string(b), ") ")
		return after[:min(1, len(after))]
	}
	until(t, "the tool's start", func() bool { return exists(begun) })
	us := strconv.Itoa(cmd.Process.Pid)
	var client string
	tasks, err := filepath.Glob("/proc/" + us + "/task/*/children")
	musttest.Do(t, err)
	for _, task := range tasks {
		b, _ := os.ReadFile(task) // of a thread that has ended
		client += strings.TrimSpace(string(b))
	}
	musttest.Do(t, cmd.Process.Signal(syscall.SIGTSTP))
	until(t, "our stop", func() bool { return state(us) == "T" })
	until(t, "the client's stop", func() bool { return state(client) == "T" })
	musttest.Do(t, os.WriteFile(over, nil, 0o600))
	musttest.Do(t, cmd.Process.Signal(syscall.SIGCONT))
	if err := cmd.Wait(); err != nil || stdout.String() != "finished\n" {
		t.Errorf("got %q, %v", stdout.String(), err)
	}
}
