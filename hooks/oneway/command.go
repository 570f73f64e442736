package oneway

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"neverask/hooks/oneway/shell"
)

// A command stands in back-ticks, in a fenced block, or in quotation marks behind
// "run". For rules by wording one such span is like any other, so that the words of a
// question say little about it. It is judged by a list of what is harmless: whatever
// is not on it is for the person.

// codeSpan is what stands between marks.
type codeSpan struct {
	text    string
	ordered bool // "run", or a word like it, stands right before
	ticked  bool // the marks are back-ticks
	thing   bool // a word right behind makes it the name of a thing: the `unit` tests
}

// commands reports the commands in a text that are not known to be harmless, and
// returns the letters and digits of those that are.
func commands(text string, report func(class, word string)) (harmless []string) {
	if !strings.ContainsAny(text, "`\"'") {
		return nil
	}
	for i := 0; i < len(text); {
		mark, shut := marks(text, i)
		if shut < 0 {
			i += max(mark, 1)
			continue
		}
		s := codeSpan{text: text[i+mark : shut], ticked: text[i] == '`'}
		order := orderBefore(text[:i])
		s.ordered = order == "run"
		if order != "" && !s.ordered && strings.TrimSpace(s.text) != "" {
			report(Command, shell.Short(order+" "+s.text))
		}
		s.thing = namesThing(text[min(shut+mark, len(text)):])
		if mark >= 3 {
			s.text = withoutLanguage(s.text)
		}
		if !s.ticked && !s.ordered && !ofTheSystem(s.text) {
			i += mark // there may be others in it
			continue
		}
		if !s.isCommand() {
			harmless = append(harmless, commands(s.text, report)...)
		} else if part, ok := shell.Harmless(s.text); ok {
			harmless = append(harmless, lettersOf(s.text))
		} else {
			report(Command, part)
		}
		if i += mark; mark == 1 { // what stands in longer marks may be closed otherwise by more text
			i = shut + mark
		}
	}
	return harmless
}

// lettersOf is what the words of a text spell together.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// asTyped is a text as it is typed on a keyboard: letters and marks that look like
// others are those, and what is not seen is not there.
func asTyped(text string) string {
	if strings.IndexFunc(text, func(c rune) bool { return c >= utf8.RuneSelf }) < 0 {
		return text
	}
	var out strings.Builder
	for _, c := range text {
		if c >= utf8.RuneSelf {
			if invisible(c) {
				continue
			}
			s, folded := fold(c)
			if s != "" {
				out.WriteString(s)
				continue
			}
			c = folded
		}
		out.WriteRune(c)
	}
	return out.String()
}

// marks finds the marks that open at i, as long as mark, and close again at shut; shut
// is -1 where there are none.
func marks(text string, i int) (mark, shut int) {
	switch text[i] {
	case '`':
		mark = ticks(text[i:])
		for from := i + mark; ; {
			at := strings.IndexByte(text[from:], '`')
			if at < 0 {
				break
			}
			from += at
			run := ticks(text[from:])
			if run == mark {
				return mark, from
			}
			from += run
		}
		if mark >= 3 {
			return mark, len(text) // a block that was not closed
		}
	case '\'':
		if before, _ := utf8.DecodeLastRuneInString(text[:i]); unicode.IsLetter(before) {
			return 1, -1 // user's
		}
		fallthrough
	case '"':
		if at := strings.IndexByte(text[i+1:], text[i]); at >= 0 {
			return 1, i + 1 + at
		}
	}
	return mark, -1
}

func ticks(s string) int { return len(s) - len(strings.TrimLeft(s, "`")) }

// withoutLanguage drops the first line of a fenced block when it only names a language.
func withoutLanguage(block string) string {
	if first, rest, ok := strings.Cut(block, "\n"); ok && !strings.Contains(strings.TrimSpace(first), " ") {
		return rest
	}
	return block
}

