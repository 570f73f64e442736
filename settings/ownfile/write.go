package ownfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Temporary files of Write are named so. Those of a settings.Store are named
// otherwise, because one may hold another program's content.
const (
	tempStart = ".neverask-new-"
	tempEnd   = ".tmp"
)

// Write puts content at path in one step: readers see the old content or
// the new, also after a crash. It keeps no backup and asks nothing, so it is
// for files that neverask alone writes. What an earlier process has left in the
// directory because it was stopped goes away.
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
		err = f.Sync() // the content must be on the disk before the name points to it
	}
	if err == nil {
		err = publish(f, path)
	}
	if err != nil {
		_ = f.Close()
		_ = os.Remove(f.Name())
		return err
	}
	return SyncDir(dir)
}

// createTemp makes a temporary file and claims it, as long as this process lives.
func createTemp(dir string) (*os.File, error) {
	for range 10 {
		f, err := os.CreateTemp(dir, tempStart+"*"+tempEnd)
		if err != nil {
			return nil, err
		}
		claim(f)
		// Before that it looked as if nobody wrote it.
		made, err := f.Stat()
		named, namedErr := os.Lstat(f.Name())
		if err == nil && namedErr == nil && os.SameFile(made, named) {
			return f, nil
		}
		_ = f.Close()
	}
	return nil, errors.New("the temporary files in " + dir + " are taken away again and again")
}

// SweepTemps removes the temporary files that Write of processes that were
// stopped has left in directories. Those of processes that are still writing stay.
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
