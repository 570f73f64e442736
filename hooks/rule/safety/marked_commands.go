package safety

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"neverask/hooks/rule/safety/shell"
)

// codeSpan is the text between marks. Rules by text ignore such text, so the question's words say little about it:
// neverask asks unless it is known to be harmless.
type codeSpan struct {
	text    string
	ordered bool // right after "run", or a word like it
	weakly  bool // that word also has other uses: "try"
	thing   bool // the next word makes it the name of a thing: the `unit` tests
}

// markedCommands reports the commands in a text that are not known to be harmless. It returns the text with "code" in
// place of harmless commands, and of what can only be a name.
func markedCommands(text string, at field, report func(class, word string)) string {
	if !strings.ContainsAny(text, "`\"'") {
		return text
	}
	var prose strings.Builder
	from := 0
	for i := 0; i < len(text); {
		mark, shut := marks(text, i)
		if shut < 0 {
			i += max(mark, 1)
			continue
		}
		order, ticked, behind := orderBefore(text[:i]), text[i] == '`',
			strings.ToLower(text[min(shut+mark, len(text)):min(shut+mark+40, len(text))])
		s := codeSpan{text: text[i+mark : shut], ordered: order == "run" || order == "try", weakly: order == "try"}
		if order != "" && !s.ordered && strings.TrimSpace(s.text) != "" {
			report(Command, shell.Short(order+" "+s.text))
		}
		if strings.HasPrefix(behind, " ") {
			word, _, _ := strings.Cut(behind[1:], " ")
			s.thing = in("things", strings.TrimRight(word, "?.,:;!"))
		}
		if first, rest, ok := strings.Cut(s.text, "\n"); ok && mark >= 3 && !strings.Contains(strings.TrimSpace(first), " ") {
			s.text = rest // the first line names a language
		}
		program, _, several := strings.Cut(strings.TrimPrefix(s.text, "$ "), " ")
		if !ticked && !s.ordered && !(several && namesProgram(program)) {
			i += mark // it may contain others
			continue
		}
		inner := s.text
		if !s.isCommand() {
			if inner = markedCommands(s.text, at, report); ticked && isIdentifier(inner) {
				inner = "code"
			}
		} else if part, ok := shell.Harmless(s.text); ok {
			inner = "code"
		} else {
			report(s.class(text[:i], behind, at), part)
		}
		if i += mark; mark == 1 { // more text may close longer marks differently
			prose.WriteString(text[from:i] + inner)
			i, from = shut+mark, shut
		}
	}
	return prose.String() + text[from:]
}

// namesProgram reports whether a word is the name of a program, and no other word.
func namesProgram(program string) bool {
	told, ok := shell.ProgramArgs(strings.ToLower(program))
	return ok && !slices.Contains(told, "^")
}

// isIdentifier reports whether a text is a name in a program: one word with digits or marks in it, or with lower and
// upper case after the first letter.
func isIdentifier(text string) bool {
	if text == "" || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r >= utf8.RuneSelf }) {
		return false
	}
	return strings.ContainsFunc(text, func(r rune) bool { return !isLetter(r) }) ||
		strings.ToLower(text[1:]) != text[1:] && strings.ToUpper(text) != text
}

// marks returns the length of the opening mark at i, and the position of the closing mark, or -1 if there is none.
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
			return mark, len(text) // an unclosed block
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

// orderBefore returns "run" if a text ends in an order to run what follows, "install" or the like if it ends in an
// order to fetch something that will run here, or "".
func orderBefore(text string) string {
	const most = 80
	words := strings.FieldsFunc(strings.ToLower(text[max(0, len(text)-most):]), func(r rune) bool {
		return !unicode.IsLetter(r) && r != '-'
	})
	for _, w := range slices.Backward(words) {
		if in("fills", w) {
			continue
		}
		if slices.ContainsFunc(lists.Words("runs"),
			func(run string) bool { return w == run || run[0] >= utf8.RuneSelf && strings.HasSuffix(w, run) }) {
			return "run"
		}
		if in("tries", w) {
			return "try"
		}
		if in("gets", w) {
			return w
		}
		break
	}
	return ""
}

