package dispatch

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// A role is a word's purpose, which determines how much of it the client reads.
type role int

const (
	inCommand role = iota
	inValue        // the value that a variable is set to
	inLoop         // what a loop iterates over
	inTarget       // the file of a redirection
	inTest
	inHere // after <<<
)

// The variables that the client considers harmless.
var (
	// asPart are harmless beside other text in double quotes.
	asPart = strings.Fields("HOME PWD OLDPWD PATH USER LOGNAME SHELL TMPDIR HOSTNAME UID EUID PPID RANDOM SECONDS LINENO BASHPID IFS BASH_VERSION ? # $ ! -")
	// ofShell are variables that must not be set.
	ofShell = []string{"HOME", "IFS", "PATH"}
)

// Braces that a shell expands to several words, and braces that the client takes for such.
var (
	braces       = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{\S*(?:,|\.\.)`) })
	quotedBraces = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{[^}]*['"]`) })
)

// word returns a word without its quotes.
func (l *commandLine) word(w *syntax.Word, as role) string {
	var text strings.Builder
	quoted, open := true, false
	for _, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			quoted = false
			l.beyond = l.beyond || strings.Contains(strings.ReplaceAll(p.Value, `\$`, ""), "$")
			text.WriteString(unescaped(p.Value, ""))
			open = strings.LastIndexByte(p.Value, '{') > strings.LastIndexByte(p.Value, '}')
			continue
		case *syntax.SglQuoted:
			l.beyond = l.beyond || p.Dollar
			text.WriteString(p.Value)
		case *syntax.DblQuoted:
			text.WriteString(l.quoted(p, as))
		case *syntax.ParamExp:
			text.WriteString(l.variable(p, len(w.Parts) == 1, as))
		case *syntax.CmdSubst:
			l.substitution(p)
			l.hidden = l.hidden || as == inCommand
			l.beyond = l.beyond || as != inCommand && as != inLoop && !(as == inValue && len(w.Parts) == 1)
			text.WriteString(l.source(p))
		case *syntax.ArithmExp:
			l.beyond = l.beyond || p.Bracket || !isNumber(p.X)
			text.WriteString(l.source(p))
		default:
			l.beyond = true // <( ) and the patterns of extglob
		}
		l.beyond = l.beyond || open
		quoted = quoted && isQuoted(part)
	}
	l.beyond = l.beyond || (!quoted || len(w.Parts) > 1) && braces().MatchString(text.String())
	return text.String()
}

func isQuoted(part syntax.WordPart) bool {
	switch part.(type) {
	case *syntax.SglQuoted, *syntax.DblQuoted:
		return true
	}
	return false
}

// unescaped removes the backslashes from a text: those before certain characters, or all.
func unescaped(text, before string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && (before == "" || strings.IndexByte(before, text[i+1]) >= 0) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// quoted reads text in double quotes.
func (l *commandLine) quoted(q *syntax.DblQuoted, as role) string {
	var text strings.Builder
	alone := l.bare(q)
	l.beyond = l.beyond || q.Dollar
	for _, part := range q.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			text.WriteString(unescaped(p.Value, "\"\\$`"))
		case *syntax.CmdSubst:
			if here, ok := l.hereText(p); ok {
				text.WriteString(here)
				continue
			}
			l.substitution(p)
			l.hidden = l.hidden || alone && as == inCommand
			l.beyond = l.beyond || alone && as != inCommand || as == inTest
			text.WriteString(l.source(p))
		case *syntax.ArithmExp:
			l.beyond = l.beyond || alone || p.Bracket || !isNumber(p.X)
			text.WriteString(l.source(p))
		case *syntax.ParamExp:
			if !p.Short || p.Param == nil {
				l.beyond = true
				continue
			}
			v, set := l.vars[p.Param.Value]
			switch {
			case set && v.known:
				text.WriteString(l.expand(v))
				continue
			case p.Param.Value == "HOME":
			case as == inTarget, alone, !set && !slices.Contains(asPart, p.Param.Value):
				l.beyond = true
			}
			text.WriteString(l.source(p))
		default:
			l.beyond = true
		}
	}
	return text.String()
}

