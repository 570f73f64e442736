//go:build linux

package trace

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/must"
)

const decides = `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse",%s}}'`

// traced runs a headless session of the client and returns its trace.
func traced(t *testing.T, lab *ct.Lab, args ...string) Trace {
	t.Helper()
	w, err := New(filepath.Join(lab.Home, ".claude"), time.Now())
	must.Do(t, err)
	defer w.Close()
	cmd := exec.Command(ct.Client(t), append(w.Args(), append(args, "-p", "hello")...)...)
	lab.Adopt(cmd)
	must.Do(t, lab.Start(cmd))
	w.Watch(cmd.Process.Pid)
	must.Do(t, cmd.Wait())
	site := config.Site{Locations: settings.Locations{Home: lab.Home, Dir: lab.Project}, GOOS: "linux", ManagedDir: filepath.Join(lab.Home, "none")}
	return w.Finish(context.Background(), config.Find(site))
}

// TestClientTrace: every run of a command is told, the silent ones too, with how it
// ended, what it said and what came of the call.
func TestClientTrace(t *testing.T) {
	t.Parallel()
	lab := ct.New(t)
	type object = map[string]any
	command := func(line string, more ...any) object {
		h := object{"type": "command", "command": line}
		for i := 0; i < len(more); i += 2 {
			h[more[i].(string)] = more[i+1]
		}
		return h
	}
	group := func(matcher string, all ...any) object { return object{"matcher": matcher, "hooks": all} }
	denies, changes := fmt.Sprintf(decides, `"permissionDecision":"deny","permissionDecisionReason":"because"`), fmt.Sprintf(decides, `"permissionDecision":"allow","updatedInput":{"command":"echo changed"}`)
	lab.Settings(lab.JSON(object{"permissions": object{"allow": []string{"Bash(true)", "Bash(echo one)", "Bash(echo two)", "Bash(false)"}}, "hooks": object{
		"PreToolUse": []any{
			group("Bash", command("cat >/dev/null; # silent"), command("echo bad >&2\nexit 1", "if", "Bash(true)"), command("sleep 9", "timeout", 1, "if", "Bash(true)"),
				command("true; # background", "async", true, "if", "Bash(true)"), command("no-such-program-anywhere", "args", []string{"x"}, "if", "Bash(true)")),
			group("Write", command(denies)), group("Edit", command("exit 2")), group("Bash", command(changes, "if", "Bash(touch x)")),
		},
		"PostToolUse":        []any{group("Bash", command(`echo '{"decision":"block","reason":"after"}'`, "if", "Bash(true)", "statusMessage", "Checking"))},
		"PostToolUseFailure": []any{group("Bash", command("true; # failed"))},
		"UserPromptSubmit":   []any{object{"hooks": []any{command("echo context")}}},
		"Stop":               []any{object{"hooks": []any{command(`test -e stopped || { touch stopped; echo "go on" >&2; exit 2; }`)}}},
		"SessionEnd":         []any{object{"hooks": []any{command("true; # end")}}},
	}}))
	bash := func(line string) ct.Turn {
		return ct.ToolUse("Bash", map[string]string{"command": line, "description": "d"})
	}
	file := filepath.Join(lab.Project, "file")
	lab.Turns(bash("true"), ct.ToolUse("Write", map[string]string{"file_path": file, "content": "x"}), bash("touch x"), bash("false"),
		ct.Together(bash("echo one"), bash("echo two")), ct.Text("one"), ct.Text("two"))
	got := traced(t, lab, "--permission-mode=default")
	if len(got.Sessions) != 1 || len(lab.Transcripts()) != 1 || !strings.Contains(lab.Transcripts()[0], got.Sessions[0]) {
		t.Errorf("sessions %q, transcripts %q", got.Sessions, lab.Transcripts())
	}
	var lines []string
	for _, e := range got.Events {
		line := strings.TrimSpace(string(e.Event) + " " + e.Value)
		for _, c := range e.Calls {
			v, _ := hooks.Parse([]byte(c.Input))
			line += fmt.Sprintf(" [%s%s: %s %s]", v.Get("command").String(), filepath.Base(v.Get("file_path").String()), c.Result, c.By)
		}
		lines = append(lines, line)
		var runs []string
		for _, r := range e.Runs {
			if r.File == "" || r.ID == "" || r.Line == 0 {
				t.Errorf("%s: it is not said which handler %s is", line, r.Command)
			}
			run := fmt.Sprintf("  %s %s %d", strings.ReplaceAll(r.Command, "\n", ";"), r.Ended, r.Exit)
			for _, printed := range []string{r.Stdout, r.Stderr} {
				if printed != "" && len(printed) < 30 {
					run += " says " + printed
				}
			}
			for _, did := range r.Did {
				run += ", " + did
			}
			runs = append(runs, run)
		}
		slices.Sort(runs) // they race
		lines = append(lines, runs...)
	}
	want := []string{
		"UserPromptSubmit", "  echo context exited 0 says context",
		"PreToolUse Bash [true.: ran user_permanent]", "  cat >/dev/null; # silent exited 0", "  echo bad >&2;exit 1 exited 1 says bad", "  no-such-program-anywhere x not-started 0",
		"  sleep 9 timed-out 0", "  true; # background background 0",
		"PostToolUse Bash [true.: ran user_permanent]", `  echo '{"decision":"block","reason":"after"}' exited 0, blocks: after`,
		"PreToolUse Write [file: refused hook]", "  " + denies + " exited 0, refuses: because",
		"PreToolUse Bash [touch x.: ran hook]", "  cat >/dev/null; # silent exited 0", "  " + changes + " exited 0, allows, changes the input: command",
		"PreToolUse Bash [false.: failed user_permanent]", "  cat >/dev/null; # silent exited 0",
		"PostToolUseFailure Bash [false.: failed user_permanent]", "  true; # failed exited 0",
		"PreToolUse Bash [echo one.: ran user_permanent] [echo two.: ran user_permanent]", "  cat >/dev/null; # silent exited 0", "  cat >/dev/null; # silent exited 0",
		"Stop", `  test -e stopped || { touch stopped; echo "go on" >&2; exit 2; } exited 2 says go on`,
		"Stop", `  test -e stopped || { touch stopped; echo "go on" >&2; exit 2; } exited 0`,
		"SessionEnd other", "  true; # end exited 0",
	}
	text := strings.Join(lines, "\n")
	// Where the two at the same time were not, they stand alone.
	text = strings.Replace(text, "PreToolUse Bash [echo one.: ran user_permanent]\n  cat >/dev/null; # silent exited 0\nPreToolUse Bash [echo two.: ran user_permanent]",
		"PreToolUse Bash [echo one.: ran user_permanent] [echo two.: ran user_permanent]\n  cat >/dev/null; # silent exited 0", 1)
	if text != strings.Join(want, "\n") {
		t.Errorf("got\n%s\n\nwant\n%s", text, strings.Join(want, "\n"))
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "neverask-trace-*")); len(left) > 0 {
		t.Logf("directories of traces, which may be others': %q", left)
	}
}
