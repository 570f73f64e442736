package shell

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// The limits of a line. The parser is recursive, and slow for nested unclosed brackets: 8 KB of them take half a
// second.
const (
	maxLine     = 8 << 10
	maxBrackets = 64
)

// reading collects the simple commands of a line.
type reading struct {
	commands [][]string // the words of each, unquoted, after assignments
	beyond   bool       // the shell would do more than run these commands
}

// read splits a line into simple commands. It fails if the shell would do more than run them, such as substitute a
// command, write to a file, loop, or define something, or if the line cannot be parsed with certainty.
func read(line string) (r reading, ok bool) {
	brackets := 0
	for _, c := range []byte(line[:min(len(line), maxLine)]) {
		if strings.IndexByte("([{`", c) >= 0 {
			brackets++
		}
	}
	if len(line) > maxLine || brackets > maxBrackets || hidden(line) || continuesComment(line) {
		return r, false
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(line), "")
	if err != nil {
		return r, false
	}
	for _, s := range file.Stmts {
		r.statement(s)
	}
	return r, !r.beyond
}

// continuesComment reports whether a line may have a comment that ends with a backslash. The parser (mvdan.cc/sh
// 3.14.1) continues it on the next line; no shell does.
func continuesComment(line string) bool {
	_, behind, found := strings.Cut(line, "#")
	return found && (strings.Contains(behind, "\\\n") || strings.Contains(behind, "\\\r\n"))
}

// hidden reports whether a text contains invisible characters or invalid bytes.
func hidden(text string) bool {
	for _, r := range text {
		if !unicode.IsGraphic(r) && !unicode.IsSpace(r) {
			return true
		}
	}
	return !utf8.ValidString(text)
}

// statement collects the commands of a statement.
func (r *reading) statement(s *syntax.Stmt) {
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
		r.call(cmd)
	case *syntax.BinaryCmd:
		if cmd.Op == syntax.PipeAll || len(s.Redirs) > 0 {
			r.beyond = true
		}
		r.statement(cmd.X)
		r.statement(cmd.Y)
	default:
		r.beyond = true
	}
}

func (r *reading) call(cmd *syntax.CallExpr) {
	var words []string
	for _, a := range cmd.Assigns {
		if a.Name == nil || a.Append || a.Naked || a.Index != nil || a.Array != nil {
			r.beyond = true
			return
		}
		word := a.Name.Value + "="
		if a.Value != nil {
			word += r.word(a.Value)
		}
		words = append(words, word)
	}
	for _, w := range cmd.Args {
		words = append(words, r.word(w))
	}
	r.commands = append(r.commands, words)
}

// nowhere reports whether a redirection writes to no file, such as "2>&1" and ">/dev/null".
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

// word returns a word unquoted.
func (r *reading) word(w *syntax.Word) string {
	var all strings.Builder
	for _, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			if strings.Contains(p.Value, `\`) || braces(p.Value) {
				r.beyond = true
			}
			all.WriteString(p.Value)
		case *syntax.SglQuoted:
			r.beyond = r.beyond || p.Dollar
			all.WriteString(p.Value)
		case *syntax.DblQuoted:
			r.beyond = r.beyond || p.Dollar
			for _, inner := range p.Parts {
				all.WriteString(r.quoted(inner))
			}
		default:
			all.WriteString(r.quoted(part))
		}
	}
	return all.String()
}

// quoted returns the text of a part between double quotes, or of a variable.
func (r *reading) quoted(part syntax.WordPart) string {
	switch p := part.(type) {
	case *syntax.Lit:
		if escapes(p.Value) {
			r.beyond = true
		}
		return p.Value
	case *syntax.ParamExp:
		if p.Short && p.Param != nil {
			return "$" + p.Param.Value
		}
	}
	r.beyond = true
	return ""
}

// escapes reports whether a text between double quotes has a backslash that escapes something.
func escapes(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '\\' && strings.IndexByte("\"\\$`\n", text[i+1]) >= 0 {
			return true
		}
	}
	return strings.HasSuffix(text, `\`)
}

// braces reports whether an unquoted text expands to several words, such as "{a,b}".
func braces(text string) bool {
	_, inner, found := strings.Cut(text, "{")
	return found && (strings.HasPrefix(text, "{") || strings.Contains(inner, ",") || strings.Contains(inner, ".."))
}
