package must

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"testing"
)

// Run runs the tests of a package. Of the files that they have opened or looked at, which
// go test wants to know, it leaves each in the list once: go test takes the links out of
// every line, and tests that write settings all day have named the same few files a
// million times.
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

// shorten removes the lines that a file has already. What follows a change of directory
// stays: to it, other lines are relative.
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
