package dispatch

import (
	"maps"
	"regexp"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"neverask/hooks/claude/bash"
)

// A commandLine is how Claude Code 2.1.329 reads a command line to compare it with an "if".
// testdata/if.tsv holds what was observed.
type commandLine struct {
	text     string
	commands []string
	// hidden reports that a word is not known: it has an unknown variable, or a command's output.
	hidden bool
	// beyond reports that it contains more than the client reads.
	beyond bool
	// vars are the variables set before, with their values if known.
	vars map[string]value
	// expanded is how many bytes came from variables.
	expanded int
}

// maxExpanded is how many bytes of variables are read: with every assignment a command line can make one twice as
// long.
const maxExpanded = 1 << 20

// A value is a variable's value.
type value struct {
	text  string
	known bool
}

// strange matches texts in which the client reads nothing, quoted or not: a backslash before a
// blank or inside a word that continues on the next line, blanks that a shell does not know,
// and what only zsh expands.
var strange = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\\[ \t]|[^ \t\n\\]\\\n|[\x{a0}\x{1680}\x{2000}-\x{200b}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]|(?:^|[\s;&|])=[A-Za-z_]|~\[`)
})

// readCommandLine reads a command line.
func readCommandLine(text string) commandLine {
	file, whole, err := parseUnfinished(text)
	l := commandLine{text: whole, vars: map[string]value{}}
	if err != nil || strange().MatchString(text) || strings.HasSuffix(strings.ReplaceAll(text, `\\`, ""), `\`) {
		l.beyond = true
		return l
	}
	l.statements(file.Stmts)
	l.beyond = l.beyond || l.hidden && !plain(file.Stmts)
	return l
}

// endings are what the client appends to an unfinished command line.
var endings = []string{"", "'", "; fi", " :; fi", "; then :; fi", " :; then :; fi", "; done", "; do :; done"}

var hereDocument = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<<-?\s*'(\w*)'\n`) })

// parseUnfinished parses a text, with an ending if it needs one.
func parseUnfinished(text string) (file *syntax.File, whole string, err error) {
	added := endings
	switch start, odd := strings.CutSuffix(text, ";;"); {
	case odd:
		text = start
	case strings.HasSuffix(text, "<<<"):
		added = []string{" x"}
	case strings.HasSuffix(text, "|") && !strings.HasSuffix(text, "||"):
		added = []string{" :"}
	}
	if m := hereDocument().FindStringSubmatch(text); m != nil {
		added = []string{"", "\n" + m[1], "; fi", "; done"}
	}
	for _, end := range added {
		if file, err = bash.Parse(text + end); err == nil {
			return file, text + end, nil
		}
	}
	return nil, text, err
}

func (l *commandLine) source(n syntax.Node) string { return l.text[n.Pos().Offset():n.End().Offset()] }

// inSubshell reads something whose variables stay local.
func (l *commandLine) inSubshell(read func()) {
	outside := l.vars
	l.vars = maps.Clone(outside)
	read()
	l.vars = outside
}

func (l *commandLine) statements(list []*syntax.Stmt) {
	for _, s := range list {
		if s.Background {
			l.inSubshell(func() { l.statement(s, "") })
			continue
		}
		l.statement(s, "")
	}
}

// enclosed reads statements in brackets, which only line breaks may separate.
func (l *commandLine) enclosed(list []*syntax.Stmt) {
	for _, s := range list {
		l.beyond = l.beyond || s.Semicolon.IsValid()
	}
	l.inSubshell(func() { l.statements(list) })
}

// body reads statements that may not run, or run repeatedly: the variables that they set become
// unknown.
func (l *commandLine) body(list []*syntax.Stmt) {
	inside := &commandLine{text: l.text, vars: maps.Clone(l.vars), expanded: l.expanded}
	for _, s := range list {
		l.beyond = l.beyond || s.Background
		syntax.Walk(s, func(n syntax.Node) bool {
			if a, ok := n.(*syntax.Assign); ok && a.Name != nil {
				delete(inside.vars, a.Name.Value)
				delete(l.vars, a.Name.Value)
			}
			return true
		})
	}
	for _, s := range list {
		known := maps.Clone(inside.vars)
		inside.statement(s, "")
		inside.vars = known
	}
	l.commands = append(l.commands, inside.commands...)
	l.hidden, l.beyond, l.expanded = l.hidden || inside.hidden, l.beyond || inside.beyond, inside.expanded
}

// statement reads a statement. before precedes its first word: "time ".
func (l *commandLine) statement(s *syntax.Stmt, before string) {
	call, simple := s.Cmd.(*syntax.CallExpr)
	_, both := s.Cmd.(*syntax.BinaryCmd)
	l.beyond = l.beyond || len(s.Redirs) > 0 && s.Cmd != nil && !simple || before != "" && !simple && !both
	for _, r := range s.Redirs {
		l.redirection(r)
		l.beyond = l.beyond || simple && between(r, call.Args)
	}
	switch c := s.Cmd.(type) {
	case nil:
	case *syntax.CallExpr:
		l.call(c, before)
	case *syntax.BinaryCmd:
		l.binary(c, before)
	case *syntax.Subshell:
		l.enclosed(c.Stmts)
	case *syntax.IfClause:
		for clause := c; clause != nil; clause = clause.Else {
			l.statements(clause.Cond)
			l.body(clause.Then)
		}
	case *syntax.WhileClause:
		l.statements(c.Cond)
		l.body(c.Do)
	case *syntax.ForClause:
		l.loop(c)
	case *syntax.TimeClause:
		l.time(c)
	case *syntax.CoprocClause:
		l.commands = append(l.commands, l.source(c))
	case *syntax.DeclClause:
		l.declaration(c)
	case *syntax.LetClause:
		l.let(c)
	case *syntax.TestClause:
		l.test(c)
	default:
		l.beyond = true // blocks, functions, case, (( ))
	}
}

// between reports whether a redirection is between the words of a command.
func between(r *syntax.Redirect, words []*syntax.Word) bool {
	return len(words) > 0 && r.Pos().After(words[0].Pos()) && words[len(words)-1].Pos().After(r.Pos())
}

func (l *commandLine) binary(c *syntax.BinaryCmd, before string) {
	if c.Op == syntax.AndStmt {
		l.statement(c.X, before)
		l.statement(c.Y, "")
	} else {
		l.inSubshell(func() { l.statement(c.X, before) })
		l.inSubshell(func() { l.statement(c.Y, "") })
	}
	// The client does not read a file beside a here-document at the end of a list.
	for _, r := range c.Y.Redirs {
		l.beyond = l.beyond || r.Hdoc != nil && len(c.Y.Redirs) > 1
	}
}

func (l *commandLine) loop(c *syntax.ForClause) {
	words, ok := c.Loop.(*syntax.WordIter)
	if !ok || c.Select {
		l.beyond = true
		return
	}
	for _, w := range words.Items {
		l.word(w, inLoop)
	}
	delete(l.vars, words.Name.Value)
	l.body(c.Do)
}

func (l *commandLine) time(c *syntax.TimeClause) {
	before := "time "
	if c.PosixFormat {
		before = "time -p "
	}
	if c.Stmt == nil {
		l.commands = append(l.commands, strings.TrimSpace(before))
		return
	}
	l.statement(c.Stmt, before)
}
