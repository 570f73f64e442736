package config

import (
	"path/filepath"
	"strings"
)

// An Owner distinguishes neverask's handlers from others. The client strips unknown members
// from hooks when it rewrites a file, so a marker in the entry would not last: a handler is
// ours if it runs one of our commands.
type Owner struct {
	// Commands are the hook binaries that neverask has installed: the current one, and those
	// in the change log for this file.
	Commands []string
	// Rules are the permission rules that neverask adds, see [DenyRules].
	Rules []string
	// Home expands "~" and "$HOME", for entries written by hand.
	Home string
}

// Owns reports whether a handler runs one of the owner's commands.
func (o Owner) Owns(h Handler) bool {
	if h.Type != "command" {
		return false
	}
	for _, ours := range o.Commands {
		if strings.Contains(h.Command, filepath.Base(ours)) && samePath(ours, o.path(h)) {
			return true
		}
	}
	return false
}

func (o Owner) path(h Handler) string {
	command := h.Command
	if !h.Exec {
		command = strings.Trim(strings.TrimSpace(command), `"'`)
	}
	for _, prefix := range []string{"~/", "$HOME/", "${HOME}/"} {
		if rest, ok := strings.CutPrefix(command, prefix); ok && o.Home != "" {
			return filepath.Join(o.Home, rest)
		}
	}
	return command
}

// samePath compares paths, with symlinks resolved if both exist.
func samePath(a, b string) bool {
	if a == b {
		return true
	}
	if name := filepath.Base(a); !strings.Contains(b, name) || filepath.Base(b) != name {
		return false
	}
	x, errX := filepath.EvalSymlinks(a)
	y, errY := filepath.EvalSymlinks(b)
	return errX == nil && errY == nil && x == y
}
