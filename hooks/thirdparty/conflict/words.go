package conflict

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// words finds what the command of a hook runs: the arguments of each simple
// command, with quotes taken off and known variables filled in. Lines are the
// pieces of script text that stand in the command itself.
type words struct {
	shelf *shelf
	calls []invocation
	lines []string
	gap   string // why there may be more

	vars      map[string]string
	home      string
	dir       string          // where the next command is run; empty when that is not known
	functions map[string]bool // that the text defines itself
	sourced   bool            // another file may have defined more
	away      bool            // dir was not named as seen from where it begins
	left      bool            // it may have ended before the next command
	inner     int             // texts in texts
}

// invocation is one simple command.
type invocation struct {
	argv []string
	// maybe reports that it depends on something whether it is run.
	maybe bool
	dir   string // where it is run; empty when that is not known
	away  bool   // that was not named as seen from the project
}

// unknown stands for an argument that is computed.
const unknown = "\x00"

const computed = "what it runs is computed"

// maxInner is how far texts that are given to shells are followed.
const maxInner = 4

// maxCalls is how many simple commands of a text are followed.
const maxCalls = 1000

func newWords(s *shelf, vars map[string]string, home, dir string) words {
	return words{shelf: s, vars: vars, home: home, dir: dir, functions: map[string]bool{}}
}

// text collects the simple commands of a text for a shell.
func (w *words) text(text string, maybe bool) {
	file, gap := w.shelf.parse(text)
	if gap != "" {
		w.gap = gap
		return
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		if f, ok := n.(*syntax.FuncDecl); ok {
			w.functions[f.Name.Value] = true
		}
		return true
	})
	w.walk(file, maybe)
}

// walk collects the simple commands of a shell's syntax tree.
func (w *words) walk(file *syntax.File, maybe bool) {
	type scope struct {
		conditional, child bool
		dir                string
		away, left         bool
	}
	depth := 0 // of conditions
	var open []scope
	syntax.Walk(file, func(n syntax.Node) bool {
		if n == nil {
			last := open[len(open)-1]
			open = open[:len(open)-1]
			if last.conditional {
				depth--
			}
			if last.child {
				w.dir, w.away, w.left = last.dir, last.away, last.left
			}
			return true
		}
		s := scope{dir: w.dir, away: w.away, left: w.left}
		switch n := n.(type) {
		case *syntax.BinaryCmd:
			s.conditional = n.Op == syntax.AndStmt || n.Op == syntax.OrStmt
		case *syntax.IfClause, *syntax.CaseClause, *syntax.WhileClause, *syntax.ForClause, *syntax.FuncDecl:
			s.conditional = true
		case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst:
			s.child = true
		case *syntax.CallExpr:
			w.assign(n)
			w.call(n, maybe || depth > 0)
		}
		if s.conditional {
			depth++
		}
		open = append(open, s)
		return true
	})
}

// assign takes in the variables that a command sets for those after it.
func (w *words) assign(n *syntax.CallExpr) {
	if len(n.Args) > 0 {
		return
	}
	for _, a := range n.Assigns {
		if a.Name == nil || a.Value == nil {
			continue
		}
		if text, ok := expand(a.Value, w.vars, w.home); ok {
			w.vars[a.Name.Value] = text
		} else {
			delete(w.vars, a.Name.Value)
		}
	}
}

// call takes in a simple command, and what it changes for those after it.
func (w *words) call(n *syntax.CallExpr, maybe bool) {
	var argv []string
	for i, arg := range n.Args {
		text, ok := expand(arg, w.vars, w.home)
		if !ok && i == 0 {
			w.gap = computed
			return
		}
		if !ok {
			text = unknown
		}
		argv = append(argv, text)
	}
	if len(argv) == 0 || w.functions[argv[0]] {
		return
	}
	bare := !strings.ContainsAny(argv[0], `/\`)
	maybe = maybe || w.left || w.sourced && bare
	w.add(invocation{argv, maybe, w.dir, w.away})
	switch argv[0] {
	case "exit", "return":
		w.left = true
	case "exec":
		w.left = w.left || len(argv) > 1
	case ".", "source":
		w.sourced = true
	case "cd", "pushd":
		w.left = w.left || maybe // whether it has worked, what is relative depends on
		w.enter(argv[1:])
	case "eval":
		if slices.Contains(argv, unknown) {
			w.gap = computed
		} else if w.inner < maxInner {
			w.inner++
			w.text(strings.Join(argv[1:], " "), maybe)
			w.inner--
		}
	}
}

// enter changes the directory.
func (w *words) enter(args []string) {
	if len(args) == 0 {
		w.dir, w.away = w.home, true
		return
	}
	switch to := args[len(args)-1]; {
	case to == unknown || to == "" || strings.HasPrefix(to, "-"):
		w.dir, w.away = "", true
	case filepath.IsAbs(to):
		w.dir, w.away = to, true
	case w.dir != "":
		w.dir = filepath.Join(w.dir, to)
	}
}

// add takes in an invocation, and the text that it gives to a shell.
func (w *words) add(call invocation) {
	if len(w.calls) >= maxCalls {
		w.gap = "it runs more programs than neverask follows"
		return
	}
	w.calls = append(w.calls, call)
	argv := call.unwrapped()
	if len(argv) == 0 || !slices.Contains(shells, nameOf(argv[0])) || w.inner == maxInner {
		return
	}
	if _, text, _ := call.program(); text != "" {
		inner := newWords(w.shelf, maps.Clone(w.vars), w.home, call.dir)
		inner.inner, inner.away = w.inner+1, call.away
		inner.text(text, call.maybe)
		w.calls = append(w.calls, inner.calls...)
		if inner.gap != "" {
			w.gap = inner.gap
		}
	}
}
