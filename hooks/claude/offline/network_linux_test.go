package offline

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"neverask/settings/must"
)

// TestIsolate hides a directory from what is started, and from nobody else.
func TestIsolate(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	must.Do(t, os.WriteFile(file, nil, 0o600))
	n, err := Isolate(dir, filepath.Join(dir, "missing"))
	if err != nil {
		t.Skipf("there can be no network: %v", err)
	}
	cmd := exec.Command("/bin/sh", "-c", `ls -A "$1"; cat /proc/net/route`, "sh", dir)
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	must.Do(t, n.Start(cmd))
	if err := cmd.Wait(); err != nil || strings.Count(out.String(), "\n") != 1 || strings.Contains(out.String(), "file") {
		t.Errorf("seen from inside: %v\n%s", err, &out)
	}
	if err := n.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(file); err != nil {
		t.Errorf("hidden from everybody: %v", err)
	}
}
