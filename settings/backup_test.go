//go:build unix

package settings

import (
	"os"
	"path/filepath"
	"testing"
	"time"
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

// TestClockThatWentBack: what was made under a clock that ran ahead is the oldest,
// whatever it says.
func TestClockThatWentBack(t *testing.T) {
	b := newBench(t, original)
	clock := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	b.store.now = func() time.Time { clock = clock.Add(time.Second); return clock }
	for range keptBackups {
		b.apply(b.plan())
	}
	clock = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	made := []Receipt{b.apply(b.plan()), b.apply(b.plan())}
	for _, r := range made {
		if _, ok := b.store.readBackup(r); !ok {
			t.Errorf("the backup %s is gone", r.Backup)
		}
	}
	if kept, err := os.ReadDir(filepath.Join(b.store.dir, "backups")); err != nil || len(kept) != keptBackups {
		t.Errorf("%d backups, %v", len(kept), err)
	}
}
