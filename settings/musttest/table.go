package musttest

import (
	"os"
	"strings"
	"testing"
)

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
