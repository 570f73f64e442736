package settings

import (
	"path/filepath"

	"neverask/settings/worktree"
)

// Locations says where a person works, to find settings files.
type Locations struct {
	Home      string // the home directory
	ConfigDir string // CLAUDE_CONFIG_DIR, or empty
	Dir       string // the directory that Claude Code is started in
}

// Config is Claude Code's configuration directory.
func (p Locations) Config() string {
	if p.ConfigDir != "" {
		return p.ConfigDir
	}
	return filepath.Join(p.Home, ".claude")
}

// File returns the settings file of a scope. The project scope is only the start directory.
// The local scope is at the root of the repository, in a linked worktree at that of the main
// checkout (Claude Code 2.1.329).
func (p Locations) File(s Scope) string {
	switch s {
	case Project:
		return filepath.Join(p.Dir, ".claude", "settings.json")
	case Local:
		return filepath.Join(repository(p.Dir), ".claude", "settings.local.json")
	default:
		return filepath.Join(p.Config(), "settings.json")
	}
}

// repository returns the root of the main checkout to which dir belongs, or dir itself outside
// of one. A folder that merely claims to belong to another project is a root of its own:
// nothing is written into a project that does not know about it.
func repository(dir string) string {
	if c := worktree.Find(dir); c.Main != "" {
		return c.Main
	}
	return dir
}
