package doctor

import (
	"os"
	"path/filepath"
	"testing"

	"neverask/settings/musttest"
)

// TestIsText: an editor is offered for nothing but texts that are there.
func TestIsText(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, content := range map[string]string{"settings.json": "{}\n", "empty": "", "program": "\x7fELF\x02\x01\x01\x00"} {
		musttest.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	for name, want := range map[string]bool{"settings.json": true, "empty": true, "program": false, "missing": false, ".": false} {
		if got := isText(filepath.Join(dir, name)); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
