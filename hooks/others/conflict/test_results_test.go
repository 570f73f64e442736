package conflict

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/settings/musttest"
)

// TestTestHoldsUntilSomethingChanges: what a test has shown counts as long as the command,
// the event, the program and the script are what they were.
func TestTestHoldsUntilSomethingChanges(t *testing.T) {
	dir := t.TempDir()
	file, script := filepath.Join(dir, "state", "tests.json"), filepath.Join(dir, "x.py")
	around := CommandEnv{Home: dir, Project: dir, Env: []string{"PATH=" + dir}}
	musttest.Write(t, script, "print(1)\n")
	musttest.Do(t, os.WriteFile(filepath.Join(dir, "python3"), []byte("one"), 0o755))
	h := hook("python3 x.py")
	h.Group.Event = "PreToolUse"
	verdict := func() Verdict {
		_, v := worst(around.tested(ReadTests(file), h).effects)
		return v
	}
	if v := verdict(); v != Unknown {
		t.Errorf("before the test: %s", v)
	}
	test := around.Untested(h)
	test.At, test.Took, test.Effect = time.Now(), time.Second, Effect{Decision: hooks.Deny}
	musttest.Do(t, test.Keep(file))
	found := around.tested(ReadTests(file), h)
	if len(found.proof) != 1 || found.proof[0].Detail != "ran once: denied" || found.proof[0].Took != time.Second || verdict() != Denies {
		t.Errorf("after the test: %+v", found)
	}
	for name, change := range map[string]func() (back func()){
		"the script": func() func() {
			musttest.Write(t, script, "print(2)\n")
			return func() { musttest.Write(t, script, "print(1)\n") }
		},
		"the program": func() func() {
			musttest.Write(t, filepath.Join(dir, "python3"), "two")
			return func() { musttest.Write(t, filepath.Join(dir, "python3"), "one") }
		},
		"a missing script": func() func() {
			musttest.Do(t, os.Remove(script))
			return func() { musttest.Write(t, script, "print(1)\n") }
		},
		"the command": func() func() { h.Handler.Command += " x"; return func() { h.Handler.Command = "python3 x.py" } },
		"the event":   func() func() { h.Group.Event = "PostToolUse"; return func() { h.Group.Event = "PreToolUse" } },
	} {
		back := change()
		if v := verdict(); v != Unknown {
			t.Errorf("%s has changed: %s", name, v)
		}
		back()
		if v := verdict(); v != Denies {
			t.Errorf("%s is as it was: %s", name, v)
		}
	}
	test.Effect = Effect{}
	musttest.Do(t, test.Keep(file))
	if all := ReadTests(file); len(all) != 1 || verdict() != Silent {
		t.Errorf("tested again: %+v", all)
	}
	for i := range maxTests + 10 {
		other := test
		other.Handler = fmt.Sprint(i)
		musttest.Do(t, other.Keep(file))
	}
	if all := ReadTests(file); len(all) != maxTests || all[maxTests-1].Handler != fmt.Sprint(maxTests+9) {
		t.Errorf("%d tests are kept", len(all))
	}
	musttest.Write(t, file, "{")
	if all := ReadTests(file); len(all) != 0 || test.Keep(file) != nil || verdict() != Silent {
		t.Errorf("a broken file: %+v", all)
	}
}
