// Package must is for the steps of tests that have to succeed before there is anything to
// test.
//
//	must.Write(t, path, "{}")
//	f, err := settings.Load(path)
//	must.Do(t, err)
package must

import (
	"os"
	"path/filepath"
	"testing"
)

// Do ends the test when there is an error.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Write writes a private file, and makes the directories above it.
func Write(t testing.TB, path, content string) {
	t.Helper()
	Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
	Do(t, os.WriteFile(path, []byte(content), 0o600))
}
