package dispatch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
	"mvdan.cc/sh/v3/syntax"

	"neverask/hooks/claude/bash"
	"neverask/hooks/claude/config"
)

// meant reports whether the "if" of a handler lets it run. unless says what that
// depends on where the input is not known or not understood; where it does not
// run, it says why.
func meant(h config.Handler, c Call) (runs bool, unless string) {
	if h.If == "" {
		return true, ""
	}
	if !OfTool(c.Event) {
		return false, fmt.Sprintf("its \"if\" is for tools, and %s is about none", c.Event)
	}
	tool, rest, argued := strings.Cut(h.If, "(")
	content, closed := strings.CutSuffix(rest, ")")
	switch {
	case argued && !closed:
		return false, fmt.Sprintf("its \"if\" %s has no end", h.If)
	case tool != c.Value && formerly[tool] != c.Value:
		return false, fmt.Sprintf("its \"if\" is %s", h.If)
	case !argued || content == "" || content == "*":
		return true, ""
	case c.Input == "":
		return true, fmt.Sprintf("its \"if\" %s depends on the input", h.If)
	case tool == "Bash":
		command := gjson.Get(c.Input, "command").String()
		if commandMatches(content, command) {
			return true, ""
		}
		return false, fmt.Sprintf("its \"if\" %s does not hold for this command", h.If)
	}
	return true, fmt.Sprintf("its \"if\" %s decides by the input", h.If)
}

// commandMatches reports whether a rule for Bash holds for a command line, as
// Claude Code 2.1.329 decides it: for one of its simple commands, quotes,
// assignments and redirections taken off. Where a command substitution hides the
// words, every rule holds but those for a first word; where the line is beyond what
// the client reads, every rule does.
func commandMatches(rule, line string) bool {
	seen := read(line)
	return seen.beyond || seen.hidden && !firstWord(rule) ||
		slices.ContainsFunc(seen.commands, func(command string) bool { return holds(rule, command) })
}

// firstWord reports whether a rule is about how a command begins, in one word:
// "git:*", "git *" or "git*".
func firstWord(rule string) bool {
	if prefix, ok := strings.CutSuffix(rule, ":*"); ok {
		return !strings.Contains(prefix, " ")
	}
	start, ok := strings.CutSuffix(rule, "*")
	return ok && !strings.ContainsAny(strings.TrimSpace(start), "* ")
}

// script is the part of a command line that can be seen.
type script struct {
	line     string
	commands []string
	hidden   bool // a word is made by another command, or given to the script
	beyond   bool // a word, a redirection or a function is too much for the client
}

func read(line string) script {
	s := script{line: line}
	file, err := bash.Parse(line)
	if err != nil {
		s.beyond = true
		return s
	}
	syntax.Walk(file, s.visit)
	return s
}

func (s *script) visit(node syntax.Node) bool {
	switch n := node.(type) {
	case *syntax.FuncDecl, *syntax.ProcSubst, *syntax.CaseClause, *syntax.Block, *syntax.ArithmCmd:
		s.beyond = true
	case *syntax.ParamExp:
		s.beyond = s.beyond || !n.Short
		s.hidden = s.hidden || n.Param != nil && n.Param.Value < "A" // $1, $@ and the like
	case *syntax.Lit:
		s.beyond = s.beyond || strings.Contains(n.Value, "{")
	case *syntax.Redirect:
		s.beyond = s.beyond || n.Hdoc != nil || n.Word != nil && n.Word.Lit() == ""
	case *syntax.TimeClause:
		s.commands = append(s.commands, s.text(n))
		return false
	case *syntax.CallExpr:
		s.call(n)
	}
	return true
}

func (s *script) call(n *syntax.CallExpr) {
	var words []string
	for _, w := range n.Args {
		words = append(words, s.word(w))
	}
	if len(words) == 0 {
		s.beyond = s.beyond || len(n.Assigns) > 1
		return
	}
	command := strings.Join(words, " ")
	s.commands = append(s.commands, command)
	if rest, ok := strings.CutPrefix(command, "xargs "); ok {
		s.commands = append(s.commands, rest)
	}
}

// word returns a word without its quotes.
func (s *script) word(w *syntax.Word) string {
	var text strings.Builder
	for _, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.CmdSubst:
			s.hidden = true
		case *syntax.SglQuoted:
			text.WriteString(p.Value)
			continue
		case *syntax.DblQuoted:
			for _, inner := range p.Parts {
				if _, ok := inner.(*syntax.CmdSubst); ok {
					s.hidden = true
				}
				text.WriteString(s.text(inner))
			}
			continue
		}
		text.WriteString(s.text(part))
	}
	return text.String()
}

func (s *script) text(n syntax.Node) string { return s.line[n.Pos().Offset():n.End().Offset()] }

// holds reports whether a rule holds for a simple command: the same words, a
// prefix before ":*", or words with "*" for anything.
func holds(rule, command string) bool {
	rule = strings.TrimSpace(rule)
	if prefix, ok := strings.CutSuffix(rule, ":*"); ok {
		return command == prefix || strings.HasPrefix(command, prefix+" ")
	}
	if !strings.Contains(rule, "*") {
		return rule == command
	}
	parts := strings.Split(rule, "*")
	if !strings.HasPrefix(command, parts[0]) {
		// "git *" holds for "git" as well.
		return len(parts) == 2 && parts[1] == "" && command == strings.TrimSuffix(parts[0], " ")
	}
	rest := command[len(parts[0]):]
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}
