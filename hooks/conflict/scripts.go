package conflict

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"neverask/hooks/config"
)

// A script is a text that a hook runs.
type script struct {
	path string // empty for the command line itself
	text string
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
	around  Surroundings
	vars    map[string]string
	root    string // of its plugin
	seen    map[string]bool
}

// read resolves the command of a hook to the texts that it runs.
func (s Surroundings) read(h config.Hook) *reading {
	r := &reading{around: s, vars: s.variables(h), root: h.Source.Root, seen: map[string]bool{}}
	w := s.parse(h)
	for _, line := range w.lines {
		r.scripts = append(r.scripts, script{text: line})
	}
	if w.gap != "" {
		r.gaps = append(r.gaps, w.gap)
	}
	for _, call := range w.calls {
		file, text, gap := call.program()
		if gap != "" {
			r.gaps = append(r.gaps, gap)
		}
		switch {
		case text != "":
			r.scripts = append(r.scripts, script{text: text})
			r.follow(text, call.dir, 1)
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
	case exists(filepath.Join(call.dir, name)) && filepath.Ext(name) != "":
		path = filepath.Join(call.dir, name) // as the argument of an interpreter
	default:
		if path = r.around.lookPath(name); path == "" {
			path = name
		}
	}
	if !exists(path) {
		if !call.maybe && r.missing == "" {
			r.missing = path
		}
		return
	}
	r.file(path, 1)
}

func exists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func (s Surroundings) lookPath(name string) string {
	for _, e := range slices.Backward(s.Env) {
		list, ok := strings.CutPrefix(e, "PATH=")
		if !ok {
			continue
		}
		for _, dir := range filepath.SplitList(list) {
			if path := filepath.Join(dir, name); exists(path) {
				return path
			}
		}
		break
	}
	return ""
}

// file reads a script, and the scripts beside it that it names.
func (r *reading) file(path string, hop int) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if r.seen[path] || len(r.seen) >= maxScripts {
		return
	}
	r.seen[path] = true
	f, err := os.Open(path)
	if err != nil {
		r.gaps = append(r.gaps, path+" cannot be read")
		return
	}
	defer f.Close()
	text := make([]byte, maxScript)
	n, _ := f.Read(text)
	text = text[:n]
	if bytes.IndexByte(text[:min(n, 8<<10)], 0) >= 0 {
		r.gaps = append(r.gaps, path+" is a binary")
		return
	}
	r.scripts = append(r.scripts, script{path, string(text)})
	if hop < maxHops {
		r.follow(string(text), filepath.Dir(path), hop+1)
		r.started(string(text), path, hop+1)
	}
}

// follow reads the scripts that a text names, which is in a directory.
func (r *reading) follow(text, dir string, hop int) {
	for _, name := range named(text) {
		if rest, ok := strings.CutPrefix(name, "~/"); ok {
			name = filepath.Join(r.around.Home, rest)
		}
		for _, next := range []string{name, filepath.Join(dir, name), filepath.Join(dir, filepath.Base(name))} {
			if filepath.IsAbs(next) && exists(next) {
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
	w := newWords(vars, r.around.Home, r.around.Project)
	w.text(text, true)
	for _, call := range w.calls {
		name, _, _ := call.program()
		if !filepath.IsAbs(name) || !exists(name) {
			continue
		}
		for _, dir := range []string{r.around.Home, r.around.Project, r.root, filepath.Dir(path)} {
			if dir != "" && strings.HasPrefix(filepath.Clean(name), filepath.Clean(dir)+string(filepath.Separator)) {
				r.file(name, hop)
				break
			}
		}
	}
}

// named finds the names of scripts in a text.
func named(text string) []string {
	names := regexp.MustCompile(`[\w./@+~-]*[\w-]\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|mts|rb|pl|php|lua)\b`)
	printed := regexp.MustCompile(`\bcat\s[^|;&>]*?([\w./@+~-]*[\w-]\.json)\b`)
	var found []string
	for _, line := range code(text) {
		for _, name := range names.FindAllString(line.text, -1) {
			if !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
		if match := printed.FindStringSubmatch(line.text); match != nil && !slices.Contains(found, match[1]) {
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

// code returns the lines of a script without those that are comments. A line that
// begins with "*" is one only within a block comment: in a shell it is a pattern.
func code(text string) []line {
	var lines []line
	number, block := 0, false
	for l := range strings.Lines(text) {
		number++
		trimmed := strings.TrimSpace(l)
		if !block && strings.HasPrefix(trimmed, "/*") && blockComments(text) {
			block = true
		}
		if block {
			block = !strings.Contains(trimmed, "*/")
			continue
		}
		if trimmed != "" && !strings.HasPrefix(trimmed, "#") && !strings.HasPrefix(trimmed, "//") {
			lines = append(lines, line{number, trimmed})
		}
	}
	return lines
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