// bare reports whether a quoted word with an unknown part may be an option: its known text has
// less than two characters, or is an option.
func (l *commandLine) bare(q *syntax.DblQuoted) bool {
	if len(q.Parts) == 0 {
		return false
	}
	known := ""
	for _, part := range q.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			known += unescaped(p.Value, "\"\\$`")
		case *syntax.ParamExp:
			if p.Param != nil && p.Param.Value == "HOME" {
				known += l.source(p)
			} else if p.Param != nil && l.vars[p.Param.Value].known {
				known += l.expand(l.vars[p.Param.Value])
			}
		}
	}
	first, _ := q.Parts[0].(*syntax.Lit)
	option := first != nil && strings.HasPrefix(first.Value, "-") && !strings.HasPrefix(first.Value, "- ")
	return utf8.RuneCountInString(known) < 2 || option
}

// variable reads a variable outside quotes. alone reports that it is the whole word.
func (l *commandLine) variable(p *syntax.ParamExp, alone bool, as role) string {
	if !p.Short || p.Param == nil {
		l.beyond = true
		return ""
	}
	v, set := l.vars[p.Param.Value]
	switch {
	case set && v.known:
		// Outside quotes a value may become several words, or none.
		l.beyond = l.beyond || as != inValue && (v.text == "" || strings.ContainsAny(v.text, " \t\n*?[")) || as == inTarget
		return l.expand(v)
	case p.Param.Value == "HOME" && as != inTarget:
	case alone && as == inValue && slices.Contains(asPart, p.Param.Value):
	case alone && as == inCommand:
		l.hidden = true
	default:
		l.beyond = true
	}
	return l.source(p)
}

// isNumber reports whether an arithmetic expression consists of numbers alone.
func isNumber(x syntax.ArithmExpr) bool {
	if x == nil {
		return false
	}
	only := true
	syntax.Walk(x, func(n syntax.Node) bool {
		switch p := n.(type) {
		case *syntax.Lit:
			only = only && strings.Trim(p.Value, "0123456789") == ""
		case *syntax.ParamExp, *syntax.CmdSubst:
			only = false
		}
		return true
	})
	return only
}

// substitution reads the commands whose output is in a word.
func (l *commandLine) substitution(c *syntax.CmdSubst) { l.enclosed(c.Stmts) }

// hereText returns the here-document of $(cat <<'END'), which is text like any other.
func (l *commandLine) hereText(c *syntax.CmdSubst) (text string, ok bool) {
	if len(c.Stmts) != 1 || len(c.Stmts[0].Redirs) != 1 || c.Stmts[0].Redirs[0].Hdoc == nil {
		return "", false
	}
	call, is := c.Stmts[0].Cmd.(*syntax.CallExpr)
	r := c.Stmts[0].Redirs[0]
	if !is || len(call.Args) != 1 || call.Args[0].Lit() != "cat" || !l.ends(r) {
		return "", false
	}
	return strings.TrimSuffix(l.source(r.Hdoc), "\n"), true
}

