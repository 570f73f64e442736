package conflict

import (
	"path/filepath"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"neverask/hooks/claude/bash"
)

// unknown stands for a word that is computed, or that contains an unknown variable.
const unknown = "\x00"

// Why only the first words of a command can be known, or none.
const (
	computed    = "what it runs is computed"
	severalRuns = "it runs more than one command"
	unreadLine  = "its command cannot be read"
)

// maxLine is how much of a command line is looked at, in bytes.
const maxLine = 64 << 10

// A run is the first program that a shell command line runs, with its arguments: without
// quotes and redirections, with variables and "~" expanded. Nothing is evaluated.
type run struct {
	words   []string
	sources []string // the words as they stand in the line
	dir     string   // the directory that the line changes to first
	tested  bool     // the line first checks that something exists
	gap     string   // why it may also run something else

	line string
	vars variables
	set  map[string]string // variables that the line sets
	// expanded is how many bytes came from variables: with every assignment a line can make one twice as long.
	expanded int
}

// variables returns the value of a variable, and whether it is set.
type variables func(name string) (value string, set bool)

// firstRun reads a command line.
func firstRun(line string, vars variables) run {
	r := run{line: line[:min(len(line), maxLine)], vars: vars}
	file, err := bash.Parse(r.line)
	if err != nil {
		r.gap = unreadLine
		return r
	}
	r.statements(file.Stmts)
	return r
}

// more notes that there is another command, if one was already found.
func (r *run) more() (found bool) {
	if len(r.words) > 0 && r.gap == "" {
		r.gap = severalRuns
	}
	return len(r.words) > 0
}

func (r *run) statements(list []*syntax.Stmt) {
	for _, s := range list {
		r.statement(s)
	}
}

func (r *run) statement(s *syntax.Stmt) {
	switch c := s.Cmd.(type) {
	case nil:
	case *syntax.CallExpr:
		r.call(c)
	case *syntax.TestClause:
		r.tested = r.tested || len(r.words) == 0
	case *syntax.BinaryCmd:
		r.statement(c.X)
		if (c.Op == syntax.OrStmt || c.Op == syntax.AndStmt) && r.idle(c.Y) {
			return
		}
		r.statement(c.Y)
	case *syntax.IfClause:
		r.statements(c.Cond)
		r.statements(c.Then)
		if c.Else != nil {
			r.more()
		}
	case *syntax.Block:
		r.statements(c.Stmts)
	case *syntax.Subshell:
		r.statements(c.Stmts)
	case *syntax.TimeClause:
		if c.Stmt != nil {
			r.statement(c.Stmt)
		}
	case *syntax.DeclClause:
		for _, a := range c.Args {
			r.assign(a)
		}
	default:
		if !r.more() {
			r.gap = severalRuns
		}
	}
}

// idle reports whether a statement, such as "|| true", only ends the line.
func (r *run) idle(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	return ok && len(call.Args) > 0 &&
		slices.Contains([]string{"true", ":", "exit", "false", "return"}, call.Args[0].Lit())
}

func (r *run) call(c *syntax.CallExpr) {
	if len(c.Args) == 0 {
		for _, a := range c.Assigns {
			r.assign(a)
		}
		return
	}
	if r.more() {
		return
	}
	var words, sources []string
	for _, w := range c.Args {
		words, sources = append(words, r.word(w)), append(sources, r.line[w.Pos().Offset():w.End().Offset()])
	}
	switch {
	case words[0] == "cd" && len(words) == 2:
		switch dir := words[1]; {
		case dir == unknown:
			r.words, r.gap = []string{unknown}, computed
		case filepath.IsAbs(dir):
			r.dir = dir
		default:
			r.dir = filepath.Join(r.dir, dir)
		}
	case words[0] == "[", words[0] == "test", words[0] == "command" && len(words) > 1 && strings.EqualFold(words[1], "-v"):
		r.tested = true
	case slices.Contains([]string{"set", ":", "true", "export", "umask"}, words[0]):
	default:
		r.words, r.sources = words, sources
	}
}

// assign keeps what a variable is set to.
func (r *run) assign(a *syntax.Assign) {
	if a.Name == nil || a.Naked {
		return
	}
	value := ""
	switch {
	case a.Array != nil || a.Index != nil || a.Append:
		value = unknown
	case a.Value != nil:
		value = r.word(a.Value)
	}
	if r.set == nil {
		r.set = map[string]string{}
	}
	r.set[a.Name.Value] = value
}

// variable returns the value of a variable, if it is known.
func (r *run) variable(name string) (value string, known bool) {
	value, set := r.set[name]
	switch {
	case value == unknown:
		return "", false
	case set:
		return value, true
	}
	return r.vars(name)
}

// word returns a word as a shell would expand it, or unknown.
func (r *run) word(w *syntax.Word) string {
	var text strings.Builder
	known := true
	for i, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			lit := p.Value
			rest, home := strings.CutPrefix(lit, "~")
			if i == 0 && home && (rest == "" && len(w.Parts) == 1 || strings.HasPrefix(rest, "/")) {
				dir, _ := r.variable("HOME")
				text.WriteString(dir)
				lit = rest
			}
			text.WriteString(unescape(lit, ""))
		case *syntax.SglQuoted:
			known = known && !p.Dollar
			text.WriteString(p.Value)
		case *syntax.DblQuoted:
			for _, inner := range p.Parts {
				if lit, ok := inner.(*syntax.Lit); ok {
					text.WriteString(unescape(lit.Value, "\"\\$`\n"))
					continue
				}
				known = r.expansion(inner, &text) && known
			}
		default:
			known = r.expansion(part, &text) && known
		}
	}
	if !known {
		return unknown
	}
	return text.String()
}

// expansion expands a variable. Computed values and the output of commands are unknown.
func (r *run) expansion(part syntax.WordPart, text *strings.Builder) (known bool) {
	p, ok := part.(*syntax.ParamExp)
	switch {
	case !ok:
		r.gap = computed
		return false
	case p.Param == nil || p.Length || p.Excl || p.Index != nil:
		return false
	case p.Slice != nil || p.Repl != nil || p.Exp != nil || p.Names != 0:
		return false
	}
	value, known := r.variable(p.Param.Value)
	if r.expanded += len(value); r.expanded > maxLine {
		return false
	}
	text.WriteString(value)
	return known
}

// unescape removes the backslashes from a text: those before certain characters, or all.
func unescape(text, before string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && (before == "" || strings.IndexByte(before, text[i+1]) >= 0) {
			if i++; text[i] == '\n' {
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
