package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// hostile puts something where the repository "repo" would propose rules:
// hostile COMMAND REASON. Accepting it must fail for that reason and leave the
// preferences as they are in before.json; nor may the question be answered.
func hostile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: hostile command reason")
	}
	file := ts.MkAbs("repo/.claude/neverask.json")
	ts.Check(os.RemoveAll(file))
	cmd := exec.Command("sh", "-e", "-c", args[0])
	cmd.Dir, cmd.Env = ts.MkAbs("repo"), append(environ(ts), "FILE="+file)
	if out, err := cmd.CombinedOutput(); err != nil {
		ts.Fatalf("%s: %v\n%s", args[0], err, out)
	}
	refused := neveraskExits(ts, 3, "rules", "trust", "--yes", "--cwd", ts.MkAbs("repo"))
	if strings.ContainsAny(refused, "\x1b\u202e") {
		ts.Fatalf("%s: the terminal gets %q", args[0], refused)
	}
	ts.Logf("%s", refused)
	matches(ts, args[1], refused)
	if ts.ReadFile("before.json") != ts.ReadFile(ts.Getenv("HOME")+"/.config/neverask/preferences.json") {
		ts.Fatalf("%s: the preferences have changed", args[0])
	}
	matches(ts, "Result: asked", neveraskExits(ts, 0, "explain", ts.MkAbs("question.json"), "--project", ts.MkAbs("repo")))
}

// neveraskExits runs neverask and returns all that it prints.
func neveraskExits(ts *testscript.TestScript, status int, args ...string) string {
	cmd := exec.Command(inPath(ts, "neverask"), args...)
	cmd.Dir, cmd.Env = ts.Getenv("WORK"), environ(ts)
	out, _ := cmd.CombinedOutput()
	if got := cmd.ProcessState.ExitCode(); got != status {
		ts.Fatalf("neverask %s: exit status %d, want %d\n%s", strings.Join(args, " "), got, status, out)
	}
	return string(out)
}

func matches(ts *testscript.TestScript, pattern, text string) {
	if !regexp.MustCompile(pattern).MatchString(text) {
		ts.Fatalf("no match for %s in\n%s", pattern, text)
	}
}
