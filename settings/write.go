package settings

import (
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile puts content at path in one step: readers see the old content or
// the new, also after a crash. It keeps no backup and asks nothing, so it is
// for files that neverask alone writes.
func WriteFile(path string, content []byte, mode fs.FileMode) error {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, ".neverask-*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // does nothing after the rename
	defer f.Close()
	if err := f.Chmod(mode); err != nil {
		return err
	}
	if _, err := f.Write(content); err != nil {
		return err
	}
	// The content must be on the disk before the name points to it.
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}
