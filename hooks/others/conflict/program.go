package conflict

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"neverask/hooks/claude/config"
)

// A Program is a file that a hook's command runs, or the name by which it would be looked up.
type Program struct {
	Path  string
	There bool
	// Direct reports that it is started itself rather than read by an interpreter.
	Direct bool
	// Name is the name in the command. Loose reports that it is a path relative to the directory
	// that the hook runs in.
	Name  string
	Loose bool
	// Source is Name as spelled in the command line, or "" if the line does not contain it.
	Source string
	// Tested reports that the command first checks that the file exists, and Dir is the
	// directory it changes to.
	Tested bool
	Dir    string
}

// argv returns the first words of a hook's command, from the program on. gap says why it may
// also run something else.
func (s CommandEnv) argv(h config.Hook) (argv []string, gap string) {
	r := s.first(h)
	return r.words, r.gap
}

// first is what a hook's command runs first.
func (s CommandEnv) first(h config.Hook) (r run) {
	root := h.Source.Root
	vars := func(name string) (string, bool) { return s.variable(root, name) }
	switch {
	case h.Handler.Exec:
		for _, arg := range append([]string{h.Handler.Command}, h.Handler.Args...) {
			r.words = append(r.words, fill(arg, vars))
		}
	case h.Handler.Shell == "powershell":
		return run{gap: "it is written for PowerShell"}
	default:
		r = firstRun(h.Handler.Command, vars)
	}
	r.unwrap()
	if inner, ok := shellText(r.words); ok {
		if within := firstRun(inner, vars); len(within.words) > 0 && !slices.Contains(builtins, within.words[0]) {
			within.unwrap()
			within.sources, within.dir, within.gap = nil, cmp.Or(within.dir, r.dir), cmp.Or(r.gap, within.gap)
			return within
		}
	}
	return r
}

// unwrap removes the wrappers that run the command in their arguments.
func (r *run) unwrap() {
	cut := func(words []string) {
		if at := len(r.words) - len(words); len(r.sources) == len(r.words) {
			r.sources = r.sources[at:]
		}
		r.words = words
	}
	for len(r.words) > 1 && slices.Contains(wrappers, nameOf(r.words[0])) {
		cut(withoutAssignments(withoutOptions(r.words[1:])))
	}
}

// fill expands the variables that the client expands itself when there is no shell.
func fill(text string, vars variables) string {
	for _, name := range []string{"CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA", "CLAUDE_PROJECT_DIR"} {
		if value, _ := vars(name); value != "" {
			text = strings.ReplaceAll(text, "${"+name+"}", value)
		}
	}
	return text
}

// withoutAssignments removes the variables that are set for a command.
func withoutAssignments(argv []string) []string {
	for len(argv) > 0 {
		name, _, ok := strings.Cut(argv[0], "=")
		if !ok || strings.ContainsAny(name, "/.-") {
			break
		}
		argv = argv[1:]
	}
	return argv
}

// withoutOptions removes a wrapper's options, and a duration.
func withoutOptions(argv []string) []string {
	for len(argv) > 1 && (strings.HasPrefix(argv[0], "-") || strings.Trim(argv[0], "0123456789.smhd") == "") {
		argv = argv[1:]
	}
	return argv
}

// Programs lists what the first words of a hook's command run: a program, and the script that
// this program is given.
func (s CommandEnv) Programs(h config.Hook) (found []Program) {
	s = s.Remembering()
	r := s.first(h)
	program, script, _ := named(r.words)
	for _, name := range []string{program, script} {
		direct := name == program
		if !direct && !strings.ContainsAny(script, `/\`) && filepath.Ext(script) == "" {
			continue
		}
		if p, ok := s.locate(name, r.dir, direct); ok {
			p.Tested, p.Dir = r.tested, r.dir
			if i := slices.Index(r.words, name); i >= 0 && i < len(r.sources) {
				p.Source = r.sources[i]
			}
			found = append(found, p)
		}
	}
	return found
}

// OfWindows reports whether a path begins with a drive.
func OfWindows(path string) bool {
	return len(path) > 2 && path[1] == ':' && (path[2] == '\\' || path[2] == '/') &&
		(path[0] >= 'a' && path[0] <= 'z' || path[0] >= 'A' && path[0] <= 'Z')
}

// locate finds a program or a script; ok is false if its location is unknown. dir is the
// directory that the command changes to first.
func (s CommandEnv) locate(name, dir string, direct bool) (p Program, ok bool) {
	p = Program{Path: name, Direct: direct, Name: name}
	switch {
	case name == "":
		return p, false
	case filepath.IsAbs(name), OfWindows(name):
	case filepath.IsAbs(dir) && (!direct || strings.ContainsAny(name, `/\`)):
		p.Path = filepath.Join(dir, name)
	case !direct || strings.ContainsAny(name, `/\`):
		if s.Project == "" {
			return p, false
		}
		p.Path, p.Loose = filepath.Join(s.Project, dir, name), true
	default:
		path := s.inPath(name)
		if path == "" {
			return p, Variable(s.Env, "PATH") != ""
		}
		p.Path = path
	}
	p.There = isFile(p.Path)
	return p, true
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// inPath finds a program by its name.
func (s CommandEnv) inPath(name string) string {
	path, known := s.library.found[name]
	if !known {
		for _, dir := range filepath.SplitList(Variable(s.Env, "PATH")) {
			if path = filepath.Join(dir, name); isFile(path) {
				break
			}
			path = ""
		}
		s.library.found[name] = path
	}
	return path
}
