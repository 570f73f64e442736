package conflict

import (
	"iter"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"neverask/hooks/claude/config"
	"neverask/settings/worktree"
)

// A script is a text that a hook runs.
type script struct {
	path  string // empty for the command line itself
	text  string
	signs map[string]int // in which line each was seen first; nil where they were not looked for
}

// maxHops is how far files are followed from the command: a shim, the script
// that it starts, and one that this reads.
const maxHops = 3

// maxScript is how much of a script is read, and maxScripts how many are.
const (
	maxScript  = 512 << 10
	maxScripts = 20
)

// reading is what the files of a hook are.
type reading struct {
	scripts []script
	missing string // a file that it runs and that is not there
	gaps    []string
	around  CommandEnv
	vars    map[string]string
	root    string // of its plugin
	seen    map[string]bool
	files   []string // that it runs, in the order in which they were found
}

// read resolves the command of a hook to the texts that it runs.
func (s CommandEnv) read(h config.Hook) *reading {
	s = s.Remembering()
	r := &reading{around: s, vars: s.variables(h), root: h.Source.Root, seen: map[string]bool{}}
	w := s.parse(h)
	for _, line := range w.lines {
		if len(line) > maxScript {
			line = line[:maxScript]
			r.gaps = append(r.gaps, tooComplex)
		}
		r.scripts = append(r.scripts, script{text: line})
	}
	if w.gap != "" {
		r.gaps = append(r.gaps, w.gap)
	}
	for _, call := range w.calls {
		r.starts(call)
		file, text, gap := call.program()
		if gap != "" {
			r.gaps = append(r.gaps, gap)
		}
		switch {
		case text != "":
			r.scripts = append(r.scripts, script{text: text})
			r.follow(named(text), call.dir, 1)
		case file != "":
			r.program(call, file)
		case call.argv[0] == "cat":
			r.printed(call)
		}
	}
	return r
}

// printed follows the files that are printed as they are, where they may hold an
// answer.
func (r *reading) printed(call invocation) {
	call.maybe = true
	for _, arg := range call.argv[1:] {
		if filepath.Ext(arg) == ".json" {
			r.program(call, arg)
		}
	}
}