// ends reports whether a here-document's end is quoted, so that nothing in it is expanded, and
// is the last thing on its line.
func (l *commandLine) ends(r *syntax.Redirect) bool {
	rest, _, _ := strings.Cut(l.text[r.Word.End().Offset():], "\n")
	whole := len(r.Word.Parts) == 1
	lit, bare := r.Word.Parts[0].(*syntax.Lit)
	return whole && (!bare || strings.HasPrefix(lit.Value, `\`)) && strings.TrimSpace(rest) == ""
}

func (l *commandLine) redirection(r *syntax.Redirect) {
	switch {
	case r.Hdoc != nil:
		l.beyond = l.beyond || !l.ends(r) || quotedBraces().MatchString(l.source(r.Hdoc))
	case r.Op == syntax.WordHdoc:
		l.word(r.Word, inHere)
	case r.Op == syntax.RdrInOut, r.N != nil && strings.HasPrefix(r.N.Value, "{"), r.Word == nil:
		l.beyond = true
	case r.Word.Lit() == "-" && (r.Op == syntax.DplOut || r.Op == syntax.DplIn):
		l.beyond = true
	default:
		l.word(r.Word, inTarget)
	}
}

// call reads a simple command, and the variables that it sets.
func (l *commandLine) call(c *syntax.CallExpr, before string) {
	for _, a := range c.Assigns {
		v := l.assignment(a)
		if len(c.Args) == 0 {
			l.beyond = l.beyond || slices.Contains(ofShell, a.Name.Value)
			l.set(a, v)
		}
	}
	if len(c.Args) == 0 {
		l.beyond = l.beyond || len(c.Assigns) > 1
		return
	}
	var words []string
	for _, w := range c.Args {
		words = append(words, l.word(w, inCommand))
	}
	switch words[0] {
	case "[":
		l.bracket(words)
		return
	case "read", "unset":
		for _, name := range words[1:] {
			if delete(l.vars, name); words[0] == "read" {
				l.vars[name] = value{}
			}
		}
	}
	command := before + strings.Join(words, " ")
	l.commands = append(l.commands, command)
	if rest, ok := strings.CutPrefix(command, "xargs "); ok && !strings.HasPrefix(rest, "xargs ") {
		l.commands = append(l.commands, rest)
	}
}

// bracket is a test in single brackets, which the client names "[[".
func (l *commandLine) bracket(words []string) {
	l.beyond = l.beyond || words[len(words)-1] != "]" || slices.Contains(words, "-a") || slices.Contains(words, "-o")
	l.commands = append(l.commands, "[[ "+strings.Join(words[1:], " "))
}

func (l *commandLine) assignment(a *syntax.Assign) (v value) {
	l.beyond = l.beyond || a.Array != nil || a.Index != nil || a.Name != nil && a.Name.Value == "IFS"
	if a.Value == nil {
		return value{"", true}
	}
	l.beyond = l.beyond || strings.Contains(l.source(a.Value), "~")
	v.text = l.word(a.Value, inValue)
	v.known = !strings.ContainsAny(l.source(a.Value), "`") && !strings.Contains(v.text, "$")
	return v
}

// expand returns a variable's text, unless it would be too long.
func (l *commandLine) expand(v value) string {
	if l.expanded += len(v.text); l.expanded > maxExpanded {
		l.beyond = true
		return ""
	}
	return v.text
}

// set records a variable's new value.
func (l *commandLine) set(a *syntax.Assign, v value) {
	name := a.Name.Value
	if a.Append {
		was := l.vars[name]
		v = value{l.expand(was) + v.text, was.known && v.known}
	}
	l.vars[name] = v
}

// declaration reads "export x=1" and the like.
func (l *commandLine) declaration(c *syntax.DeclClause) {
	for _, a := range c.Args {
		switch {
		case a.Naked && a.Name == nil && a.Value != nil: // an option, or a name in quotes
			text := l.word(a.Value, inCommand)
			declares := c.Variant.Value != "export" && c.Variant.Value != "readonly"
			l.beyond = l.beyond || declares && strings.HasPrefix(text, "-") && strings.Trim(text, "-xrpf") != ""
		case a.Naked:
		default:
			l.set(a, l.assignment(a))
		}
	}
	l.commands = append(l.commands, l.source(c))
}

func (l *commandLine) let(c *syntax.LetClause) {
	for _, x := range c.Exprs {
		syntax.Walk(x, func(n syntax.Node) bool {
			_, variable := n.(*syntax.ParamExp)
			_, output := n.(*syntax.CmdSubst)
			l.beyond = l.beyond || variable || output
			return true
		})
	}
	l.commands = append(l.commands, l.source(c))
}

// test reads a test in double brackets.
func (l *commandLine) test(c *syntax.TestClause) {
	syntax.Walk(c, func(n syntax.Node) bool {
		if w, ok := n.(*syntax.Word); ok {
			l.word(w, inTest)
			return false
		}
		return true
	})
	l.commands = append(l.commands, l.source(c))
}

// readers are commands that run their arguments, or interpret them: with what is hidden from
// the client they may do anything.
var readers = strings.Fields(`. source eval exec trap alias command builtin env sudo doas xargs find bash sh dash zsh ksh nohup timeout nice stdbuf setsid
	ionice awk python python3 node ruby perl php printf test [ read mapfile readarray set shift getopts hash wait let return exit enable bind complete compgen unset`)

// plain reports whether a script is one simple command with a known first word.
func plain(list []*syntax.Stmt) bool {
	if len(list) != 1 || list[0].Negated || len(list[0].Redirs) > 0 {
		return false
	}
	call, ok := list[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Assigns) > 0 || len(call.Args) == 0 {
		return false
	}
	if name := call.Args[0].Lit(); name == "" || slices.Contains(readers, name) {
		return false
	}
	for _, w := range call.Args {
		syntax.Walk(w, func(n syntax.Node) bool {
			switch p := n.(type) {
			case *syntax.CmdSubst:
				ok = ok && plain(p.Stmts)
				return false
			case *syntax.SglQuoted:
				ok = false
			case *syntax.DblQuoted:
				for _, inner := range p.Parts {
					_, variable := inner.(*syntax.ParamExp)
					ok = ok && !variable
				}
			case *syntax.Lit:
				ok = ok && !strings.Contains(p.Value, `\`)
			}
			return true
		})
	}
	return ok
}
