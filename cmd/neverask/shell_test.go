package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// starters are the files that may start processes, and why.
var starters = map[string]string{
	"hooks/app/trial/command.go":                    "a hook of others, once and after a yes to its command; and ours, for its self-test",
	"hooks/control/session.go":                      "the client, for a program that hosts it",
	"cmd/neverask/internal/command/rules/editor.go": "the person's editor",
	"tui/kit/editor.go":                             "the person's editor, at a line",
	"cmd/neverask/internal/command/run/prompt.go":   "the client, with another program's arguments",
	"cmd/neverask/internal/cli/client.go":           "the client, for one session that leaves nothing behind",
}

// shells are the files that may name a shell: what the client gives to one is run
// by one. The client itself has a flag -c, and so has git.
var shells = []string{"hooks/app/trial/command.go", "hooks/others/conflict/interpreters.go", "hooks/rule/safety/shell/harmless.go", "cmd/neverask/internal/command/run/invocation.go"}

// TestNoShell: no process is started where nobody expects it, and no text becomes
// a command line but that of a hook.
func TestNoShell(t *testing.T) {
	root := filepath.Join("..", "..")
	seen := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		switch {
		case e.IsDir() && (e.Name() == "testdata" || strings.HasPrefix(e.Name(), ".") && name != "." || strings.HasSuffix(e.Name(), "test")):
			return fs.SkipDir // what is for tests
		case e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		starts, names := processes(t, path)
		if starts && starters[name] == "" {
			t.Errorf("%s starts a process", name)
		}
		if names && !slices.Contains(shells, name) {
			t.Errorf("%s names a shell", name)
		}
		seen[name] = starts
		return nil
	})
	musttest.Do(t, err)
	for name := range starters {
		if !seen[name] {
			t.Errorf("%s starts no process any more", name)
		}
	}
}

// processes reports whether a file starts processes, and whether it names a shell.
func processes(t *testing.T, path string) (starts, shell bool) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	musttest.Do(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			pkg, _ := n.X.(*ast.Ident)
			if pkg == nil {
				return true
			}
			switch pkg.Name + "." + n.Sel.Name {
			case "exec.Command", "exec.CommandContext", "os.StartProcess", "syscall.ForkExec", "syscall.Exec", "syscall.StartProcess", "unix.Exec", "unix.ForkExec":
				starts = true
			}
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && slices.Contains([]string{"-c", "/c", "/C", "/bin/sh", "/bin/bash", "cmd.exe", "powershell.exe"}, text) {
				shell = true
			}
		}
		return true
	})
	return starts, shell
}
