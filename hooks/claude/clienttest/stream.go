package clienttest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"sync"
	"time"

	"neverask/settings/musttest"
)

// Stream is a headless session that talks newline-delimited JSON over its
// standard input and output.
type Stream struct {
	lab    *Lab
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stderr bytes.Buffer
	done   chan struct{} // closed when the client has ended

	mu      sync.Mutex
	lines   [][]byte
	changed chan struct{} // closed and replaced when a line arrives

	read int // lines that Receive has passed
}

// Stream starts a headless session in the stream-json format with these additional arguments.
func (lab *Lab) Stream(args ...string) *Stream {
	lab.t.Helper()
	s := &Stream{lab: lab, done: make(chan struct{}), changed: make(chan struct{})}
	s.cmd = lab.Command(append([]string{
		"-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose",
	}, args...)...)
	stdout, err := s.cmd.StdoutPipe()
	musttest.Do(lab.t, err)
	s.stdin, err = s.cmd.StdinPipe()
	musttest.Do(lab.t, err)
	s.cmd.Stderr = &s.stderr
	musttest.Do(lab.t, lab.Start(s.cmd))
	lab.running.Go(func() {
		s.collect(stdout)
		// The error repeats the exit code, which Close reads.
		_ = s.cmd.Wait()
		close(s.done)
	})
	return s
}

func (s *Stream) collect(stdout io.Reader) {
	for r := bufio.NewReader(stdout); ; {
		line, err := r.ReadBytes('\n')
		if len(line) > 0 {
			s.mu.Lock()
			s.lines = append(s.lines, bytes.TrimSpace(line))
			close(s.changed)
			s.changed = make(chan struct{})
			s.mu.Unlock()
		}
		if err != nil {
			return
		}
	}
}

// Send writes one message: any value that encodes as a JSON object.
func (s *Stream) Send(message any) {
	s.lab.t.Helper()
	if err := json.NewEncoder(s.stdin).Encode(message); err != nil {
		s.lab.t.Fatalf("send to the client: %v\n%s", err, s.state())
	}
}

// Prompt sends a prompt.
func (s *Stream) Prompt(text string) {
	s.lab.t.Helper()
	s.Send(map[string]any{
		"type": "user", "session_id": "", "parent_tool_use_id": nil,
		"message": map[string]any{"role": "user", "content": text},
	})
}

// Receive returns the next message that ok accepts, and skips those before it. It fails the
// test if the client ends first.
func (s *Stream) Receive(desc string, ok func(json.RawMessage) bool) json.RawMessage {
	s.lab.t.Helper()
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	for ended := false; ; {
		s.mu.Lock()
		lines, changed := s.lines, s.changed
		s.mu.Unlock()
		for s.read < len(lines) {
			line := lines[s.read]
			s.read++
			if ok(line) {
				return line
			}
		}
		if ended {
			s.lab.t.Fatalf("wait for %s: the client has ended\n%s", desc, s.state())
		}
		select {
		case <-changed:
		case <-s.done:
			ended = true
		case <-deadline.C:
			s.lab.t.Fatalf("wait for %s: nothing after %v\n%s", desc, patience, s.state())
		}
	}
}

// ReceiveType returns the next message of a type, such as "result".
func (s *Stream) ReceiveType(kind string) json.RawMessage {
	s.lab.t.Helper()
	return s.Receive("a message of type "+kind, func(message json.RawMessage) bool {
		var m struct{ Type string }
		return json.Unmarshal(message, &m) == nil && m.Type == kind
	})
}

// Close ends the client's input, waits until the client has ended, and returns its result.
func (s *Stream) Close() Result {
	s.lab.t.Helper()
	s.stdin.Close()
	select {
	case <-s.done:
	case <-time.After(patience):
		s.lab.t.Fatalf("the client still runs %v after the end of its input\n%s", patience, s.state())
	}
	return Result{s.state(), s.stderr.String(), s.cmd.ProcessState.ExitCode()}
}

// state returns what the client has printed so far.
func (s *Stream) state() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(bytes.Join(slices.Clone(s.lines), []byte("\n")))
}
