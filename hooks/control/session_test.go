//go:build linux

package control_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"neverask/hooks/control"
	"neverask/settings/musttest"
)

const shakesHands = "#!/bin/sh\nread line\n" +
	`echo '{"type":"control_response","response":{"subtype":"success","request_id":"req_1","response":{}}}'` + "\n"

// scripted starts a client that shakes hands and then is a shell script.
func scripted(t *testing.T, script string, o control.Options) *control.Session {
	t.Helper()
	control.CheckLeaks(t)
	name := filepath.Join(t.TempDir(), "client")
	musttest.Do(t, os.WriteFile(name, []byte(shakesHands+script), 0o700))
	o.Client = []string{name}
	t.Cleanup(func() { end(t, name+".pid") })
	s, err := control.Start(t.Context(), o)
	musttest.Do(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// TestEndWithAHeldOutput: the end of the client is the end of the session, also
// when a process that it left behind still holds its outputs.
func TestEndWithAHeldOutput(t *testing.T) {
	t.Parallel()
	for name, child := range map[string]string{"stderr": "setsid sleep 300 >/dev/null &", "stdout": "setsid sleep 300 2>/dev/null &", "both": "setsid sleep 300 &"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var stderr bytes.Buffer
			s := scripted(t, "echo said >&2\n"+child+"\n"+`echo $! >"$0.pid"`+"\n"+`echo '{"type":"result"}'`+"\nexit 3\n", control.Options{Stderr: &stderr})
			if code := wait(t, s); code != 3 || stderr.String() != "said\n" {
				t.Errorf("exit code %d, said %q", code, stderr.String())
			}
			if m, err := s.Receive(t.Context()); err != nil || m.Type != "result" {
				t.Errorf("got %s, %v", m.Line, err)
			}
			if _, err := s.Receive(t.Context()); err != io.EOF {
				t.Errorf("after the last message: %v", err)
			}
		})
	}
}

// TestBackgroundTasksHaveALimit: a task that never ends holds up the end for as
// long as it may, and then the client is told to end.
func TestBackgroundTasksHaveALimit(t *testing.T) {
	var warned []string
	s := scripted(t, `read prompt
echo '{"type":"system","subtype":"background_tasks_changed","tasks":[{"task_id":"b"}]}'
echo '{"type":"result","subtype":"success"}'
read request
echo "$request" > "$0.request"
echo '{"type":"control_response","response":{"subtype":"success","request_id":"req_2","response":{}}}'
read end || exit 4
`, control.Options{BackgroundWait: 50 * time.Millisecond, Warn: func(text string) { warned = append(warned, text) }})
	musttest.Do(t, s.Prompt("hello"))
	if code := wait(t, s); code != 4 {
		t.Errorf("exit code %d", code)
	}
	b, err := os.ReadFile(s.Path() + ".request")
	if err != nil || !strings.Contains(string(b), `"subtype":"end_session"`) {
		t.Errorf("asked %s, %v", b, err)
	}
	if len(warned) != 1 || !strings.Contains(warned[0], "background tasks still run 50ms") {
		t.Errorf("warned of %q", warned)
	}
}

// TestTaskWithoutATurn: not every task that ends makes the client say so.
func TestTaskWithoutATurn(t *testing.T) {
	s := scripted(t, `read prompt
echo '{"type":"system","subtype":"background_tasks_changed","tasks":[{"task_id":"b"}]}'
echo '{"type":"result","subtype":"success"}'
echo '{"type":"system","subtype":"background_tasks_changed","tasks":[]}'
read end || exit 4
`, control.Options{})
	s.SetTurnGrace(50 * time.Millisecond)
	musttest.Do(t, s.Prompt("hello"))
	if code := wait(t, s); code != 4 {
		t.Errorf("exit code %d", code)
	}
}

// end ends the process of which a file holds the number, where there is one.
func end(t *testing.T, name string) {
	t.Helper()
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	musttest.Do(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	musttest.Do(t, err)
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill()
	}
}
