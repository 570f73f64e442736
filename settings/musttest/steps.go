// Package musttest has the steps of a test's setup, which must succeed.
//
//	musttest.Write(t, path, "{}")
//	f, err := settings.Load(path)
//	musttest.Do(t, err)
package musttest

import (
	"os"
	"path/filepath"
	"strings"
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

// Table reads a table in testdata: one row per line, tabs between the columns, # before
// comments. ⏎ and ⇥ stand for a line break and a tab in a column, ∅ for an empty column.
func Table(t testing.TB, path string, columns int) (rows [][]string) {
	t.Helper()
	content, err := os.ReadFile(path)
	Do(t, err)
	for line := range strings.Lines(string(content)) {
		row := strings.FieldsFunc(strings.TrimSuffix(line, "\n"), func(r rune) bool { return r == '\t' })
		if len(row) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		for i := range row {
			row[i] = strings.NewReplacer("⏎", "\n", "⇥", "\t", "∅", "").Replace(row[i])
		}
		if rows = append(rows, row); len(row) != columns {
			t.Fatalf("%s: %d columns: %s", path, len(row), line)
		}
	}
	return rows
}

// Read returns the content of a file.
func Read(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	Do(t, err)
	return b
}
