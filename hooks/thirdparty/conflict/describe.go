package conflict

import (
	"path/filepath"
	"slices"
	"strings"

	"neverask/hooks"
	"neverask/hooks/claude/config"
)

// A Reading is what a hook runs, and what it may do by what stands there. Nothing is
// run for it.
type Reading struct {
	// Files are the programs and scripts that it runs, their links followed, in the
	// order in which they were found. Programs of the machine are not among them: those
	// that are found by their names, and interpreters.
	Files []string
	// Does says in words what was read.
	Does []string
}

// Read reads what a hook runs. A [CommandEnv] that remembers bounds what is read for
// all hooks together.
func (s CommandEnv) Read(h config.Hook) Reading {
	if h.Handler.Type != "command" {
		return Reading{Does: []string{remote(h.Handler).proof[0].Detail}}
	}
	r := s.read(h)
	f := r.finding(hooks.Event(h.Group.Event))
	does := []string{f.proof[0].Detail}
	if at, ok := scan(r.scripts)["network"]; ok {
		does = append(does, "it may use the network ("+at.String()+")")
	}
	const most = 3
	for _, gap := range r.gaps {
		if !slices.Contains(does, gap) && len(does) < most {
			does = append(does, gap)
		}
	}
	return Reading{r.files, does}
}

// starts notes the programs that a command starts by their paths, when they are not the
// machine's: one that is called like an interpreter, or like a harmless program, need
// not be it.
func (r *reading) starts(call invocation) {
	for _, argv := range [][]string{call.argv, call.unwrapped()} {
		if len(argv) == 0 || !strings.ContainsAny(argv[0], `/\`) {
			continue
		}
		path := argv[0]
		if !filepath.IsAbs(path) {
			if call.dir == "" {
				continue
			}
			path = filepath.Join(call.dir, path)
		}
		if resolved, err := filepath.EvalSymlinks(path); err == nil && (within(path, r.around.Home) || r.brought(path)) && r.exists(path) {
			r.files = appendNew(r.files, resolved)
		}
	}
}

// brought reports whether a file came with the project, or with the plugin.
func (r *reading) brought(path string) bool { return within(path, r.around.Project, r.root) }

// within reports whether a path is below one of some directories.
func within(path string, dirs ...string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool {
		return dir != "" && strings.HasPrefix(filepath.Clean(path), filepath.Clean(dir)+string(filepath.Separator))
	})
}
