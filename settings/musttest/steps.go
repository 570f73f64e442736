// Package musttest has the steps of a test's setup, which must succeed.
//
//	musttest.Write(t, path, "{}")
//	f, err := settings.Load(path)
//	musttest.Do(t, err)
package musttest

import (
	"os"
	"path/filepath"
	"testing"
)

// Do fails the test at once if there is an error.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Write writes a private file, and creates the directories above it.
func Write(t testing.TB, path, content string) {
	t.Helper()
	Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
	Do(t, os.WriteFile(path, []byte(content), 0o600))
}

// Read returns the content of a file.
func Read(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	Do(t, err)
	return b
}
