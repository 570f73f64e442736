package shell

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// The bounds of a line that is read. The parser is recursive, and slow where brackets
// that are not closed stand in each other: 8 KB of them take it half a second.
const (
	maxLine     = 8 << 10
	maxBrackets = 64
)

// A command is one simple command of a line.
type command struct {
	text  string   // as it is written, without redirections
	words []string // without their quotes; before them what is assigned
	plain bool     // nothing but words, of which the first is a name as it is written
	ends  string   // "&&", "||", "|", ";" or "&": what comes behind it
}

// reading collects the simple commands of a line.
type reading struct {
	line     string
	commands []command
	beyond   bool // the shell would do more than run these
	comments bool
}

// read splits a line into simple commands. It fails where the shell would do more with
// the line than run these: run a command within another, write into a file, repeat or
// define something; and where the line cannot be read for certain.
func read(line string) (r reading, ok bool) {
	r.line = line
	brackets := 0
	for _, c := range []byte(line[:min(len(line), maxLine)]) {
		if strings.IndexByte("([{`", c) >= 0 {
			brackets++
		}
	}
	if len(line) > maxLine || brackets > maxBrackets || hidden(line) || continuesComment(line) {
		return r, false
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true)).Parse(strings.NewReader(line), "")
	if err != nil {
		return r, false
	}
	r.comments = len(file.Last) > 0
	for _, s := range file.Stmts {
		r.statement(s, ";")
	}
	return r, !r.beyond
}

// continuesComment reports whether a line may have a comment that ends with a backslash.
// It goes on in the next line for the parser (mvdan.cc/sh 3.14.1), and for no shell.
func continuesComment(line string) bool {
	_, behind, found := strings.Cut(line, "#")
	return found && (strings.Contains(behind, "\\\n") || strings.Contains(behind, "\\\r\n"))
}

// hidden reports whether a text holds what is not seen, or what is no text.
func hidden(text string) bool {
	for _, r := range text {
		if !unicode.IsGraphic(r) && !unicode.IsSpace(r) {
			return true
		}
	}
	return !utf8.ValidString(text)
}

// statement takes in what a statement runs. ends is what comes behind it.
func (r *reading) statement(s *syntax.Stmt, ends string) {
	if s.Background {
		ends = "&"
	}
	r.comments = r.comments || len(s.Comments) > 0
	if s.Negated || s.Coprocess || s.Disown {
		r.beyond = true
	}
	for _, redirect := range s.Redirs {
		if !nowhere(redirect) {
			r.beyond = true
		}
	}
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		r.call(s, cmd, ends)
	case *syntax.BinaryCmd:
		if cmd.Op == syntax.PipeAll || len(s.Redirs) > 0 {
			r.beyond = true
		}
		r.statement(cmd.X, cmd.Op.String())
		r.statement(cmd.Y, ends)
	default:
		r.beyond = true
	}
}

func (r *reading) call(s *syntax.Stmt, cmd *syntax.CallExpr, ends string) {
	c := command{plain: len(cmd.Assigns) == 0 && len(cmd.Args) > 0, ends: ends}
	for _, a := range cmd.Assigns {
		if a.Name == nil || a.Append || a.Naked || a.Index != nil || a.Array != nil {
			r.beyond = true
			return
		}
		word := a.Name.Value + "="
		if a.Value != nil {
			value, _ := r.word(a.Value)
			word += value
		}
		c.words = append(c.words, word)
	}
	for i, w := range cmd.Args {
		word, plain := r.word(w)
		if i == 0 && !isName(w) {
			plain = false
		}
		c.plain = c.plain && plain
		c.words = append(c.words, word)
	}
	end := cmd.End()
	for _, redirect := range s.Redirs {
		if !redirect.Pos().After(end) {
			c.plain = false // between the words
		}
	}
	c.text = r.line[cmd.Pos().Offset():end.Offset()]
	r.commands = append(r.commands, c)
}

// nowhere reports whether a redirection writes into no file: "2>&1", ">/dev/null".
func nowhere(r *syntax.Redirect) bool {
	if r.Hdoc != nil || r.Word == nil || r.N != nil && strings.Trim(r.N.Value, "012") != "" {
		return false
	}
	to := r.Word.Lit()
	switch r.Op {
	case syntax.DplOut:
		return to == "1" || to == "2"
	case syntax.RdrOut, syntax.AppOut, syntax.RdrAll:
		return to == "/dev/null"
	}
	return false
}

// isName reports whether a word is the name or path of a program as it is written,
// with nothing in it that a shell would read as something else.
func isName(w *syntax.Word) bool {
	name := w.Lit()
	return name != "" && strings.IndexFunc(name, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("_-+./@:", c))
	}) < 0
}

// word returns a word without its quotes. It is plain when it is what it says, but for
// "*", "?" and "[", which stand for names of files.
func (r *reading) word(w *syntax.Word) (text string, plain bool) {
	plain = true
	var all strings.Builder
	for _, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			if strings.Contains(p.Value, `\`) || braces(p.Value) {
				r.beyond = true
			}
			plain = plain && isPlain(p.Value)
			all.WriteString(p.Value)
		case *syntax.SglQuoted:
			r.beyond = r.beyond || p.Dollar
			all.WriteString(p.Value)
		case *syntax.DblQuoted:
			r.beyond = r.beyond || p.Dollar
			for _, inner := range p.Parts {
				all.WriteString(r.quoted(inner, &plain))
			}
		default:
			all.WriteString(r.quoted(part, &plain))
		}
	}
	return all.String(), plain
}

// quoted returns what stands between double quotes, or a variable.
func (r *reading) quoted(part syntax.WordPart, plain *bool) string {
	switch p := part.(type) {
	case *syntax.Lit:
		if escapes(p.Value) {
			r.beyond = true
		}
		*plain = *plain && !strings.ContainsAny(p.Value, "\\!")
		return p.Value
	case *syntax.ParamExp:
		*plain = false
		if p.Short && p.Param != nil {
			return "$" + p.Param.Value
		}
	}
	r.beyond = true
	return ""
}

// escapes reports whether a text between double quotes has a backslash that is not
// itself.
func escapes(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '\\' && strings.IndexByte("\"\\$`\n", text[i+1]) >= 0 {
			return true
		}
	}
	return strings.HasSuffix(text, `\`)
}

// braces reports whether a text outside of quotes becomes several words: "{a,b}".
func braces(text string) bool {
	_, inner, found := strings.Cut(text, "{")
	return found && (strings.HasPrefix(text, "{") || strings.Contains(inner, ",") || strings.Contains(inner, ".."))
}

// isPlain reports whether a text outside of quotes means the same to every shell.
func isPlain(text string) bool {
	for _, c := range []byte(text) {
		if c <= ' ' || c >= utf8.RuneSelf || strings.IndexByte("{}!#\\$^", c) >= 0 {
			return false
		}
	}
	return !strings.HasPrefix(text, "=") // the path of a program, to zsh
}
