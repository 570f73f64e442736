package worktree

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"neverask/settings/saferead"
)

// Checkout is the git checkout that a directory is in; zero if it is in none.
type Checkout struct {
	// Top is the directory that holds .git.
	Top string
	// Main is the top of the main checkout: equal to Top, except in a linked worktree.
	Main string
	// Gone reports that the worktree was deleted: the directory that .git names in the main
	// checkout does not exist.
	Gone bool
}

// Linked reports whether the checkout is a linked worktree of another one.
func (c Checkout) Linked() bool { return c.Main != c.Top }

// Find returns the checkout of a directory.
func Find(dir string) Checkout {
	for top := dir; ; top = filepath.Dir(top) {
		info, err := os.Stat(filepath.Join(top, ".git"))
		switch {
		case err == nil && info.Mode().IsRegular():
			return read(top)
		case err == nil:
			return Checkout{Top: top, Main: top}
		case top == filepath.Dir(top):
			return Checkout{}
		}
	}
}

// read reads the .git file of a checkout.
func read(top string) Checkout {
	c := Checkout{Top: top, Main: top}
	line, ok := onlyLine(filepath.Join(top, ".git"))
	admin, isGitdir := strings.CutPrefix(line, "gitdir:")
	if !ok || !isGitdir {
		return c
	}
	admin = from(top, strings.TrimSpace(admin))
	if _, err := os.Lstat(admin); errors.Is(err, fs.ErrNotExist) {
		c.Gone = filepath.Base(filepath.Dir(admin)) == "worktrees"
		return c
	}
	if main, ok := mainOf(top, admin); ok {
		c.Main = main
	}
	return c
}

// mainOf returns the main checkout in which admin is the directory of the worktree top.
func mainOf(top, admin string) (string, bool) {
	common, ok := onlyLine(filepath.Join(admin, "commondir"))
	if !ok {
		return "", false // a submodule, or not git at all
	}
	back, ok := onlyLine(filepath.Join(admin, "gitdir"))
	if !ok || Real(from(admin, back)) != filepath.Join(Real(top), ".git") {
		return "", false
	}
	common = Real(from(admin, common))
	switch {
	case filepath.Base(common) != ".git":
		return "", false // a bare repository has no main checkout
	case filepath.Dir(Real(admin)) != filepath.Join(common, "worktrees"):
		return "", false // anybody can write a directory that names the project
	}
	return filepath.Dir(common), true
}

// Real resolves symlinks; a path that does not exist stays as it is.
func Real(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	return path
}

// from makes a path that may be relative to dir absolute.
func from(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// onlyLine reads a file of one line. It does not open pipes and devices.
func onlyLine(name string) (string, bool) {
	content, err := saferead.ReadHead(name, 8192)
	if err != nil {
		return "", false
	}
	line := strings.TrimSpace(string(content))
	return line, line != "" && !strings.ContainsAny(line, "\r\n")
}

// Below reports, by name, whether a path is a directory or in it.
func Below(path, dir string) bool {
	rest, ok := strings.CutPrefix(path, dir)
	return ok && (rest == "" || os.IsPathSeparator(rest[0]) || dir != "" && os.IsPathSeparator(dir[len(dir)-1]))
}
