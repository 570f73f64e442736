package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// signature is how many values a function takes and gives.
type signature struct {
	params, results int
	variadic        bool
}

func signatureOf(f *ast.FuncType) (s signature) {
	for _, p := range f.Params.List {
		s.params += max(1, len(p.Names))
		_, last := p.Type.(*ast.Ellipsis)
		s.variadic = s.variadic || last
	}
	if f.Results != nil {
		for _, r := range f.Results.List {
			s.results += max(1, len(r.Names))
		}
	}
	return s
}

// surface is what the packages of the repository have, by package or for methods
// by name, and their comments.
type surface struct {
	funcs   map[string]signature
	methods map[string][]signature
	names   map[string]bool
	docs    map[string]string // by file
}

func readSurface(t *testing.T) surface {
	t.Helper()
	s := surface{map[string]signature{}, map[string][]signature{}, map[string]bool{}, map[string]string{}}
	err := filepath.WalkDir("../..", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		s.docs[path] = file.Doc.Text()
		for _, decl := range file.Decls {
			s.add(file.Name.Name, decl)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s surface) add(pkg string, decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		s.names[pkg+"."+d.Name.Name] = true
		if d.Recv != nil {
			s.methods[d.Name.Name] = append(s.methods[d.Name.Name], signatureOf(d.Type))
		} else {
			s.funcs[pkg+"."+d.Name.Name] = signatureOf(d.Type)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				s.names[pkg+"."+spec.Name.Name] = true
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					s.names[pkg+"."+name.Name] = true
				}
			}
		}
	}
}

// TestPackageDocsCallWhatThereIs: a sample in the comment of a package calls
// functions and methods that are there, with as many values as they take and give.
func TestPackageDocsCallWhatThereIs(t *testing.T) {
	t.Parallel()
	s := readSurface(t)
	samples, calls := 0, 0
	for path, doc := range s.docs {
		for _, sample := range samplesIn(doc) {
			file, err := parser.ParseFile(token.NewFileSet(), path, "package x\nfunc _() {\n"+sample+"\n}", 0)
			if err != nil {
				if file, err = parser.ParseFile(token.NewFileSet(), path, "package x\n"+sample, 0); err != nil {
					continue // no Go
				}
			}
			samples++
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					if call, ok := n.Rhs[0].(*ast.CallExpr); ok && len(n.Rhs) == 1 {
						calls++
						s.check(t, path, call, len(n.Lhs))
					}
				case *ast.CallExpr:
					s.check(t, path, n, -1)
				}
				return true
			})
		}
	}
	if samples < 20 || calls < 25 {
		t.Errorf("only %d samples with %d calls", samples, calls)
	}
}

// samplesIn are the indented parts of a comment, without what stands for more.
func samplesIn(doc string) (all []string) {
	for _, m := range regexp.MustCompile(`(?m)(?:^\t.*\n+)+`).FindAllString(doc, -1) {
		m = regexp.MustCompile(`(?m)^\s*\.\.\.$|, \.\.\.$| \.\.\. `).ReplaceAllStringFunc(m, func(s string) string {
			if strings.HasPrefix(s, ",") {
				return ","
			}
			return ""
		})
		all = append(all, m)
	}
	return all
}

// check compares a call with what is there; results is -1 where nothing tells how
// many are taken.
func (s surface) check(t *testing.T, path string, call *ast.CallExpr, results int) {
	t.Helper()
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	fits := func(f signature) bool {
		n := len(call.Args)
		return (n == f.params || f.variadic && n >= f.params-1) && (results < 0 || results == f.results)
	}
	name := sel.Sel.Name
	if x, ok := sel.X.(*ast.Ident); ok {
		if f, ok := s.funcs[x.Name+"."+name]; ok {
			if !fits(f) {
				t.Errorf("%s: %s.%s is called with %d values for %d, and has %+v", path, x.Name, name, len(call.Args), results, f)
			}
			return
		}
		if _, ok := s.names[x.Name+"."+name]; ok {
			return // a conversion
		}
	}
	if x, ok := sel.X.(*ast.Ident); ok && slices.Contains([]string{"exec", "filepath", "fmt", "os", "slices", "strings", "time"}, x.Name) {
		return
	}
	known := s.methods[name]
	if slices.ContainsFunc(known, fits) {
		return
	}
	if len(known) > 0 {
		t.Errorf("%s: the method %s is called with %d values for %d, and has %+v", path, name, len(call.Args), results, known)
	}
}
