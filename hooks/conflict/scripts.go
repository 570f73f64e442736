package conflict

import (
	"bytes"
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
	seen    map[string]bool
}

// read resolves the command of a hook to the texts that it runs.
func (s Surroundings) read(h config.Hook) *reading {
	r := &reading{around: s, seen: map[string]bool{}}
	w := s.parse(h)
	for _, line := range w.lines {
		r.scripts = append(r.scripts, script{text: line})
	}
	if w.gap != "" {
		r.gaps = append(r.gaps, w.gap)
	}
	for _, call := range w.calls {
		file, text, gap := call.program()
		switch {
		case gap != "":
			r.gaps = append(r.gaps, gap)
		case text != "":
			r.scripts = append(r.scripts, script{text: text})
		case file != "":
			r.program(file, call.maybe)
		}
	}
	return r
}

// program follows the file that a command names.
func (r *reading) program(name string, maybe bool) {
	path := name
	switch {
	case strings.ContainsAny(name, `/\`):
		if !filepath.IsAbs(path) {
			path = filepath.Join(r.around.Project, path)
		}
	case exists(filepath.Join(r.around.Project, name)) && filepath.Ext(name) != "":
		path = filepath.Join(r.around.Project, name) // as the argument of an interpreter
	default:
		if path = r.around.lookPath(name); path == "" {
			path = name
		}
	}
	if !exists(path) {
		if !maybe && r.missing == "" {
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
	if hop >= maxHops {
		return
	}
	for _, name := range named(string(text)) {
		if rest, ok := strings.CutPrefix(name, "~/"); ok {
			name = filepath.Join(r.around.Home, rest)
		}
		for _, next := range []string{name, filepath.Join(filepath.Dir(path), name), filepath.Join(filepath.Dir(path), filepath.Base(name))} {
			if filepath.IsAbs(next) && exists(next) {
				r.file(next, hop+1)
				break
			}
		}
	}
}

// named finds the names of scripts in a text.
func named(text string) []string {
	names := regexp.MustCompile(`[\w./@+~-]*[\w-]\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|mts|rb|pl|php|lua)\b`)
	var found []string
	for _, line := range code(text) {
		for _, name := range names.FindAllString(line.text, -1) {
			if !slices.Contains(found, name) {
				found = append(found, name)
			}
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
