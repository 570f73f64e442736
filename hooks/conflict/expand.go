package conflict

import (
	"path/filepath"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// expand evaluates a word as far as it can be known.
func expand(word *syntax.Word, vars map[string]string, home string) (string, bool) {
	text, ok := parts(word.Parts, vars)
	if lit, isLit := word.Parts[0].(*syntax.Lit); isLit && home != "" {
		if lit.Value == "~" || strings.HasPrefix(lit.Value, "~/") {
			text = home + strings.TrimPrefix(text, "~")
		}
	}
	return text, ok
}

func parts(list []syntax.WordPart, vars map[string]string) (string, bool) {
	var b strings.Builder
	known := true
	for _, p := range list {
		switch p := p.(type) {
		case *syntax.Lit:
			b.WriteString(unescape(p.Value))
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			text, ok := parts(p.Parts, vars)
			b.WriteString(text)
			known = known && ok
		case *syntax.ParamExp:
			value, ok := parameter(p, vars)
			b.WriteString(value)
			known = known && ok
		case *syntax.CmdSubst:
			value, ok := directory(p, vars)
			b.WriteString(value)
			known = known && ok
		default:
			known = false
		}
	}
	return b.String(), known
}

// parameter evaluates $NAME, and ${NAME:-default} for an unknown NAME.
func parameter(p *syntax.ParamExp, vars map[string]string) (string, bool) {
	if p.Param == nil || p.Length || p.Excl || p.Slice != nil || p.Repl != nil {
		return "", false
	}
	otherwise := p.Exp != nil && p.Exp.Word != nil && (p.Exp.Op == syntax.DefaultUnset || p.Exp.Op == syntax.DefaultUnsetOrNull)
	if value := vars[p.Param.Value]; value != "" && (p.Exp == nil || otherwise) {
		return value, true
	}
	if otherwise {
		return parts(p.Exp.Word.Parts, vars)
	}
	return "", false
}

// directory evaluates the usual ways to say where a script is: $(dirname FILE) and
// $(cd DIRECTORY && pwd).
func directory(s *syntax.CmdSubst, vars map[string]string) (string, bool) {
	if len(s.Stmts) != 1 {
		return "", false
	}
	argument := func(n syntax.Command, name string) (string, bool) {
		call, ok := n.(*syntax.CallExpr)
		if !ok || len(call.Args) != 2 || call.Args[0].Lit() != name {
			return "", false
		}
		return parts(call.Args[1].Parts, vars)
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
