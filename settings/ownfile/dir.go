package ownfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Dir is a directory in which everything is neverask's own.
type Dir struct {
	Path  string   `json:"path"`
	Files []string `json:"files"` // relative to it
	Bytes int64    `json:"bytes"`
}

// List reads a directory. It refuses one with a name in it that ours does not accept, one with
// anything but files and directories in it, and one reached through a symlink below the home
// directory. If the directory does not exist, Path is empty.
func List(dir, home string, ours func(name string) bool) (d Dir, err error) {
	info, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return d, nil
	}
	if err != nil {
		return d, err
	}
	if !info.IsDir() || throughLink(dir, home) {
		return d, fmt.Errorf("%s is reached through a symlink, or is not neverask's: nothing is deleted", dir)
	}
	d.Path = dir
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		switch {
		case !e.IsDir() && !e.Type().IsRegular(), !ours(filepath.ToSlash(name)):
			return fmt.Errorf("%s is not neverask's: nothing is deleted; move it away first", path)
		case e.IsDir():
			return nil
		}
		info, err := e.Info()
		if err == nil {
			d.Files, d.Bytes = append(d.Files, name), d.Bytes+info.Size()
		}
		return err
	})
	return d, err
}

// throughLink reports whether the path to a directory has a symlink below the home directory.
func throughLink(dir, home string) bool {
	resolved, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return true
	}
	for _, base := range []string{home, filepath.Dir(dir)} {
		rest, err := filepath.Rel(base, dir)
		if err != nil || base == "" || strings.HasPrefix(rest, "..") {
			continue
		}
		base, err := filepath.EvalSymlinks(base)
		return err != nil || resolved != filepath.Join(base, rest)
	}
	return true
}

// Remove deletes the files for which want returns true, and the directories left empty. It
// works by names below an open directory, so a link swapped in meanwhile leads nowhere.
func (d Dir) Remove(want func(name string) bool) error {
	root, err := os.OpenRoot(d.Path)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, name := range d.Files {
		if !want(name) {
			continue
		}
		if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: %w", filepath.Join(d.Path, name), err)
		}
	}
	var below []string
	err = fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			below = append(below, name)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range slices.Backward(below) {
		remove := func() error { return root.Remove(filepath.FromSlash(name)) }
		if name == "." {
			remove = func() error { return os.Remove(d.Path) }
		}
		if err := remove(); err != nil && isEmpty(root.FS(), name) {
			return fmt.Errorf("%s: %w", filepath.Join(d.Path, name), err)
		}
	}
	return nil
}

// isEmpty reports whether a directory exists and is empty.
func isEmpty(files fs.FS, dir string) bool {
	in, err := fs.ReadDir(files, dir)
	return err == nil && len(in) == 0
}
