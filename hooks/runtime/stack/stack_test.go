package stack

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestComesFirst: the stack has its size before the packages of the standard library
// that would make it grow are initialised.
func TestComesFirst(t *testing.T) {
	program := filepath.Join(t.TempDir(), "neverask-hook")
	if out, err := exec.Command("go", "build", "-o", program, "neverask/cmd/neverask-hook").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(program, "--version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	before, _, found := strings.Cut(string(out), "init neverask/hooks/runtime/stack ")
	if !found || strings.Contains(before, "init internal/godebug ") || strings.Contains(before, "init sync ") {
		t.Errorf("initialised in this order:\n%s", out)
	}
}
