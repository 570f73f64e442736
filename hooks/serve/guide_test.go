package serve

import (
	"path/filepath"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// TestGuideIsCompiled: every piece of Go in the guide stands, line by line, in a
// file that the compiler sees.
func TestGuideIsCompiled(t *testing.T) {
	guide := musttest.Read(t, "../../docs/library.md")
	var sources []string
	for _, pattern := range []string{"*_test.go", "testdata/*/main.go", "../*_test.go", "../tool/*_test.go", "../control/*_test.go", "../control/testdata/*/main.go"} {
		files, err := filepath.Glob(pattern)
		musttest.Do(t, err)
		for _, file := range files {
			text := musttest.Read(t, file)
			sources = append(sources, dense(string(text)))
		}
	}
	pieces := strings.Split(string(guide), "```go\n")[1:]
	if len(pieces) < 4 {
		t.Fatalf("%d pieces of Go in the guide", len(pieces))
	}
next:
	for _, piece := range pieces {
		piece, _, _ = strings.Cut(piece, "```")
		for _, source := range sources {
			if strings.Contains(source, dense(piece)) {
				continue next
			}
		}
		t.Errorf("nothing compiles this:\n%s", piece)
	}
}

// dense leaves out indentation and empty lines.
func dense(text string) string {
	var out strings.Builder
	out.WriteByte('\n')
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			out.WriteString(line + "\n")
		}
	}
	return out.String()
}
