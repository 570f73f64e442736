package conflict

import (
	"path/filepath"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// expand evaluates a word as far as it can be known.
func expand(word *syntax.Word, vars map[string]string, home string) (string, bool) {
	text, ok := parts(word.Parts, vars, maxParts)
	if lit, isLit := word.Parts[0].(*syntax.Lit); isLit && home != "" {
		if lit.Value == "~" || strings.HasPrefix(lit.Value, "~/") {
			text = home + strings.TrimPrefix(text, "~")
		}
	}
	return text, ok
}

// maxParts is how deep a word is evaluated: the words inside it are evaluated by
// themselves, too, so a deep one would be at each of its levels. maxWord is how long
// it can become: a variable that doubles itself would soon be longer than memory.
const (
	maxParts = 16
	maxWord  = 64 << 10
)

func parts(list []syntax.WordPart, vars map[string]string, depth int) (string, bool) {
	if depth == 0 {
		return "", false
	}
	var b strings.Builder
	known := true
	for _, p := range list {
		if b.Len() > maxWord {
			return "", false
		}
		switch p := p.(type) {
		case *syntax.Lit:
			b.WriteString(unescape(p.Value))
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			text, ok := parts(p.Parts, vars, depth-1)
			b.WriteString(text)
			known = known && ok
		case *syntax.ParamExp:
			value, ok := parameter(p, vars, depth)
			b.WriteString(value)
			known = known && ok
		case *syntax.CmdSubst:
			value, ok := directory(p, vars, depth)
			b.WriteString(value)
			known = known && ok
		default:
			known = false
		}
	}
	return b.String(), known && b.Len() <= maxWord
}

// parameter evaluates $NAME, and ${NAME:-default} for an unknown NAME.
func parameter(p *syntax.ParamExp, vars map[string]string, depth int) (string, bool) {
	if p.Param == nil || p.Length || p.Excl || p.Slice != nil || p.Repl != nil {
		return "", false
	}
	otherwise := p.Exp != nil && p.Exp.Word != nil && (p.Exp.Op == syntax.DefaultUnset || p.Exp.Op == syntax.DefaultUnsetOrNull)
	if value := vars[p.Param.Value]; value != "" && (p.Exp == nil || otherwise) {
		return value, true
	}
	if otherwise {
		return parts(p.Exp.Word.Parts, vars, depth-1)
	}
	return "", false
}

// directory evaluates the usual ways to say where a script is: $(dirname FILE) and
// $(cd DIRECTORY && pwd).
func directory(s *syntax.CmdSubst, vars map[string]string, depth int) (string, bool) {
	if len(s.Stmts) != 1 {
		return "", false
	}
	argument := func(n syntax.Command, name string) (string, bool) {
		call, ok := n.(*syntax.CallExpr)
		if !ok || len(call.Args) != 2 || call.Args[0].Lit() != name {
			return "", false
		}
		return parts(call.Args[1].Parts, vars, depth-1)
	}
	if both, ok := s.Stmts[0].Cmd.(*syntax.BinaryCmd); ok && both.Op == syntax.AndStmt {
		if pwd, ok := both.Y.Cmd.(*syntax.CallExpr); ok && len(pwd.Args) > 0 && pwd.Args[0].Lit() == "pwd" {
			return argument(both.X.Cmd, "cd")
		}
		return "", false
	}
	file, ok := argument(s.Stmts[0].Cmd, "dirname")
	return filepath.Dir(file), ok
}

func unescape(lit string) string {
	if !strings.Contains(lit, `\`) {
		return lit
	}
	var b strings.Builder
	for i := 0; i < len(lit); i++ {
		if lit[i] == '\\' && i+1 < len(lit) {
			i++
		}
		b.WriteByte(lit[i])
	}
	return b.String()
}
