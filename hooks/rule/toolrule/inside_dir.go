package toolrule

import (
	"os"
	"path/filepath"
	"strings"

	"neverask/settings/worktree"
)

// inside reports whether a tool's path lies in or below a directory, following all symlinks. ok is false if that is
// unknown.
func (at Situation) inside(path, dir string) (is, ok bool) {
	if rest, home := strings.CutPrefix(path, "~"); home && (rest == "" || os.IsPathSeparator(rest[0])) {
		path = at.Home + rest
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(at.Cwd, path)
	}
	if path == "" || !filepath.IsAbs(path) || !filepath.IsAbs(dir) || strings.ContainsRune(path, 0) {
		return false, false
	}
	resolved, ok1 := follow(filepath.Clean(path), maxLinks)
	top, ok2 := follow(filepath.Clean(dir), maxLinks)
	return worktree.Below(resolved, top), ok1 && ok2
}

// maxLinks limits how many dangling symlinks are followed.
const maxLinks = 40

// follow resolves the symlinks of an absolute path whose end need not exist yet: writing through a dangling symlink
// creates its target.
func follow(path string, links int) (string, bool) {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved, true
	}
	if links == 0 {
		return "", false
	}
	if target, err := os.Readlink(path); err == nil {
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		return follow(target, links-1)
	}
	dir := filepath.Dir(path)
	if dir == path {
		return path, true
	}
	resolved, ok := follow(dir, links)
	return filepath.Join(resolved, filepath.Base(path)), ok
}
