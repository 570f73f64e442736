package serve

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

// build compiles one of the programs below testdata.
func build(t *testing.T, name string) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), name)
	if out, err := exec.Command("go", "build", "-o", binary, "./testdata/"+name).CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", name, err, out)
	}
	return binary
}

// call runs a program with a payload.
func call(t *testing.T, stdin, binary string, args ...string) (exit hooks.Exit) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &stdout, &stderr
	if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return hooks.Exit{Stdout: bytes.TrimSpace(stdout.Bytes()), Stderr: stderr.Bytes(), Status: cmd.ProcessState.ExitCode()}
}

func TestPrograms(t *testing.T) {
	command := func(text string) string { return strings.Replace(bash, `"ls"`, `"`+text+`"`, 1) }
	ask := func(options string) string {
		return `{"hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Q?","options":[` + options + `]}]}}`
	}
	const specific = `{"hookSpecificOutput":{"hookEventName":"PreToolUse",`
	for _, program := range []struct {
		name  string
		calls [][2]string // payload and standard output
	}{
		{"gate", [][2]string{
			{command("ls"), ""},
			{command("rm -rf /"), specific + `"permissionDecision":"deny","permissionDecisionReason":"Deleting recursively is not allowed here."}}`},
			{command("git push -f"), specific + `"permissionDecision":"ask","permissionDecisionReason":"This pushes."}}`},
		}},
		{"rewrite", [][2]string{
			{command("ls"), ""},
			{command("go test ./..."), specific + `"updatedInput":{"command":"nice go test ./...","timeout":30}}}`},
		}},
		{"answer", [][2]string{
			{bash, ""},
			{ask(`{"label":"a"},{"label":"b"}`), ""},
			{ask(`{"label":"a"},{"label":"b (Recommended)"}`), specific + `"permissionDecision":"allow","updatedInput":{"questions":[{"question":"Q?","options":[{"label":"a"},{"label":"b (Recommended)"}]}],"answers":{"Q?":"b (Recommended)"}}}}`},
		}},
	} {
		binary := build(t, program.name)
		for _, c := range program.calls {
			exit := call(t, c[0], binary)
			if string(exit.Stdout) != c[1] || len(exit.Stderr) != 0 || exit.Status != 0 {
				t.Errorf("%s: %s\ngot  %s, %s, %d\nwant %s", program.name, c[0], exit.Stdout, exit.Stderr, exit.Status, c[1])
			}
		}
	}
}

func TestAuditProgram(t *testing.T) {
	binary, file := build(t, "audit"), filepath.Join(t.TempDir(), "log")
	for _, event := range []hooks.Event{hooks.EventPreToolUse, hooks.EventSessionEnd} {
		if exit := call(t, payload(event), binary, file); len(exit.Stdout) != 0 || exit.Status != 0 {
			t.Errorf("%s: %+v", event, exit)
		}
	}
	text, err := os.ReadFile(file)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if err != nil || len(lines) != 2 || !strings.HasSuffix(lines[0], " s PreToolUse Bash") || !strings.HasSuffix(lines[1], " s SessionEnd Bash") {
		t.Errorf("got %q, %v", lines, err)
	}
	// The file cannot be written: reported, and nothing is refused.
	if exit := call(t, bash, binary, t.TempDir()); exit.Status != 1 || len(exit.Stderr) == 0 {
		t.Errorf("got %+v", exit)
	}
}

func TestBudgetProgram(t *testing.T) {
	binary, dir := build(t, "budget"), t.TempDir()
	if exit := call(t, bash, binary, dir); len(exit.Stdout) != 0 || exit.Status != 0 {
		t.Errorf("the first call: %+v", exit)
	}
	musttest.Do(t, os.WriteFile(filepath.Join(dir, "s"), bytes.Repeat([]byte("."), 200), 0o600))
	if exit := call(t, bash, binary, dir); string(exit.Stdout) != `{"continue":false,"stopReason":"more than 200 tool calls"}` {
		t.Errorf("a call too many: %+v", exit)
	}
	if exit := call(t, bash, binary, filepath.Join(dir, "missing")); exit.Status != 2 {
		t.Errorf("without a place to count: %+v", exit)
	}
}

// A program that prints for its author still refuses.
func TestChattyProgram(t *testing.T) {
	exit := call(t, bash, build(t, "chatty"))
	want := `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}`
	if string(exit.Stdout) != want || string(exit.Stderr) != "looking at Bash\n" || exit.Status != 0 {
		t.Errorf("got %s, %q, %d", exit.Stdout, exit.Stderr, exit.Status)
	}
}
