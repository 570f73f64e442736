package main

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var wordOfName = regexp.MustCompile(`[A-Z]?[a-z0-9]+|[A-Z]+`)

// TestNamesFollowTheGlossary: nothing is declared, and no file called, by a word of which
// docs/glossary.md says that it is not used any more.
func TestNamesFollowTheGlossary(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(content), "`TestNamesFollowTheGlossary` holds that: ")
	unused := strings.Split(strings.TrimSuffix(strings.TrimSpace(list), "."), ", ")
	if len(unused) < 15 {
		t.Fatalf("only %q", unused)
	}
	check := func(where, name string) {
		for _, word := range wordOfName.FindAllString(name, -1) {
			if slices.Contains(unused, strings.ToLower(word)) {
				t.Errorf("%s: %s", where, name)
			}
		}
	}
	if check := wordOfName.FindAllString("aHayStackOfURLs", -1); len(check) != 6 {
		t.Fatalf("words: %q", check)
	}
	names := 0
	err = filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == "testdata" || len(e.Name()) > 2 && strings.HasPrefix(e.Name(), ".")):
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go"):
			return nil
		}
		check(path, strings.TrimSuffix(e.Name(), ".go"))
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			for _, id := range declared(n) {
				names++
				check(path, id.Name)
			}
			return true
		})
		return nil
	})
	if err != nil || names < 10000 {
		t.Fatalf("%d names, %v", names, err)
	}
}

// declared are the names that a node of a syntax tree declares.
func declared(n ast.Node) (names []*ast.Ident) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		names = append(names, n.Name)
	case *ast.TypeSpec:
		names = append(names, n.Name)
	case *ast.Field:
		names = n.Names
	case *ast.ValueSpec:
		names = n.Names
	case *ast.AssignStmt:
		for _, e := range n.Lhs {
			if id, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
				names = append(names, id)
			}
		}
	}
	return names
}

// TestGlossarySentences: no screen, and not the README, says what is worded otherwise now.
func TestGlossarySentences(t *testing.T) {
	files, err := filepath.Glob("../../tui/testdata/*.golden")
	places, errPlaces := filepath.Glob("../../tui/*/testdata/*.golden")
	files = append(files, places...)
	if err = errors.Join(err, errPlaces); err != nil || len(files) < 50 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range append(files, "../../README.md") {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, phrase := range []string{"hooks of others", "of others at questions", "takes it back", "brings it back", "a yes is asked", "lost without neverask", "ways out"} {
			if strings.Contains(strings.ToLower(string(content)), phrase) {
				t.Errorf("%s says %q", filepath.Base(file), phrase)
			}
		}
	}
}