// program follows the file that a command names.
func (r *reading) program(call invocation, name string) {
	path := name
	switch {
	case filepath.IsAbs(name):
	case call.dir == "" && (strings.ContainsAny(name, `/\`) || filepath.Ext(name) != ""):
		r.gaps = append(r.gaps, name+" is in a directory that is computed")
		return
	case strings.ContainsAny(name, `/\`):
		path = filepath.Join(call.dir, name)
	case r.exists(filepath.Join(call.dir, name)) && filepath.Ext(name) != "":
		path = filepath.Join(call.dir, name) // as the argument of an interpreter
	default:
		if path = r.around.shelf.findProgram(name, r.around.Env); path == "" {
			path = name
		}
		// What a name leads to is the machine's, unless it leads to where the hook is from.
		if !r.brought(path) {
			defer func(known []string) { r.files = known }(r.files)
		}
	}
	if !r.exists(path) {
		if r.around.shelf.full() {
			r.gaps = append(r.gaps, tooMuch)
		} else if !call.maybe && r.missing == "" {
			r.missing = path
		}
		return
	}
	r.file(path, 1)
}

func (r *reading) exists(path string) bool { return r.around.shelf.exists(path) }

// file reads a script, and the scripts beside it that it names.
func (r *reading) file(path string, hop int) {
	path = worktree.Real(path)
	if r.seen[path] || len(r.seen) >= maxScripts {
		return
	}
	r.seen[path] = true
	r.files = appendNew(r.files, path)
	k := r.around.shelf.file(path)
	if k.gap != "" {
		r.gaps = append(r.gaps, k.gap)
	}
	if k.script.text == "" {
		return
	}
	r.scripts = append(r.scripts, k.script)
	if hop < maxHops {
		r.follow(k.names, filepath.Dir(path), hop+1)
		r.started(k.script.text, path, hop+1)
	}
}

// follow reads the scripts that a text names, which is in a directory.
func (r *reading) follow(names []string, dir string, hop int) {
	for _, name := range names {
		if rest, ok := strings.CutPrefix(name, "~/"); ok {
			name = filepath.Join(r.around.Home, rest)
		}
		for _, next := range []string{name, filepath.Join(dir, name), filepath.Join(dir, filepath.Base(name))} {
			if filepath.IsAbs(next) && r.exists(next) {
				r.file(next, hop)
				break
			}
		}
	}
}

// shebang reports whether the first line of a script names a shell.
func shebang(first string) bool {
	words := strings.Fields(strings.TrimPrefix(first, "#!"))
	return strings.HasPrefix(first, "#!") && slices.ContainsFunc(words, func(w string) bool { return slices.Contains(shells, filepath.Base(w)) })
}

// started reads the programs that a shell script starts by their path, and that
// belong to the person, the project or the plugin: what they are called says
// nothing about them.
func (r *reading) started(text, path string, hop int) {
	first, _, _ := strings.Cut(text, "\n")
	if !shebang(first) && !slices.Contains([]string{".sh", ".bash", ".zsh"}, filepath.Ext(path)) {
		return
	}
	vars := maps.Clone(r.vars)
	vars["0"], vars["BASH_SOURCE"] = path, path
	w := newWords(r.around.shelf, vars, r.around.Home, r.around.Project)
	if w.text(text, true); w.gap == tooMuch || w.gap == tooComplex {
		r.gaps = append(r.gaps, w.gap)
	}
	for _, call := range w.calls {
		name, _, _ := call.program()
		if !filepath.IsAbs(name) || !r.exists(name) {
			continue
		}
		if within(name, r.around.Home, r.around.Project, r.root, filepath.Dir(path)) {
			r.file(name, hop)
		}
	}
}

// maxNames is how many names in one text are followed.
const maxNames = 100

// scriptNames finds names of scripts, and printedFiles files that are printed as
// they are.
var (
	scriptNames = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`[\w./@+~-]*[\w-]\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|mts|rb|pl|php|lua)\b`)
	})
	printedFiles = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bcat\s[^|;&>]*?([\w./@+~-]*[\w-]\.json)\b`) })
)

// named finds the names of scripts in a text.
func named(text string) []string {
	var found []string
	for l := range code(text) {
		if len(found) >= maxNames {
			break
		}
		for _, name := range scriptNames().FindAllString(l.text, maxNames) {
			if !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
		if match := printedFiles().FindStringSubmatch(l.text); match != nil && !slices.Contains(found, match[1]) {
			found = append(found, match[1])
		}
	}
	return found
}

// line is a line of a script that is not a comment.
type line struct {
	number int
	text   string
}

// code yields the lines of a script without those that are comments. A line that
// begins with "*" is one only within a block comment: in a shell it is a pattern.
func code(text string) iter.Seq[line] {
	return func(yield func(line) bool) {
		number, block := 0, false
		blocks := strings.Contains(text, "/*") && blockComments(text)
		for l := range strings.Lines(text) {
			number++
			trimmed := strings.TrimSpace(l)
			if blocks && strings.HasPrefix(trimmed, "/*") {
				block = true
			}
			if block {
				block = !strings.Contains(trimmed, "*/")
				continue
			}
			if trimmed != "" && !strings.HasPrefix(trimmed, "#") && !strings.HasPrefix(trimmed, "//") && !yield(line{number, trimmed}) {
				return
			}
		}
	}
}

// blockComments reports whether a script may have comments between "/*" and "*/".
// To a shell and to Python they are something else.
func blockComments(text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(first, "#!") {
		return strings.Contains(text, "*/")
	}
	return regexp.MustCompile(`\b(node|bun|deno|tsx|ts-node|php)\b`).MatchString(first)
}
