package diffview

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden draws the three views of each folder in testdata. A missing
// after.json is a file that goes away.
func TestGolden(t *testing.T) {
	folders, err := filepath.Glob("testdata/*/before.json")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	for _, path := range folders {
		dir := filepath.Dir(path)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			before, after := readFile(t, path), readFile(t, filepath.Join(dir, "after.json"))
			sum := Changes(before, after, func(_ string, h Handler) bool {
				return strings.HasSuffix(h.Command, "neverask-hook")
			})
			for i, c := range sum.Changes {
				if c.Owner == Ours {
					sum.Changes[i].Note = "answers questions you chose never to be asked"
				}
			}
			semantic := Tallied(sum).Planned() + "\n"
			compare(t, filepath.Join(dir, "semantic.golden"), semantic+drawn(Semantic(sum)))
			compare(t, filepath.Join(dir, "unified.golden"), drawn(Unified(before, after, 3)))
		})
	}
}

// drawn is Text with line numbers and marks for the styles.
func drawn(rows []Row) string {
	var b strings.Builder
	for _, r := range rows {
		if r.Old+r.New > 0 {
			fmt.Fprintf(&b, "%3s %3s ", number(r.Old), number(r.New))
		}
		b.WriteString(r.Kind.sign() + marked(r) + "\n")
	}
	return b.String()
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return text
}

func compare(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		musttest.Do(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want := musttest.Read(t, path)
	if !bytes.Equal(want, []byte(got)) {
		t.Errorf("%s differs (go test ./diffview -update rewrites it):\n%s", path, Text(Unified(want, []byte(got), 3)))
	}
}
