package conflict

import (
	"path/filepath"
	"slices"
	"strings"

	"neverask/hooks/claude/config"
)

// A Program is a file that a hook's command runs, or a name that it would be
// looked for by.
type Program struct {
	Path  string
	There bool
	// Direct reports that it is started itself, not read by an interpreter.
	Direct bool
	// Name is what the command says, and Loose reports that it is a path that is looked
	// for in the directory in which the hook happens to run.
	Name  string
	Loose bool
}

// Programs lists what the command of a hook certainly runs. What it computes, or
// runs on a condition, is left out.
func (s CommandEnv) Programs(h config.Hook) (found []Program) {
	s = s.Remembering()
	for _, call := range s.parse(h).calls {
		argv := call.unwrapped()
		if call.maybe || len(argv) == 0 || argv[0] == unknown || slices.Contains(builtins, nameOf(argv[0])) {
			continue
		}
		if p, ok := s.locate(call, argv[0], true); ok {
			found = append(found, p)
		}
		if file, _, _ := call.program(); file != "" && file != argv[0] && (strings.ContainsAny(file, `/\`) || filepath.Ext(file) != "") {
			if p, ok := s.locate(call, file, false); ok {
				found = append(found, p)
			}
		}
	}
	return found
}

// locate finds a program or a script; ok is false where it cannot be known.
func (s CommandEnv) locate(call invocation, name string, direct bool) (p Program, ok bool) {
	path := name
	switch {
	case filepath.IsAbs(name):
	case !direct || strings.ContainsAny(name, `/\`):
		if call.dir == "" {
			return p, false
		}
		path = filepath.Join(call.dir, name)
	default:
		if path = s.shelf.findProgram(name, s.Env); path == "" {
			return Program{Path: name, Direct: true, Name: name}, !s.shelf.full()
		}
	}
	there := s.shelf.exists(path)
	loose := !filepath.IsAbs(name) && path != "" && !call.away && (!direct || strings.ContainsAny(name, `/\`))
	return Program{path, there, direct, name, loose}, there || !s.shelf.full()
}

// Interprets reports whether a program runs the script that it is given first.
func Interprets(name string) bool {
	_, ok := interpreters[nameOf(name)]
	return ok && name != ""
}
