package ownfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// The names of Write's temporary files. Those of a settings.Store differ, because they may
// hold another program's content.
const (
	tempStart = ".neverask-new-"
	tempEnd   = ".tmp"
)

// Write replaces the content at path in one step: readers see the old content or the new, even
// after a crash. It keeps no backup and asks nothing, so it is for files that neverask alone
// writes. Temporary files of stopped processes in the directory are removed.
func Write(path string, content []byte, mode fs.FileMode) error {
	dir := filepath.Dir(path)
	SweepTemps(dir)
	f, err := createTemp(dir)
	if err != nil {
		return err
	}
	err = f.Chmod(mode)
	if err == nil {
		_, err = f.Write(content)
	}
	if err == nil {
		err = f.Sync() // the content must be on disk before the name points to it
	}
	if err == nil {
		err = replace(f, path)
	}
	if err != nil {
		_ = f.Close()
		_ = os.Remove(f.Name())
		return err
	}
	return SyncDir(dir)
}

// createTemp creates a temporary file and claims it for the life of this process.
func createTemp(dir string) (*os.File, error) {
	for range 10 {
		f, err := os.CreateTemp(dir, tempStart+"*"+tempEnd)
		if err != nil {
			return nil, err
		}
		claim(f)
		// Until then it looked abandoned, and may have been removed.
		made, err := f.Stat()
		named, namedErr := os.Lstat(f.Name())
		if err == nil && namedErr == nil && os.SameFile(made, named) {
			return f, nil
		}
		_ = f.Close()
	}
	return nil, errors.New("the temporary files in " + dir + " keep being removed")
}

// SweepTemps removes the temporary files that stopped processes left in directories. Those of
// processes that are still writing stay.
func SweepTemps(dirs ...string) {
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if e.Type().IsRegular() && strings.HasPrefix(e.Name(), tempStart) && strings.HasSuffix(e.Name(), tempEnd) {
				removeAbandoned(filepath.Join(dir, e.Name()))
			}
		}
	}
}
