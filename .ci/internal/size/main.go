// Command size counts the lines of Go in the product, in test support (packages whose names
// end in test, and the tools of .ci), and in tests. It also finds everything outside tests
// that is too large: packages of more than 4,500 lines or 35 files, types with more than 30
// methods, interfaces with more than 10, and functions of more than 60 lines. .ci/budget.txt
// has the three sums, the number of packages of the product, and the sizes allowed above the
// limits. Budgets only fall; a commit that raises one says why:
//
//	.ci/size          fails if something is larger than its budget
//	.ci/size -lower   lowers the budget to smaller sizes
//	.ci/size -list    prints all packages, and the largest of each other kind
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// limits has the limits by kind. Kinds without a limit always have a budget.
var limits = map[string]int{"lines": 4500, "files": 35, "methods": 30, "interface": 10, "function": 60}

// sizes has sizes by kind and name, such as "methods tui.model".
type sizes map[string]int

func main() {
	lower := flag.Bool("lower", false, "lower the budget to smaller sizes")
	list := flag.Bool("list", false, "print all packages, and the largest of each other kind")
	flag.Parse()
	now, err := measure(".")
	if err == nil && *list {
		print(now)
		return
	}
	if err == nil {
		err = compare(now, filepath.Join(".ci", "budget.txt"), *lower)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// The sums.
const (
	product  = "total product"
	support  = "total test support"
	tests    = "total tests"
	packages = "total product packages"
)

// measure reads all Go files below root that are not in testdata.
func measure(root string) (sizes, error) {
	all := sizes{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(name, ".") && path != root && path != ".ci" || name == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go"):
			return nil
		}
		return all.add(path)
	})
	return all, err
}

// sumOf returns the sum that a file in a directory counts towards.
func sumOf(dir, name string) string {
	switch top, _, _ := strings.Cut(dir, "/"); {
	case strings.HasSuffix(name, "_test.go"):
		return tests
	case top == ".ci" ||
		slices.ContainsFunc(strings.Split(dir, "/"), func(part string) bool { return strings.HasSuffix(part, "test") }):
		return support
	}
	return product
}

// add measures one file.
func (all sizes) add(path string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	dir, lines := filepath.ToSlash(filepath.Dir(path)), strings.Count(string(content), "\n")
	sum := sumOf(dir, filepath.Base(path))
	all[sum] += lines
	if sum == tests {
		return nil
	}
	if all["files "+dir]++; sum == product && all["files "+dir] == 1 {
		all[packages]++
	}
	all["lines "+dir] += lines
	return all.addDecls(path, dir, content)
}

// addDecls measures the types and functions of one file.
func (all sizes) addDecls(path, dir string, content []byte) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, content, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				receiver := receiverOf(d.Recv.List[0].Type)
				all["methods "+dir+"."+receiver]++
				name = receiver + "." + name
			}
			if d.Body != nil {
				long := files.Position(d.End()).Line - files.Position(d.Pos()).Line + 1
				all["function "+dir+"."+name] = max(all["function "+dir+"."+name], long) // there may be one for each system
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if t, ok := s.(*ast.TypeSpec); ok {
					if i, ok := t.Type.(*ast.InterfaceType); ok {
						all["interface "+dir+"."+t.Name.Name] = i.Methods.NumFields()
					}
				}
			}
		}
	}
	return nil
}

// receiverOf returns the name of a method's receiver type.
func receiverOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiverOf(e.X)
	case *ast.IndexExpr:
		return receiverOf(e.X)
	case *ast.IndexListExpr:
		return receiverOf(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}

// over returns the sizes above the limit of their kind, or of kinds without one.
func (all sizes) over() sizes {
	large := sizes{}
	for name, n := range all {
		kind, _, _ := strings.Cut(name, " ")
		if limit, ok := limits[kind]; !ok || n > limit {
			large[name] = n
		}
	}
	return large
}

// compare compares the sizes with the budget.
func compare(now sizes, file string, lower bool) error {
	budget, err := read(file)
	if err != nil {
		return err
	}
	large := now.over()
	var wrong []error
	for _, name := range slices.Sorted(maps.Keys(large)) {
		n := large[name]
		kind, what, _ := strings.Cut(name, " ")
		if allowed, ok := budget[name]; !ok {
			wrong = append(wrong, fmt.Errorf("%s: %s is %d, and at most %d are allowed", kind, what, n, limits[kind]))
		} else if n > allowed {
			wrong = append(wrong, fmt.Errorf("%s: %s has grown from %d to %d", kind, what, allowed, n))
		}
	}
	if err := errors.Join(wrong...); err != nil {
		return fmt.Errorf("%w\nBudgets only fall: remove something, or split it", err)
	}
	fmt.Printf("%d lines in %d packages of the product, %d of test support, %d of tests; %d things above their limits\n",
		now[product], now[packages], now[support], now[tests], len(large)-4)
	if maps.Equal(large, budget) || !lower {
		return nil
	}
	return write(file, large)
}

func read(file string) (sizes, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	budget := sizes{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		number, name, ok := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		var n int
		if _, err := fmt.Sscan(number, &n); !ok || err != nil {
			return nil, fmt.Errorf("%s: invalid size %q", file, lines.Text())
		}
		budget[name] = n
	}
	return budget, nil
}

func write(file string, all sizes) error {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&text, "%6d %s\n", all[name], name)
	}
	return os.WriteFile(file, []byte(text.String()), 0o644)
}

// print lists all packages, and the ten largest of each other kind.
func print(all sizes) {
	for _, kind := range []string{"total", "lines", "files", "methods", "interface", "function"} {
		var names []string
		for name := range all {
			if strings.HasPrefix(name, kind+" ") {
				names = append(names, name)
			}
		}
		slices.SortFunc(names, func(a, b string) int { return all[b] - all[a] })
		if kind != "lines" {
			names = names[:min(len(names), 10)]
		}
		for _, name := range names {
			fmt.Printf("%6d %s\n", all[name], name)
		}
	}
}
