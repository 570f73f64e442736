package settings

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Temporary files of WriteFile are named so. Those of a Store are named
// otherwise, because one may hold another program's content.
const (
	tempStart = ".neverask-new-"
	tempEnd   = ".tmp"
)

// abandoned is the age at which nobody is still writing a temporary file.
const abandoned = time.Hour

// WriteFile puts content at path in one step: readers see the old content or
// the new, also after a crash. It keeps no backup and asks nothing, so it is
// for files that neverask alone writes. What an earlier process has left in the
// directory because it was stopped goes away.
func WriteFile(path string, content []byte, mode fs.FileMode) error {
	dir := filepath.Dir(path)
	sweepTemps(dir)
	f, err := os.CreateTemp(dir, tempStart+"*"+tempEnd)
	if err != nil {
		return err
	}
	if err := fill(f, content, mode); err != nil {
		_ = os.Remove(f.Name())
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		_ = os.Remove(f.Name())
		return err
	}
	return syncDir(dir)
}

func fill(f *os.File, content []byte, mode fs.FileMode) error {
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
	return f.Close()
}

// sweepTemps removes what stopped processes have left.
func sweepTemps(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), tempStart) || !strings.HasSuffix(e.Name(), tempEnd) {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