// orderBefore returns "run" when a text ends in an order to run what follows, "install"
// and the like when it ends in an order to get something that will run here, or "".
func orderBefore(text string) string {
	const most = 80
	words := strings.FieldsFunc(text[max(0, len(text)-most):], func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
	for _, w := range slices.Backward(words) {
		w = strings.ToLower(w)
		if fillsOrder(w) {
			continue
		}
		switch w {
		case "run", "runs", "running", "rerun", "re-run", "execute", "executes", "executing", "exec", "invoke", "launch", "issue", "call",
			"start", "try", "fuhre", "starte", "executer", "lancer", "ejecutar", "ejecuto", "correr", "executar", "rodar":
			return "run"
		case "install", "download", "clone", "trust":
			return w
		}
		if strings.HasSuffix(w, "运行") || strings.HasSuffix(w, "执行") || strings.HasSuffix(w, "跑") {
			return "run"
		}
		break
	}
	return ""
}

// fillsOrder reports whether a word may stand between an order and what is to be run.
func fillsOrder(w string) bool {
	switch w {
	case "the", "this", "a", "following", "shell", "bash", "command", "commands", "script", "line", "now", "with", "den", "befehl", "la", "le", "commande", "comando", "o", "el",
		"package", "packages", "module", "plugin", "extension", "tool", "repo", "repository", "folder":
		return true
	}
	return false
}

// namesThing reports whether a text begins, behind closing marks, with a word for what
// is tested or looked at.
func namesThing(after string) bool {
	word, _, _ := strings.Cut(strings.TrimPrefix(after, " "), " ")
	switch strings.ToLower(strings.TrimRight(word, "?.,:;!")) {
	case "test", "tests", "suite", "suites", "spec", "specs", "check", "checks", "linter", "formatter", "benchmark", "benchmarks", "example", "examples":
		return strings.HasPrefix(after, " ")
	}
	return false
}

// ofTheSystem reports whether a text of several words begins with a program that is
// hardly ever meant otherwise.
func ofTheSystem(text string) bool {
	program, rest, _ := strings.Cut(strings.TrimPrefix(text, "$ "), " ")
	switch strings.ToLower(program) {
	case "curl", "wget", "nc", "crontab", "dd", "systemctl", "launchctl", "ssh", "scp", "rsync", "psql", "mysql", "mongosh", "redis-cli", "sqlite3",
		"docker", "kubectl", "helm", "terraform", "aws", "gcloud", "az", "heroku", "brew", "apt", "apt-get", "dnf", "yum", "pip", "npm", "npx", "git":
		return rest != ""
	}
	return false
}

func (s codeSpan) isCommand() bool {
	words := strings.Fields(strings.ToLower(s.text))
	switch {
	case len(words) == 0:
		return false
	case strings.Contains(s.text, ":|:"): // a process that starts itself, over and over
		return true
	case len(words) == 1:
		program := isProgram(words[0]) && !isName(s.text) || strings.ContainsAny(words[0], ";|&<>$")
		return s.ordered && !s.thing && program
	case s.ordered:
		return true
	}
	return isProgram(strings.TrimLeft(words[0], "$(")) && !isName(s.text) && !isCode(words)
}

// isName reports whether a text begins like a name or a sentence: with a capital and
// a small letter.
func isName(text string) bool {
	first, rest := utf8.DecodeRuneInString(strings.TrimSpace(text))
	word, _, _ := strings.Cut(strings.TrimSpace(text)[rest:], " ")
	return unicode.IsUpper(first) && strings.ToUpper(word) != word
}

// isProgram reports whether a word could be the name of a program, or a variable that
// is set for one.
func isProgram(word string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	if name, _, ok := strings.Cut(word, "="); ok && name != "" {
		return strings.Trim(name, letters+"_0123456789") == ""
	}
	if len(word) < 2 || strings.Trim(word, letters+"0123456789_-+./~@;") != "" {
		return false
	}
	return strings.IndexByte(letters+"./~", word[0]) >= 0
}

// isCode reports whether words are program text rather than a command.
func isCode(words []string) bool {
	text := strings.Join(words, " ")
	if strings.Contains(text, "=>") || strings.Contains(text, "...") || strings.Contains(text, ":=") || strings.Contains(text, "++") || strings.HasSuffix(words[0], ":") || strings.HasSuffix(words[1], ":") {
		return true
	}
	switch words[0] {
	case "const", "let", "var", "func", "def", "class", "type", "if", "for", "while", "return", "import", "from", "public", "private",
		"protected", "static", "struct", "enum", "interface", "async", "await", "fn", "pub", "package", "use", "using", "namespace", "select",
		"throw", "throws", "new", "case", "switch", "else", "extends", "implements", "abstract", "final", "readonly", "defer", "match", "mod",
		"impl", "trait", "val", "explain", "lateinit", "by", "not", "in", "is", "a", "an", "the":
		return !strings.ContainsAny(text, ";|")
	}
	switch words[0] {
	case "string", "number", "boolean", "null", "undefined", "any", "unknown", "never", "void", "object", "int", "float", "bool", "str", "none":
		return true // of a type, as in `string | null`
	case "get", "head", "post", "put", "patch", "delete", "options":
		return strings.HasPrefix(words[1], "/") && len(words) == 2 // a route
	}
	switch words[1] {
	case "=", ":=", "==", "!=", "===", "!==", "+", "*", "<", "<=", ">=", "->", "?", "??", "+=", "-=", "is", "of", "in", "and", "or":
		return !strings.ContainsAny(text, ";|")
	}
	return false
}
