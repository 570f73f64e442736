package musttest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"testing"
)

// Run runs the tests of a package. For the cache of go test, tests list the files that they open
// or examine, and go test resolves the links in each line. Run keeps each file in the list once:
// tests that write settings name the same few a million times.
func Run(m *testing.M) (code int) {
	code = m.Run()
	list := flag.Lookup("test.testlogfile").Value.String()
	if list == "" {
		return code
	}
	if err := shorten(list); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return max(code, 1)
	}
	return code
}

// shorten removes the lines that repeat a file. Lines after a change of directory stay,
// because they may be relative to it.
func shorten(list string) error {
	all, err := os.ReadFile(list)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	kept := all[:0]
	for line := range bytes.Lines(all) {
		if bytes.HasPrefix(line, []byte("chdir ")) {
			clear(seen)
		}
		if name := string(line); !seen[name] {
			seen[name] = true
			kept = append(kept, line...)
		}
	}
	return os.WriteFile(list, kept, 0o600)
}
