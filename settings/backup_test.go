//go:build unix

package settings

import (
	"os"
	"path/filepath"
	"testing"
)

func TestBackupsAreKeptAndPruned(t *testing.T) {
	b := newBench(t, original)
	for range keptBackups + 5 {
		b.apply(b.plan())
	}
	entries, err := os.ReadDir(filepath.Join(b.store.dir, "backups"))
	if err != nil || len(entries) != keptBackups {
		t.Errorf("%d backups, %v", len(entries), err)
	}
	for _, e := range entries {
		if info, _ := e.Info(); info.Mode() != 0o600 {
			t.Errorf("backup mode %v", info.Mode())
		}
	}
}
