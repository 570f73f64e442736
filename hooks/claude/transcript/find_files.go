package transcript

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"neverask/settings/saferead"
)

// foundFile is a transcript that exists now.
type foundFile struct {
	path  string
	stamp saferead.Stamp
}

// findFiles finds the transcripts, at any depth.
func (a *Archive) findFiles() ([]foundFile, error) {
	root, err := filepath.EvalSymlinks(a.root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var all []foundFile
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			if name == root {
				return err
			}
			return nil // a directory that was just removed, or may not be read
		}
		if d.IsDir() || filepath.Ext(name) != ".jsonl" {
			return nil
		}
		info, err := d.Info()
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			info, err = os.Stat(name)
		}
		if err != nil || !info.Mode().IsRegular() {
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		all = append(all, foundFile{filepath.ToSlash(rel), saferead.Stamped(info)})
		return nil
	})
	return all, err
}
