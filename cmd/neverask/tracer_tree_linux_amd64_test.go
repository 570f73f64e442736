package main

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// A Tree is everything below a directory, by path relative to it.
type Tree map[string]Node

// A Node is a file, a directory or a symlink.
type Node struct {
	Mode    fs.FileMode
	Content string // of a file, or what a symlink points to
}

// readTree returns what is below dir. What vanishes in the meantime is left out.
func readTree(dir string) (Tree, error) { return walk(dir, readNode) }

// listTree returns what is below dir, without the contents.
func listTree(dir string) (Tree, error) {
	return walk(dir, func(path string) (Node, error) {
		info, err := os.Lstat(path)
		if err != nil {
			return Node{}, err
		}
		return Node{Mode: info.Mode()}, nil
	})
}

func walk(dir string, read func(path string) (Node, error)) (Tree, error) {
	t := Tree{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if os.IsNotExist(err) || path == dir {
			return nil
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		n, err := read(path)
		if err == nil {
			t[name] = n
		}
		if os.IsNotExist(err) {
			return nil
		}
		return err
	})
	return t, err
}

// readNode returns a single file, directory or symlink.
func readNode(path string) (Node, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return Node{}, err
	}
	n := Node{Mode: info.Mode()}
	switch {
	case info.Mode().IsRegular():
		var b []byte
		b, err = os.ReadFile(path)
		n.Content = string(b)
	case info.Mode()&fs.ModeSymlink != 0:
		n.Content, err = os.Readlink(path)
	}
	return n, err
}

// Write makes dir hold the tree and nothing else. Files that are right already
// are left alone.
func (t Tree) Write(dir string) error {
	now, err := readTree(dir)
	if err != nil {
		return err
	}
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(now))) {
		if want, ok := t[name]; !ok || want.Mode != now[name].Mode || want.Content != now[name].Content {
			if now[name].Mode.IsDir() && ok && want.Mode.IsDir() {
				continue
			}
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				return err
			}
			delete(now, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t)) {
		if is, ok := now[name]; ok && is == t[name] {
			continue
		}
		if err := t[name].write(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

func (n Node) write(path string) error {
	switch {
	case n.Mode.IsDir():
		if err := os.MkdirAll(path, 0o700); err != nil {
			return err
		}
	case n.Mode&fs.ModeSymlink != 0:
		return os.Symlink(n.Content, path)
	default:
		if err := os.WriteFile(path, []byte(n.Content), 0o600); err != nil {
			return err
		}
	}
	return os.Chmod(path, n.Mode.Perm())
}

// Same reports whether two trees are equal.
func (t Tree) Same(other Tree) bool { return maps.Equal(t, other) }
