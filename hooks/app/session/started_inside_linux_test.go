package session

import (
	"os/exec"
	"strings"
	"testing"
)

// TestBelow has a command hide where it was started: the shell above it tells.
func TestBelow(t *testing.T) {
	for name, tt := range map[string]struct {
		env    []string
		script string
		want   bool
	}{
		"a shell of the person's": {nil, `exec sleep 60`, false},
		"a shell of Claude Code":  {[]string{"CLAUDECODE=1"}, `env -u CLAUDECODE sleep 60; true`, true},
		"of a session by its ID":  {[]string{"CLAUDE_CODE_SESSION_ID=x"}, `env -i /bin/sleep 60; true`, true},
		"an empty variable":       {[]string{"CLAUDECODE="}, `sleep 60; true`, false},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command("env", append(append([]string{"-i", "PATH=/usr/bin:/bin"}, tt.env...), "sh", "-c", `echo up; `+tt.script)...)
			out, err := cmd.StdoutPipe()
			if err == nil {
				err = cmd.Start()
			}
			if err != nil {
				t.Skip("no shell here:", err)
			}
			defer func() {
				_ = cmd.Process.Kill()
				_ = cmd.Wait()
			}()
			b := make([]byte, 16)
			if n, _ := out.Read(b); strings.TrimSpace(string(b[:n])) != "up" {
				t.Fatal("it did not start")
			}
			if got := StartedInside(cmd.Process.Pid); got != tt.want && !StartedInside(1) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
