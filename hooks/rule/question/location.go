package question

import (
	"path/filepath"

	"neverask/settings/worktree"
)

// Location is the directory in which a session works, under all names that a rule's
// project may use for it: as given, with symlinks resolved, and, inside a linked git
// worktree, the same place in the main checkout. It reads the file system when first
// asked, and starts no process.
type Location struct {
	cwd   string
	names []string
}

// NewLocation returns the location of an absolute directory. Any other string is in no
// project.
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
	for _, d := range []string{dir, worktree.Real(dir)} {
		for _, name := range l.names {
			if worktree.Below(name, d) {
				return true
			}
		}
	}
	return false
}

// locationNames returns the names of a directory, the most specific one last.
func locationNames(cwd string) []string {
	names := []string{cwd}
	resolved := worktree.Real(cwd)
	if resolved != cwd {
		names = append(names, resolved)
	}
	if main, ok := mainCheckout(resolved); ok {
		names = append(names, main)
	}
	return names
}

// mainCheckout maps a directory inside a linked git worktree to the same
// directory of the main checkout.
func mainCheckout(dir string) (string, bool) {
	c := worktree.Find(dir)
	if !c.Linked() {
		return "", false
	}
	rel, err := filepath.Rel(c.Top, dir)
	return filepath.Join(c.Main, rel), err == nil
}