// class returns Command if the command would be run: after an order, at the start of a sentence or a label, or after
// "then" and the like. Elsewhere it is only mentioned. An unknown program, or a target of a build file, mostly
// belongs to the project, and counts as run only after an order, or if it is the whole text.
func (s codeSpan) class(before, behind string, at field) string {
	if s.ordered && !s.weakly || at == more {
		return Command
	}
	known := slices.ContainsFunc(strings.FieldsFunc(s.text, func(r rune) bool { return strings.ContainsRune(";|&", r) }),
		isOfKnownProgram)
	switch {
	case known && (at == label || isAct(lastWord(before), firstWord(behind), at)):
		return Command
	case known:
		return mentioned
	case strings.Trim(before+behind, " .`\"'") != "" || at == label:
		return talkedOf
	}
	return Command
}

// isOfKnownProgram reports whether the program of a command is known, or given by path.
func isOfKnownProgram(command string) bool {
	program := strings.ToLower(at(strings.Fields(strings.TrimPrefix(command, "$ ")), 0))
	_, known := shell.ProgramArgs(program)
	return known && !in("builds", program) || strings.HasPrefix(program, "./") || strings.HasPrefix(program, "~/") ||
		strings.Count(program, "/") > 1 || strings.HasSuffix(program, ".sh")
}

// isAct reports whether the words around a command mean that it would be run. In the question itself, a command with
// a verb after it is only mentioned.
func isAct(before, behind string, at field) bool {
	if in("goes", behind) || at == question && (in("does", behind) || len(behind) > 3 && strings.HasSuffix(behind, "s")) {
		return false
	}
	return before == "" || in("leads", before)
}

// lastWord returns the word that a text ends in, or "" if a sentence or a clause ends there.
func lastWord(text string) string {
	text = strings.TrimRight(text, " \"'`(")
	if ends(text) || strings.HasSuffix(text, "\n") {
		return ""
	}
	return strings.ToLower(text[strings.LastIndexAny(text, " \n(")+1:])
}

// firstWord returns the word that a text begins with, or "" if it begins with punctuation.
func firstWord(text string) string {
	if !strings.HasPrefix(text, " ") {
		return ""
	}
	word, _, _ := strings.Cut(text[1:], " ")
	return strings.ToLower(strings.Trim(word, ".,:;?!()\"'`"))
}

func (s codeSpan) isCommand() bool {
	words := strings.Fields(strings.ToLower(s.text))
	switch {
	case len(words) == 0:
		return false
	case strings.Contains(s.text, ":|:"): // a fork bomb
		return true
	case len(words) == 1:
		program := isProgram(words[0]) && !isName(s.text) || strings.ContainsAny(words[0], ";|&<>$")
		return s.ordered && !s.thing && program
	case s.ordered:
		return true
	}
	return isProgram(strings.TrimLeft(words[0], "$(")) && !isName(s.text) && !isCode(words)
}

// isName reports whether a text begins like a name or a sentence: with a capital and a lower-case letter.
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
	if strings.Contains(text, "=>") || strings.Contains(text, "...") || strings.Contains(text, ":=") ||
		strings.Contains(text, "++") || strings.HasSuffix(words[0], ":") || strings.HasSuffix(words[1], ":") {
		return true
	}
	switch {
	case !slices.ContainsFunc(words, func(word string) bool {
		return word != "|" && !in("types", strings.TrimRight(word, "[]?"))
	}):
		return true
	case in("routes", words[0]) && strings.HasPrefix(words[1], "/"):
		return len(words) == 2
	}
	return (in("code", words[0]) || in("second", words[1])) && !strings.ContainsAny(text, ";|")
}
