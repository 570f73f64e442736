package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"neverask/cmd/cmdtest"
)

// TestScripts runs the real commands, each script in an empty HOME.
func TestScripts(t *testing.T) {
	t.Parallel()
	programs := cmdtest.Programs(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			env.Setenv("PATH", programs+string(filepath.ListSeparator)+env.Getenv("PATH"))
			env.Setenv("HOME", home)
			env.Setenv("NO_COLOR", "1")
			return os.MkdirAll(home, 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"neverask":     neverask,
			"concurrently": concurrently,
			"unchanged":    unchanged,
			"id": func(ts *testscript.TestScript, _ bool, args []string) {
				setID(ts, "hooks list --json", func(line map[string]any) bool { return line["command"] == args[0] })
			},
			"parked": func(ts *testscript.TestScript, _ bool, args []string) {
				setID(ts, "hooks unpark --json", func(line map[string]any) bool { return len(args) == 0 || line["command"] == args[0] })
			},
			"last": func(ts *testscript.TestScript, _ bool, args []string) {
				setID(ts, "undo --list --json --op "+args[0], func(map[string]any) bool { return true })
			},
			"damage":       damage,
			"written-late": writtenLate,
		},
		RequireUniqueNames: true,
	})
}

// neverask runs the command of that name.
func neverask(ts *testscript.TestScript, neg bool, args []string) {
	if err := ts.Exec("neverask", args...); (err != nil) != neg {
		ts.Fatalf("neverask %s: %v", strings.Join(args, " "), err)
	}
}

// concurrently runs a command N times at once: concurrently N command args…
// with "@" in an argument replaced by the number of the run.
func concurrently(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: concurrently N command args…")
	}
	var cmds []*exec.Cmd
	path := inPath(ts, args[1])
	for i := range len(strings.Repeat("x", atoi(ts, args[0]))) {
		var mine []string
		for _, arg := range args[2:] {
			mine = append(mine, strings.ReplaceAll(arg, "@", string(rune('a'+i))))
		}
		cmd := exec.Command(path, mine...)
		cmd.Dir, cmd.Env = ts.Getenv("WORK"), environ(ts)
		cmd.Stderr = new(strings.Builder) // the script's own is for one at a time
		ts.Check(cmd.Start())
		cmds = append(cmds, cmd)
	}
	for _, cmd := range cmds {
		err := cmd.Wait()
		fmt.Fprint(ts.Stderr(), cmd.Stderr)
		ts.Check(err)
	}
}

// inPath returns the path of one of neverask's programs.
func inPath(ts *testscript.TestScript, name string) string {
	return filepath.Join(filepath.SplitList(ts.Getenv("PATH"))[0], name)
}

func atoi(ts *testscript.TestScript, s string) (n int) {
	for _, r := range s {
		if r < '0' || r > '9' {
			ts.Fatalf("not a number: %s", s)
		}
		n = n*10 + int(r-'0')
	}
	return n
}

func environ(ts *testscript.TestScript) []string {
	var env []string
	for _, name := range []string{"HOME", "PATH", "NEVERASK_HOME", "TMPDIR", "WORK"} {
		env = append(env, name+"="+ts.Getenv(name))
	}
	return env
}

// setID puts the ID of the last hook that a command lists and want chooses into
// the variable ID: it depends on where the files are.
func setID(ts *testscript.TestScript, command string, want func(map[string]any) bool) {
	cmd := exec.Command(inPath(ts, "neverask"), strings.Fields(command)...)
	cmd.Dir, cmd.Env = ts.MkAbs("."), environ(ts)
	out, err := cmd.Output()
	ts.Check(err)
	var list struct{ Hooks []map[string]any }
	if json.Unmarshal(out, &list) != nil || list.Hooks == nil {
		ts.Check(json.Unmarshal(out, &list.Hooks))
	}
	// The last one: what is listed by age ends with the newest.
	for _, h := range slices.Backward(list.Hooks) {
		if want(h) {
			ts.Setenv("ID", h["id"].(string))
			return
		}
	}
	ts.Fatalf("no such hook in %s", out)
}

// damage changes every file of a directory.
func damage(ts *testscript.TestScript, _ bool, args []string) {
	files, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "*"))
	ts.Check(err)
	for _, name := range files {
		ts.Check(os.WriteFile(name, []byte("damaged"), 0o600))
	}
}

// writtenLate writes the files of a directory as another program would that settings
// are.
func writtenLate(ts *testscript.TestScript, _ bool, args []string) {
	files, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "*"))
	ts.Check(err)
	for _, name := range files {
		ts.Check(os.WriteFile(name, []byte(`{"model": "sonnet"}`), 0o600))
	}
}

// unchanged fails when two files differ in any byte; cmp ignores some.
func unchanged(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: unchanged file file")
	}
	a, b := ts.ReadFile(args[0]), ts.ReadFile(args[1])
	if (a == b) == neg {
		ts.Fatalf("%s and %s: equal is %v", args[0], args[1], a == b)
	}
}
