//go:build linux

package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestRunEndsWithItsReader: a run that nobody reads any more ends like any other
// part of a pipe, and leaves no client that goes on working.
func TestRunEndsWithItsReader(t *testing.T) {
	dir, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	client, pid := filepath.Join(home, "client"), filepath.Join(home, "pid")
	if err := os.WriteFile(client, []byte("#!/bin/sh\necho $$ > "+pid+"\nread -r line\n"+
		`echo '{"type":"control_response","response":{"subtype":"success","request_id":"req_1","response":{}}}'`+
		"\nread -r line\ntrap '' PIPE\nfor i in $(seq 300); do echo '{\"type\":\"assistant\"}' 2>/dev/null; sleep 0.05; done\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(dir, "neverask"), "run", "--ask", "stop", "--", client, "-p", "hello", "--output-format", "stream-json", "--verbose")
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "NEVERASK_HOME=" + home}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != `{"type":"assistant"}`+"\n" {
		t.Errorf("got %q, %v", line, err)
	}
	out.Close()
	_ = cmd.Wait() // the exit code is what counts
	if code := cmd.ProcessState.ExitCode(); code != 141 || stderr.String() != "" {
		t.Errorf("exit code %d, stderr %q", code, stderr.String())
	}
	b, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("/proc/" + strings.TrimSpace(string(b))); err == nil {
		t.Error("the client still runs")
	}
}

// TestRunOfALongAnswer prints all of it, in both forms.
func TestRunOfALongAnswer(t *testing.T) {
	dir, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	client := filepath.Join(home, "client")
	if err := os.WriteFile(client, []byte("#!/bin/sh\nread -r line\n"+
		`echo '{"type":"control_response","response":{"subtype":"success","request_id":"req_1","response":{}}}'`+
		"\nread -r line\nprintf '{\"type\":\"result\",\"subtype\":\"success\",\"result\":\"'\nhead -c 20000000 /dev/zero | tr '\\000' x\nprintf '\"}\\n'\nread -r line\nexit 0\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for format, want := range map[string]int{"text": 20_000_001, "json": 20_000_001 + len(`{"type":"result","subtype":"success","result":""}`)} {
		cmd := exec.Command(filepath.Join(dir, "neverask"), "run", "--ask", "stop", "--", client, "-p", "hello", "--output-format", format)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "NEVERASK_HOME=" + home}
		out, err := cmd.Output()
		if err != nil || len(out) != want {
			t.Errorf("%s: %d bytes of %d, %v", format, len(out), want, err)
		}
	}
}

// TestRunCostsLittle: what a run adds to a client that costs nothing. Of many
// rounds the shortest counts, so that the load of the machine does not.
func TestRunCostsLittle(t *testing.T) {
	dir, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	client := filepath.Join(home, "client")
	if err := os.WriteFile(client, []byte("#!/bin/sh\nread -r line\n"+
		`echo '{"type":"control_response","response":{"subtype":"success","request_id":"req_1","response":{}}}'`+
		"\nread -r line\necho '{\"type\":\"result\",\"subtype\":\"success\",\"result\":\"done\"}'\nread -r line\nexit 0\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	shortest := func(argv ...string) time.Duration {
		best := time.Hour
		for range 20 {
			cmd := exec.Command(argv[0], argv[1:]...)
			cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "NEVERASK_HOME=" + home}
			start := time.Now()
			if err := cmd.Run(); err != nil {
				t.Fatal(err)
			}
			best = min(best, time.Since(start))
		}
		return best
	}
	alone := shortest(client, "-p", "hello")
	run := shortest(filepath.Join(dir, "neverask"), "run", "--ask", "stop", "--", client, "-p", "hello")
	start := shortest(filepath.Join(dir, "neverask"), "version")
	t.Logf("the client %v, the run %v, a start of neverask %v", alone, run, start)
	if run-alone > max(30*time.Millisecond, 4*start) {
		t.Errorf("a run costs %v, a start %v", run-alone, start)
	}
}

// TestRunPassesThrough: what is the client's own business ends as the client does,
// also by a signal, and a signal to the run reaches it.
func TestRunPassesThrough(t *testing.T) {
	dir, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		client string
		signal os.Signal
		want   int
	}{
		{"echo ready; exit 3", nil, 3},
		{"echo ready; kill -TERM $$", nil, 143},
		{"trap 'exit 5' TERM; echo ready; while :; do sleep 0.05; done", syscall.SIGTERM, 5},
		{"trap 'exit 0' TERM; echo ready; while :; do sleep 0.05; done", syscall.SIGINT, 0},
	} {
		home := t.TempDir()
		client := filepath.Join(home, "client")
		if err := os.WriteFile(client, []byte("#!/bin/sh\n"+c.client+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(filepath.Join(dir, "neverask"), "run", "--", client, "-p", "hello", "--version")
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "NEVERASK_HOME=" + home}
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatalf("%s: printed %q: %v\n%s", c.client, line, err, stderr.String())
		}
		if c.signal != nil {
			if err := cmd.Process.Signal(c.signal); err != nil {
				t.Fatal(err)
			}
		}
		_ = cmd.Wait()
		if got := cmd.ProcessState.ExitCode(); got != c.want || stderr.String() != "" {
			t.Errorf("%s: ended with %d and %q, want %d", c.client, got, stderr.String(), c.want)
		}
	}
}
