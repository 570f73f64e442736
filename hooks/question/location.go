package question

import (
	"os"
	"path/filepath"
	"strings"

	"neverask/hooks/rawfile"
)

// Location is the directory a session works in, under all the names by which a
// rule's project may mean it: as given, with symlinks resolved, and, inside a
// linked git worktree, the same place in the main checkout. It looks at the file
// system when first asked, and starts no process.
type Location struct {
	cwd   string
	names []string
}

// NewLocation returns the location of an absolute directory. Any other string is
// in no project.
func NewLocation(cwd string) *Location { return &Location{cwd: cwd} }

// Within reports whether the location is a directory or below it.
func (l *Location) Within(dir string) bool {
	if !filepath.IsAbs(l.cwd) || !filepath.IsAbs(dir) {
		return false
	}
	if l.names == nil {
		l.names = locationNames(filepath.Clean(l.cwd))
	}
	dir = filepath.Clean(dir)
	for _, d := range []string{dir, realPath(dir)} {
		for _, name := range l.names {
			if isBelow(name, d) {
				return true
			}
		}
	}
	return false
}

// Main returns the directory with its symlinks resolved, and inside a linked git
// worktree the same place in the main checkout: the directory that a rule for
// this project should name.
func (l *Location) Main() string {
	real := realPath(filepath.Clean(l.cwd))
	if main, ok := mainCheckout(real); ok {
		return main
	}
	return real
}

func locationNames(cwd string) []string {
	names := []string{cwd}
	real := realPath(cwd)
	if real != cwd {
		names = append(names, real)
	}
	if main, ok := mainCheckout(real); ok {
		names = append(names, main)
	}
	return names
}

func isBelow(path, dir string) bool {
	rest, ok := strings.CutPrefix(path, dir)
	return ok && (rest == "" || os.IsPathSeparator(rest[0]) || os.IsPathSeparator(dir[len(dir)-1]))
}

// realPath resolves symlinks; a path that does not exist stays as it is.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// mainCheckout maps a directory inside a linked git worktree to the same
// directory of the main checkout. In such a worktree ".git" is a file that names
// a directory in the main checkout's .git/worktrees; that directory names the
// worktree in turn. Both is checked, so that a foreign folder cannot claim to be part
// of a project by a forged .git file.
func mainCheckout(dir string) (string, bool) {
	for top := dir; ; top = filepath.Dir(top) {
		info, err := os.Lstat(filepath.Join(top, ".git"))
		if err == nil && info.IsDir() {
			return "", false
		}
		if err == nil && info.Mode().IsRegular() {
			main, ok := mainOf(top)
			if !ok {
				return "", false
			}
			rel, err := filepath.Rel(top, dir)
			return filepath.Join(main, rel), err == nil
		}
		if top == filepath.Dir(top) {
			return "", false
		}
	}
}

// mainOf returns the main checkout of the linked worktree with this top
// directory.
func mainOf(top string) (string, bool) {
	line, ok := firstLine(filepath.Join(top, ".git"))
	admin, isGitdir := strings.CutPrefix(line, "gitdir:")
	if !ok || !isGitdir {
		return "", false
	}
	admin = from(top, strings.TrimSpace(admin))
	common, ok := firstLine(filepath.Join(admin, "commondir"))
	if !ok {
		return "", false // a submodule, or no git at all
	}
	back, ok := firstLine(filepath.Join(admin, "gitdir"))
	if !ok || realPath(from(admin, back)) != filepath.Join(realPath(top), ".git") {
		return "", false
	}
	common = realPath(from(admin, common))
	switch {
	case filepath.Base(common) != ".git":
		return "", false // a bare repository has no main checkout
	case filepath.Dir(realPath(admin)) != filepath.Join(common, "worktrees"):
		return "", false // anybody can write a directory that names the project
	}
	return filepath.Dir(common), true
}

// from makes a path absolute that may be relative to dir.
func from(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// firstLine reads the first line of a small file. It does not wait for a pipe that
// somebody has put there.
func firstLine(name string) (string, bool) {
	content, err := rawfile.Read(name, 4096)
	if err != nil {
		return "", false
	}
	line, _, _ := strings.Cut(string(content), "\n")
	line = strings.TrimRight(line, "\r")
	return line, line != ""
}
