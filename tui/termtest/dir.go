package termtest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"neverask/settings/musttest"
)

// Dir makes a directory under parent ("" is the system's directory for
// temporary files) and removes it when the test ends. Unlike the path of
// t.TempDir, its path has the same length in every run, so that paths on the
// screen do not move line breaks.
func Dir(t testing.TB, parent string) string {
	t.Helper()
	if parent == "" {
		parent = os.TempDir()
	}
	parent, err := filepath.EvalSymlinks(parent)
	musttest.Do(t, err)
	for range 100 {
		dir := filepath.Join(parent, fmt.Sprintf("neverask-%08x", rand.Uint32()))
		if err = os.Mkdir(dir, 0o700); err == nil {
			t.Cleanup(func() {
				if err := os.RemoveAll(dir); err != nil {
					t.Error(err)
				}
			})
			return dir
		}
	}
	t.Fatal(err)
	return ""
}

// Memory returns a parent for [Dir], in memory if possible: a test that changes many settings would
// mostly wait for the disk.
func Memory() string {
	const memory = "/dev/shm"
	if _, err := os.Stat(memory); err != nil {
		return ""
	}
	return memory
}
