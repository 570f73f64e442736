package conflict

import (
	"path/filepath"
	"slices"
	"strings"

	"neverask/hooks/config"
)

// A Program is a file that a hook's command runs, or a name that it would be
// looked for by.
type Program struct {
	Path  string
	There bool
	// Direct reports that it is started itself, not read by an interpreter.
	Direct bool
}

// Programs lists what the command of a hook certainly runs. What it computes, or
// runs on a condition, is left out.
func (s Surroundings) Programs(h config.Hook) (found []Program) {
	for _, call := range s.parse(h).calls {
		argv := call.argv
		for len(argv) > 0 && slices.Contains(wrappers, filepath.Base(argv[0])) {
			argv = unwrap(argv[1:])
		}
		if call.maybe || len(argv) == 0 || slices.Contains(harmlessPrograms, argv[0]) || argv[0] == "." || argv[0] == "source" {
			continue
		}
		found = append(found, s.locate(argv[0], true))
		if file, _, _ := call.program(); file != "" && file != argv[0] && (strings.ContainsAny(file, `/\`) || filepath.Ext(file) != "") {
			found = append(found, s.locate(file, false))
		}
	}
	return found
}

func (s Surroundings) locate(name string, direct bool) Program {
	path := name
	switch {
	case filepath.IsAbs(name):
	case !direct || strings.ContainsAny(name, `/\`):
		path = filepath.Join(s.Project, name)
	default:
		if path = s.lookPath(name); path == "" {
			return Program{name, false, true}
		}
	}
	return Program{path, exists(path), direct}
}
