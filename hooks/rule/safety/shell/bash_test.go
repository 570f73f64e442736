package shell

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// parsed collects the simple commands of what a parser of Bash has read.
type parsed struct {
	commands [][]string
	beyond   bool // the shell would do more than run these commands
}

// parse splits a line into simple commands by a parser of the whole language.
func parse(line string) (commands [][]string, ok bool) {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(line), "")
	if err != nil {
		return nil, false
	}
	var p parsed
	for _, s := range file.Stmts {
		p.statement(s)
	}
	return p.commands, !p.beyond
}

func (p *parsed) statement(s *syntax.Stmt) {
	p.beyond = p.beyond || s.Negated || s.Coprocess || s.Disown
	for _, r := range s.Redirs {
		p.beyond = p.beyond || !nowhere(r)
	}
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		p.call(cmd)
	case *syntax.BinaryCmd:
		p.beyond = p.beyond || cmd.Op == syntax.PipeAll || len(s.Redirs) > 0
		p.statement(cmd.X)
		p.statement(cmd.Y)
	default:
		p.beyond = true
	}
}

func (p *parsed) call(cmd *syntax.CallExpr) {
	var words []string
	for _, a := range cmd.Assigns {
		if a.Name == nil || a.Append || a.Naked || a.Index != nil || a.Array != nil {
			p.beyond = true
			return
		}
		word := a.Name.Value + "="
		if a.Value != nil {
			word += p.word(a.Value.Parts, false)
		}
		words = append(words, word)
	}
	for _, w := range cmd.Args {
		words = append(words, p.word(w.Parts, false))
	}
	p.commands = append(p.commands, words)
}

// nowhere reports whether a redirection writes to no file, such as "2>&1" and ">/dev/null".
func nowhere(r *syntax.Redirect) bool {
	if r.Hdoc != nil || r.Word == nil || r.N != nil && strings.Trim(r.N.Value, "012") != "" {
		return false
	}
	switch to := r.Word.Lit(); r.Op {
	case syntax.DplOut:
		return to == "1" || to == "2"
	case syntax.RdrOut, syntax.AppOut, syntax.RdrAll:
		return to == "/dev/null"
	}
	return false
}

// word returns a word unquoted, or a part of one between double quotes.
func (p *parsed) word(parts []syntax.WordPart, quoted bool) string {
	var all strings.Builder
	for i, part := range parts {
		switch part := part.(type) {
		case *syntax.Lit:
			_, inner, brace := strings.Cut(part.Value, "{")
			block := i == 0 && strings.HasPrefix(part.Value, "{")
			expands := brace && (block || strings.Contains(inner, ",") || strings.Contains(inner, ".."))
			p.beyond = p.beyond || !quoted && (expands || strings.Contains(part.Value, `\`))
			for rest := part.Value; quoted && strings.Contains(rest, `\`); {
				_, rest, _ = strings.Cut(rest, `\`)
				p.beyond = p.beyond || escapes(rest)
			}
			all.WriteString(part.Value)
		case *syntax.SglQuoted:
			p.beyond = p.beyond || part.Dollar
			all.WriteString(part.Value)
		case *syntax.DblQuoted:
			p.beyond = p.beyond || part.Dollar
			all.WriteString(p.word(part.Parts, true))
		case *syntax.ParamExp:
			p.beyond = p.beyond || !part.Short || part.Param == nil
			if !p.beyond {
				all.WriteString("$" + part.Param.Value)
			}
		default:
			p.beyond = true
		}
	}
	return all.String()
}

// sameAsParsed fails if a line is called harmless, and a parser of the whole language finds other commands in it.
func sameAsParsed(t *testing.T, line string) (harmless bool) {
	t.Helper()
	if _, harmless = Harmless(line); !harmless {
		return false
	}
	ours, _ := read(line)
	// The parser (mvdan.cc/sh 3.14.1) continues a comment that ends with a backslash on the next line; no shell does.
	if _, behind, comment := strings.Cut(line, "#"); comment && strings.Contains(behind, "\\\n") {
		return true
	}
	if theirs, ok := parse(line); !ok || !reflect.DeepEqual(ours, theirs) {
		t.Errorf("%q: read as %q, the parser says %q, %v", line, ours, theirs, ok)
	}
	return true
}

// Lines made of the pieces that matter to a shell are read as a parser of the whole language reads them.
func TestReadsAsBash(t *testing.T) {
	t.Parallel()
	pieces := []string{
		" ", " ", " ", " ", " ", "\t", "\n", ";", "&", "|", "<", ">", "(", ")", "{", "}", "[", "]", "!", "#", "~", "=", "+", ",", "..", "*", "?",
		"'", "'", `"`, `"`, "`", `\`, "\\\n", "\r", "\r\n", "$", "$x", "${x}", "$1", "$(", "$((", "$'", "&&", "||", "|&", ";;", ">>", "2>&1", ">&2", ">/dev/null",
		"2>", "&>", "&>/dev/null", " > /dev/null", "<<", "<<<", "npm test", "npm test", "npm test", "ls", "ls -l", "git status", "cat x", "CI=1", "CI=1 ",
		"test", "echo", "a", "b", "1", "2", "-", "--", "é", "\u00a0", "\u2028", "if", "then", "fi", "do", "done", "time", "[[", "]]", "function", "export", "in",
	}
	r := rand.New(rand.NewPCG(1, 2))
	harmless := 0
	for range 300_000 {
		var line strings.Builder
		if r.IntN(2) == 0 {
			line.WriteString("npm test ")
		}
		for range 1 + r.IntN(7) {
			line.WriteString(pieces[r.IntN(len(pieces))])
		}
		if sameAsParsed(t, line.String()) {
			harmless++
		}
	}
	if harmless < 3000 {
		t.Errorf("only %d lines are harmless: this compares little", harmless)
	}
}

// A word that is part of Bash's grammar is the name of no harmless program.
func TestKeywords(t *testing.T) {
	t.Parallel()
	for word := range strings.FieldsSeq("! { } [[ ]] case coproc declare do done elif else esac eval exec export fi for function if in let local " +
		"nameref readonly select source then time trap typeset unset until while .") {
		if _, ok := Harmless(word + " npm test"); ok {
			t.Errorf("%q is the name of a harmless program", word)
		}
	}
}

func FuzzReadsAsBash(f *testing.F) {
	for _, s := range []string{"npm test", "git commit -m \"a\" && ls", "cat 'a\\' | wc", "ls 2>&1 >/dev/null", "# x\nls", "npm \\\n test", "ls \"\\b$x\"", "ls @{0}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) { sameAsParsed(t, line) })
}
