package cmdtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"neverask/settings/musttest"
)

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
