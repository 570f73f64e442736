package main

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// opens are the places that open files without package saferead, and why nobody
// else can have put something there that is waited for, or that has no end.
var opens = map[string]string{
	"cmd/neverask/internal/cli/read_input.go":   "what the person names, a pipe of a shell among it; the context ends it",
	"hooks/app/session/parent_process_linux.go": "what the kernel tells of processes",
	"hooks/app/install/tryout.go":               "copies the files of a directory of our own, the regular ones alone",
	"hooks/record/eventlog/activity_log.go":     "a mark that is not there yet, and a directory",
	"hooks/serve/envfile.go":                    "a file that the client made for this",
	"settings/disk.go":                          "a file that is not there yet",
	"settings/disk_linux.go":                    "a settings file, without waiting and to read nothing of it",
}

// parsers are the places that parse what recurses, each after a look at how deep.
var parsers = map[string]string{
	"hooks/claude/bash/bash.go":   "adds up the stack that a text can need",
	"hooks/claude/config/yaml.go": "the parser of YAML has a limit of its own",
}

// TestOthersFilesAreReadThroughForeign: whatever else opens a file is listed
// above.
func TestOthersFilesAreReadThroughForeign(t *testing.T) {
	t.Parallel()
	listed(t, opens, "opens files itself: what others wrote is read through package saferead",
		"os.Open", "os.OpenFile", "os.ReadFile", "os.OpenRoot", "os.OpenInRoot", "os.DirFS", "syscall.Open", "unix.Open", "fs.ReadFile")
}

// TestParsersAreGuarded: a text that nests too deep ends the process.
func TestParsersAreGuarded(t *testing.T) {
	t.Parallel()
	listed(t, parsers, "parses what may nest without end", "syntax.NewParser", "yaml.Unmarshal", "yaml.NewDecoder")
}

// listed checks that the files which call one of some functions are those of a list.
func listed(t *testing.T, list map[string]string, wrong string, calls ...string) {
	t.Helper()
	found := map[string]bool{}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		if err != nil || d.IsDir() && (name == "testdata" || strings.HasSuffix(name, "test") || name == "saferead" || name == "ownfile" || name == ".ci") {
			return cmp.Or(err, filepath.SkipDir)
		}
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, path)
		if err == nil && names(t, path, calls) {
			found[filepath.ToSlash(rel)] = true
		}
		return err
	})
	musttest.Do(t, err)
	for _, file := range slices.Sorted(maps.Keys(found)) {
		if list[file] == "" {
			t.Errorf("%s %s", file, wrong)
		}
	}
	for file := range list {
		if !found[file] {
			t.Errorf("%s does not do so any more: take it out of the list", file)
		}
	}
}

// names reports whether a file of Go names one of some functions.
func names(t *testing.T, path string, calls []string) (yes bool) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	musttest.Do(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if pkg, ok := s.X.(*ast.Ident); ok {
				yes = yes || slices.Contains(calls, pkg.Name+"."+s.Sel.Name)
			}
		}
		return !yes
	})
	return yes
}
