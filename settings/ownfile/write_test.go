//go:build unix

package ownfile

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"neverask/settings/musttest"
)

// TestTemporaryFilesOfTheDead: what a process that was stopped has left goes at once,
// and what a living one is writing stays.
func TestTemporaryFilesOfTheDead(t *testing.T) {
	dir := t.TempDir()
	dead := filepath.Join(dir, tempStart+"dead"+tempEnd)
	musttest.Do(t, os.WriteFile(dead, []byte("half"), 0o600))
	living, err := createTemp(dir)
	musttest.Do(t, err)
	defer living.Close()
	others := filepath.Join(dir, "others.tmp")
	musttest.Do(t, os.WriteFile(others, nil, 0o600))
	SweepTemps(dir, filepath.Join(dir, "missing"))
	for name, there := range map[string]bool{dead: false, living.Name(): true, others: true} {
		if _, err := os.Lstat(name); (err == nil) != there {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWriteBesideSweepers: many processes write the same file and clean up after
// each other.
func TestWriteBesideSweepers(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				if err := Write(path, []byte("content"), 0o600); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("left: %v, %v", entries, err)
	}
}
