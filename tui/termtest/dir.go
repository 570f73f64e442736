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
// temporary files) and removes it when the test ends. Its path has the same
// length in every run, which that of t.TempDir has not: a path that is drawn
// moves the text after it, and a line would break elsewhere in one run of a
// hundred.
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

// Memory returns a parent for [Dir], in memory where there is such a thing: waiting for a disk
// is most of what a test would do that changes many settings.
func Memory() string {
	const memory = "/dev/shm"
	if _, err := os.Stat(memory); err != nil {
		return ""
	}
	return memory
}
