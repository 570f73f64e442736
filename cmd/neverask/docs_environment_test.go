package main

import (
	"maps"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// variables are those that a part of docs/files.md names, with who sets them.
func variables(t *testing.T, part string) map[string]string {
	t.Helper()
	content, err := os.ReadFile("../../docs/files.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(content), "\n### "+part+"\n")
	if !ok {
		t.Fatalf("docs/files.md has no part %q", part)
	}
	text, _, _ = strings.Cut(text, "\n### ")
	all := map[string]string{}
	for line := range strings.Lines(text) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.Contains(cells[1], "`") {
			continue
		}
		for _, m := range regexp.MustCompile("`([A-Za-z_]+)`").FindAllStringSubmatch(cells[1], -1) {
			if _, twice := all[m[1]]; twice {
				t.Errorf("docs/files.md, %s: %s is there twice", part, m[1])
			}
			all[m[1]] = strings.TrimSpace(cells[2])
		}
	}
	return all
}

// lookup is a name in quotes that is given to something that looks a variable up.
var lookup = regexp.MustCompile(`(?:[gG]etenv|LookupEnv|env\.get|environ?\.lookup|lookup|[vV]ariable|dir)\((?:environ, |env, |f, )?"([A-Z][A-Za-z_]+)"`)

// lookups are the names that are looked up in a file.
func lookups(content string) (names []string) {
	for line := range strings.Lines(content) {
		if !strings.Contains(line, `("`) && !strings.Contains(line, `, "`) {
			continue // which is told soon
		}
		for _, m := range lookup.FindAllStringSubmatch(line, -1) {
			names = append(names, m[1])
		}
	}
	return names
}

// TestDocsNameEveryVariable: docs/files.md names the variables that the source
// of a program reads, that of the libraries and of Go included, and no others.
func TestDocsNameEveryVariable(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("another system links other files")
	}
	looked := map[string][]string{} // by file: most are in both programs
	for program, part := range map[string]string{"neverask-hook": "The hook", "neverask": "The command"} {
		list := exec.Command("go", "list", "-deps", "-f", `{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}`, "neverask/cmd/"+program)
		list.Env = append(os.Environ(), "CGO_ENABLED=0")
		out, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		read := map[string]string{}
		for path := range strings.FieldsSeq(string(out)) {
			if _, ok := looked[path]; !ok {
				content, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				looked[path] = lookups(string(content))
			}
			for _, name := range looked[path] {
				read[name] = path
			}
		}
		named := variables(t, part)
		for _, name := range slices.Sorted(maps.Keys(read)) {
			if named[name] == "" {
				t.Errorf("%s reads %s, and docs/files.md does not name it in %q", read[name], name, part)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(named)) {
			if read[name] == "" {
				t.Errorf("docs/files.md names %s in %q, and nothing of %s reads it", name, part, program)
			}
		}
		if len(read) < 10 {
			t.Errorf("%s reads %d variables only", program, len(read))
		}
	}
}
