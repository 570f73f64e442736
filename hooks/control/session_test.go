//go:build linux

package control_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"neverask/hooks/control"
	"neverask/settings/musttest"
)

const shakesHands = "read line\n" +
	`echo '{"type":"control_response","response":{"subtype":"success","request_id":"req_1","response":{}}}'` + "\n"

// script writes a client that is a shell script.
func script(t *testing.T, text string) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "client")
	syscall.ForkLock.RLock() // a process that another test starts meanwhile would hold the file open, and busy
	defer syscall.ForkLock.RUnlock()
	musttest.Do(t, os.WriteFile(name, []byte("#!/bin/sh\n"+text), 0o700))
	return name
}

// TestClientThatDoesNotStart: what it said before it ended is told, or the end of that; a client that
// only refuses the handshake has not ended.
func TestClientThatDoesNotStart(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		script string
		code   int // of an ExitError
		said   string
	}{
		"ends":      {"echo no such model >&2\nexit 7\n", 7, "no such model"},
		"silent":    {"exit 1\n", 1, "exit code 1"},
		"long":      {"for i in $(seq 3000); do echo line $i >&2; done\nexit 2\n", 2, "line 2999\nline 3000"},
		"unwilling": {`read line; echo '{"type":"control_response","response":{"subtype":"error","request_id":"req_1","error":"too old"}}'; read end`, 0, "too old"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			control.CheckLeaks(t)
			s, err := control.Start(t.Context(), control.Options{Client: []string{script(t, tt.script)}})
			if s != nil || err == nil || !strings.HasSuffix(err.Error(), tt.said) {
				t.Fatalf("got %v", err)
			}
			exit := (*control.ExitError)(nil)
			if errors.As(err, &exit) != (tt.code > 0) || exit != nil && (exit.Code != tt.code || len(exit.Stderr) > 4<<10) {
				t.Errorf("got %#v", err)
			}
		})
	}
}

// TestClientThatCannotStart: neither a missing program nor contradictory flags leave a process behind.
func TestClientThatCannotStart(t *testing.T) {
	control.CheckLeaks(t)
	if _, err := control.Start(t.Context(), control.Options{Client: []string{filepath.Join(t.TempDir(), "missing")}}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	started := func(*exec.Cmd) error { t.Error("the client is started"); return nil }
	o := control.Options{Args: []string{"--permission-prompt-tool", "x"}, Registry: register(t, always(control.Allow())), Start: started}
	if _, err := control.Start(t.Context(), o); err == nil || !strings.Contains(err.Error(), "--permission-prompt-tool") {
		t.Errorf("got %v", err)
	}
}

// TestStartWarns of what keeps calls from the permission callback: flags, and the mode that the client reports.
func TestStartWarns(t *testing.T) {
	control.CheckLeaks(t)
	name := script(t, strings.Replace(shakesHands, `"response":{}`, `"response":{"current_permission_mode":"dontAsk"}`, 1)+"read end\n")
	var warned []string
	s, err := control.Start(t.Context(), control.Options{
		Client: []string{name}, Args: []string{"--bare"}, Registry: register(t, always(control.Allow())), Warn: func(text string) { warned = append(warned, text) },
	})
	musttest.Do(t, err)
	s.Close()
	if len(warned) != 2 || !strings.HasPrefix(warned[0], "--bare:") || !strings.Contains(warned[1], "permission mode dontAsk") {
		t.Errorf("warned of %q", warned)
	}
}

// TestSignal reaches the client while it runs, and nobody afterwards.
func TestSignal(t *testing.T) {
	s := scripted(t, "read end\n", control.Options{})
	if err := s.Signal(nil); err == nil || errors.Is(err, os.ErrProcessDone) {
		t.Errorf("no signal: %v", err)
	}
	musttest.Do(t, s.Signal(syscall.SIGTERM))
	if code := wait(t, s); code != 128+int(syscall.SIGTERM) {
		t.Errorf("exit code %d", code)
	}
	if err := s.Signal(syscall.SIGTERM); err != os.ErrProcessDone {
		t.Errorf("after the end: %v", err)
	}
}

// scripted starts a client that shakes hands and then is a shell script.
func scripted(t *testing.T, text string, o control.Options) *control.Session {
	t.Helper()
	control.CheckLeaks(t)
	name := script(t, shakesHands+text)
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
