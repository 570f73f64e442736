//go:build linux

package control_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"neverask/hooks/control"
)

// TestEndWithAHeldStderr: the end of the client is the end of the session, also
// when a process that it left behind still holds its standard error.
func TestEndWithAHeldStderr(t *testing.T) {
	control.CheckLeaks(t)
	script := filepath.Join(t.TempDir(), "client")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nread line\n"+
		`echo '{"type":"control_response","response":{"subtype":"success","request_id":"req_1","response":{}}}'`+
		"\necho said >&2\nsetsid sleep 300 >/dev/null &\necho $! >\"$0.pid\"\nexit 3\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	s, err := control.Start(t.Context(), control.Options{Client: []string{script}, Stderr: &stderr})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end(t, script+".pid") })
	ended := make(chan int, 1)
	go func() { ended <- s.Wait() }()
	select {
	case code := <-ended:
		if code != 3 || stderr.String() != "said\n" {
			t.Errorf("exit code %d, said %q", code, stderr.String())
		}
	case <-time.After(2 * time.Minute):
		t.Error("the session does not end")
	}
}

// end ends the process of which a file holds the number.
func end(t *testing.T, name string) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill()
	}
}
