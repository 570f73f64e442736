//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"neverask/cmd/cmdtest"
	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// ran is how a program has ended.
type ran struct {
	stdout, stderr string
	code           int
}

// exec runs a program on the lab, without a terminal.
func (l lab) exec(stdin io.Reader, argv ...string) ran {
	l.t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	l.Adopt(cmd)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, &stdout, &stderr
	musttest.Do(l.t, l.Start(cmd))
	err := cmd.Wait()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		l.t.Fatal(err)
	}
	return ran{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// command returns the command line of a neverask command.
func (l lab) command(args ...string) []string {
	l.t.Helper()
	dir := cmdtest.Programs(l.t)
	return append([]string{filepath.Join(dir, "neverask")}, args...)
}

// claude returns the command line of the client.
func (l lab) claude(args ...string) []string { return l.Command(args...).Args }

// run runs the client under neverask, with flags for neverask before those of
// the client.
func (l lab) run(flags []string, args ...string) ran {
	l.t.Helper()
	return l.exec(nil, slices.Concat(l.command("run"), flags, []string{"--"}, l.claude(args...))...)
}

// log returns the lines of the question log, each with who answered what.
func (l lab) log() []string {
	l.t.Helper()
	var log struct {
		Questions []struct{ Question, Answer, By string }
	}
	out := l.neverask("log", "--questions", "--json")
	if err := json.Unmarshal([]byte(out), &log); err != nil {
		if err := json.Unmarshal([]byte(out), &log.Questions); err != nil {
			l.t.Fatalf("%v\n%s", err, out)
		}
	}
	var lines []string
	for _, q := range log.Questions {
		lines = append(lines, q.Question+" "+q.Answer+" by "+q.By)
	}
	slices.Sort(lines)
	return lines
}

func (l lab) wantLog(want ...string) {
	l.t.Helper()
	slices.Sort(want)
	if got := l.log(); !slices.Equal(got, want) {
		l.t.Errorf("the log says\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func (r ran) want(t *testing.T, code int, stdout string) {
	t.Helper()
	if r.code != code || r.stdout != stdout {
		t.Errorf("exit code %d, want %d; stdout %q, want %q; stderr:\n%s", r.code, code, r.stdout, stdout, r.stderr)
	}
}

func (l lab) toolResults(n int) []ct.ToolResult {
	l.t.Helper()
	all := l.ToolResults()
	if len(all) != n {
		l.t.Fatalf("%d tool results: %+v", len(all), all)
	}
	return all
}

// TestClientRun is answered, refused, and answered again when a task that was started in
// the background has ended and Claude goes on.
func TestClientRun(t *testing.T) {
	l := newLab(t)
	l.seenRule(libraries(), "--question", library, "--answer", "moment")
	l.seenRule(ct.Choice(runner, "jest", "vitest"), "--question", runner, "--answer", "vitest")
	made := filepath.Join(l.Root, "made")
	l.Turns(
		ct.Ask(libraries()), ct.ToolUse("Bash", map[string]string{"command": "touch " + made, "description": "make"}),
		ct.ToolUse("Bash", map[string]any{"command": "sleep 1", "description": "wait", "run_in_background": true}), ct.Text("started"),
		ct.Ask(ct.Choice(runner, "jest", "vitest")), ct.Text("finished"))
	l.run(nil, "-p", "hello", "--allowedTools", "Bash(sleep:*)").want(t, 0, "started\n\nfinished\n")
	results := l.toolResults(4)
	t.Run("ClientRunAnswers", func(t *testing.T) {
		l := lab{l.Lab, t}
		l.says(results[0], `"`+library+`"="moment"`)
		l.WaitRequest("the disclosure", func(r ct.Request) bool { return strings.Contains(r.Text(), "the user's saved preferences") })
		l.wantLog(library+" moment by neverask", runner+" vitest by neverask")
	})
	t.Run("ClientRunGrantsNothing", func(t *testing.T) {
		if _, err := os.Stat(made); err == nil {
			t.Error("a tool ran that nobody has allowed")
		}
		lab{l.Lab, t}.says(results[1], "nobody is there to grant it")
	})
	t.Run("ClientRunAnswersAfterABackgroundTask", func(t *testing.T) {
		lab{l.Lab, t}.says(results[3], `="vitest"`)
	})
}

// TestClientRunStops at what no rule answers, nor, as in the hook, where it cannot be undone.
func TestClientRunStops(t *testing.T) {
	ct.Daily(t, 3)
	const push = "Force push the branch to origin?"
	l := newLab(t)
	l.rule("--question", push, "--answer", "Yes")
	l.Turns(ct.Ask(libraries(), ct.Choice(push, "Yes", "No")), ct.Ask(libraries()))
	r := l.run(nil, "-p", "hello")
	r.want(t, 7, "")
	for _, text := range []string{library, "1. date-fns (Recommended)", "2. moment", push, "hint: "} {
		if !strings.Contains(r.stderr, text) {
			t.Errorf("stderr lacks %q:\n%s", text, r.stderr)
		}
	}
	l.wantLog(push+"  by nobody", library+"  by nobody")
	r = l.run([]string{"--ask", "stop"}, "-p", "hello", "--output-format", "json")
	if r.code != 7 || !strings.Contains(r.stdout, `"type":"result"`) {
		t.Errorf("exit code %d, stdout %s", r.code, r.stdout)
	}
}
