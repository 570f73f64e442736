package cmdtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"neverask/settings/musttest"
)

// TestLinkedOnce: the next test program finds what the first one has linked.
func TestLinkedOnce(t *testing.T) {
	t.Parallel()
	var linked [2]os.FileInfo
	for i := range linked {
		dir, err := build([]string{"neverask/cmd/neverask-hook"})
		musttest.Do(t, err)
		program := filepath.Join(dir, "neverask-hook")
		musttest.Do(t, exec.Command(program, "--version").Run())
		if linked[i], err = os.Stat(program); err != nil {
			t.Fatal(err)
		}
	}
	if !os.SameFile(linked[0], linked[1]) {
		t.Error("it was linked again")
	}
}

// TestRunsThatAreOver: what they have built is removed, and nothing else.
func TestRunsThatAreOver(t *testing.T) {
	t.Parallel()
	over := exec.Command(os.Args[0], "-test.run", "^$")
	musttest.Do(t, over.Run())
	cache := t.TempDir()
	theirs := filepath.Join(cache, fmt.Sprint("programs-", over.Process.Pid))
	others := []string{filepath.Join(cache, fmt.Sprint("programs-", os.Getppid())), filepath.Join(cache, "programs-of-mine"), filepath.Join(cache, "claude-code")}
	for _, dir := range append(others, theirs) {
		musttest.Do(t, os.MkdirAll(filepath.Join(dir, "program"), 0o700))
	}
	ours, err := ofRun(cache, os.Getpid())
	musttest.Do(t, err)
	for _, dir := range append(others, ours) {
		if _, err := os.Stat(dir); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(theirs); !os.IsNotExist(err) {
		t.Errorf("%s is left: %v", theirs, err)
	}
}
