package serve

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// TestOutsideModule: a program in a module of its own depends on a checkout as
// docs/library.md says, and is built without a download.
func TestOutsideModule(t *testing.T) {
	root, err := filepath.Abs("../..")
	musttest.Do(t, err)
	guide, err := os.ReadFile(filepath.Join(root, "docs", "library.md"))
	musttest.Do(t, err)
	_, rest, _ := strings.Cut(string(guide), "## A hook in ten lines\n")
	_, rest, _ = strings.Cut(rest, "```go\n")
	program, _, ok := strings.Cut(rest, "```\n")
	if !ok || !strings.Contains(string(guide), "go mod edit -require=neverask@v0.0.0 -replace=neverask=/path/to/the/checkout\n") {
		t.Fatal("docs/library.md does not say how")
	}
	dir := t.TempDir()
	musttest.Do(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o600))
	host := "package main\n\nimport _ \"neverask/hooks/control\"\n"
	musttest.Do(t, os.WriteFile(filepath.Join(dir, "host.go"), []byte(host), 0o600))
	for _, args := range [][]string{
		{"mod", "init", "example.com/gate"},
		{"mod", "edit", "-require=neverask@v0.0.0", "-replace=neverask=" + root},
		{"build", "-o", "gate", "."},
	} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	cmd := exec.Command(filepath.Join(dir, "gate"))
	cmd.Stdin = strings.NewReader(`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -rf /"}}`)
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "Deleting recursively is not allowed here.") {
		t.Errorf("the program says %s, %v", out, err)
	}
}
