//go:build linux

package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"neverask/cmd/cmdtest"
	"neverask/settings/musttest"
)

// shellClient makes a client of a shell script; run is a run of it.
func shellClient(t *testing.T, script string) (client string, run func(flags ...string) *exec.Cmd) {
	t.Helper()
	dir := cmdtest.Programs(t)
	home := t.TempDir()
	client = filepath.Join(home, "client")
	musttest.Do(t, os.WriteFile(client, []byte("#!/bin/sh\n"+script+"\n"), 0o700))
	return client, func(flags ...string) *exec.Cmd {
		cmd := exec.Command(filepath.Join(dir, "neverask"), append([]string{"run", "--ask", "stop", "--", client, "-p", "hello"}, flags...)...)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "NEVERASK_HOME=" + home}
		return cmd
	}
}

// firstLine starts a program and waits for the first line that it prints; stderr
// gets the rest of what it says.
func firstLine(t *testing.T, cmd *exec.Cmd) (line string, out io.Closer, stderr *strings.Builder) {
	t.Helper()
	stderr = new(strings.Builder)
	cmd.Stderr = stderr
	stdout, err := cmd.StdoutPipe()
	musttest.Do(t, err)
	musttest.Do(t, cmd.Start())
	line, err = bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatalf("%v printed %q: %v", cmd.Args, line, err)
	}
	return line, stdout, stderr
}

const greeting = `{"type":"control_response","response":{"subtype":"success","request_id":"req_1","response":{}}}`

// TestRunEndsWithItsReader: a run that nobody reads any more ends like any other
// part of a pipe, and leaves no client that goes on working.
func TestRunEndsWithItsReader(t *testing.T) {
	client, run := shellClient(t, `echo $$ > "$0.pid"; read -r line; echo '`+greeting+`'
		read -r line; trap '' PIPE
		for i in $(seq 300); do echo '{"type":"assistant"}' 2>/dev/null; sleep 0.05; done`)
	cmd := run("--output-format", "stream-json", "--verbose")
	line, out, stderr := firstLine(t, cmd)
	if line != `{"type":"assistant"}`+"\n" {
		t.Errorf("got %q", line)
	}
	out.Close()
	_ = cmd.Wait() // the exit code is what counts
	if code := cmd.ProcessState.ExitCode(); code != 141 || stderr.String() != "" {
		t.Errorf("exit code %d, stderr %q", code, stderr.String())
	}
	b := musttest.Read(t, client+".pid")
	if _, err := os.Stat("/proc/" + strings.TrimSpace(string(b))); err == nil {
		t.Error("the client still runs")
	}
}

// TestRunEndsWithTheClient: what the client has said is printed when it has ended,
// though a process that it left behind holds its standard output open.
func TestRunEndsWithTheClient(t *testing.T) {
	t.Parallel()
	client, run := shellClient(t, `read -r line; echo '`+greeting+`'
		read -r line; echo '{"type":"result","subtype":"success","result":"done"}'
		setsid sleep 300 2>/dev/null & echo $! > "$0.pid"
		exit 3`)
	cmd := run()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, _ := cmd.Output() // the exit code is what counts
	if code := cmd.ProcessState.ExitCode(); code != 3 || string(out) != "done\n" || stderr.Len() > 0 {
		t.Errorf("exit code %d, %q, stderr %q", code, out, stderr.String())
	}
	b := musttest.Read(t, client+".pid")
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	musttest.Do(t, err)
	_ = syscall.Kill(pid, syscall.SIGKILL)
}

// TestRunOfALongAnswer prints all of it, in both forms.
func TestRunOfALongAnswer(t *testing.T) {
	t.Parallel()
	_, run := shellClient(t, `read -r line; echo '`+greeting+`'
		read -r line; printf '{"type":"result","subtype":"success","result":"'; head -c 20000000 /dev/zero | tr '\000' x; printf '"}\n'
		read -r line; exit 0`)
	for format, want := range map[string]int{"text": 20_000_001, "json": 20_000_001 + len(`{"type":"result","subtype":"success","result":""}`)} {
		out, err := run("--output-format", format).Output()
		if err != nil || len(out) != want {
			t.Errorf("%s: %d bytes of %d, %v", format, len(out), want, err)
		}
	}
}

// TestRunPassesThrough: what is the client's own business ends as the client does,
// also by a signal, and a signal to the run reaches it.
func TestRunPassesThrough(t *testing.T) {
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
		_, run := shellClient(t, c.client)
		cmd := run("--version")
		_, _, stderr := firstLine(t, cmd)
		if c.signal != nil {
			musttest.Do(t, cmd.Process.Signal(c.signal))
		}
		_ = cmd.Wait()
		if got := cmd.ProcessState.ExitCode(); got != c.want || stderr.String() != "" {
			t.Errorf("%s: ended with %d and %q, want %d", c.client, got, stderr.String(), c.want)
		}
	}
}
