package safety

import (
	"slices"
	"strings"

	"neverask/hooks/rule/safety/shell"
)

// plainCommands reports the commands in a text that have no marks around them and are not known to be harmless. A
// text that consists of a harmless command becomes "code".
func plainCommands(text string, at field, report func(class, word string)) (prose string) {
	all := text
	for line := range strings.Lines(text) {
		words := strings.FieldsFunc(line, func(r rune) bool { return r <= ' ' || isCJK(r) })
		for i := range words {
			command, whole, before := commandAt(words, i)
			if command == "" {
				continue
			}
			if part, ok := shell.Harmless(command); !ok && (at == question || at == description) && !isAct(before, "", at) {
				report(mentioned, part)
			} else if !ok {
				report(Command, part)
			} else if whole && len(line) == len(text) {
				all = "code"
			}
		}
	}
	return all
}

// commandAt returns the command whose program is the word at i, if there is one, whether it is the whole text, and
// the word before it in its sentence.
func commandAt(words []string, i int) (command string, whole bool, before string) {
	if words[0] == "$" && i == 0 {
		return strings.Join(words[1:], " "), true, ""
	}
	name := strings.ToLower(bare(words[i]))
	told, ok := shell.ProgramArgs(name)
	ordered := i > 0 && (in("runs", strings.ToLower(words[i-1])) || in("tries", strings.ToLower(words[i-1])))
	if ordered && (strings.HasPrefix(name, "./") || strings.HasSuffix(name, ".sh")) {
		told, ok = []string{".", "!"}, true
	}
	if !ok || name == "" {
		return "", false, ""
	}
	from := i
	for from > 0 && setsUp(words[from-1]) {
		from--
	}
	end := i + 1
	for end < len(words) && !strings.HasSuffix(words[end-1], "`") && !ends(words[end-1]) &&
		strings.IndexByte("([", words[end][0]) < 0 && !in("prose", strings.ToLower(bare(words[end]))) {
		end++
	}
	args := make([]string, 0, 8)
	for _, w := range words[i+1 : end] {
		if w = bare(w); w != "" {
			args = append(args, w)
		}
	}
	begins := from == 0 || ends(words[from-1]) || in("runs", strings.ToLower(words[from-1])) ||
		in("tries", strings.ToLower(words[from-1]))
	if alone := from == 0 && end == len(words) || ordered; len(args) == 0 && !alone ||
		!isTold(told, args, begins, from < i) {
		return "", false, ""
	}
	if from > 0 && !ends(words[from-1]) {
		before = strings.ToLower(bare(words[from-1]))
	}
	all := append(slices.Clone(words[from:i]), append([]string{name}, args...)...)
	return strings.Join(all, " "), from == 0 && end == len(words), before
}

// isTold reports whether the words after a program are its arguments, not prose. setUp says that a variable, or a
// program such as sudo, precedes it.
func isTold(told, args []string, begins, setUp bool) bool {
	has := func(mark string) bool { return slices.Contains(told, mark) }
	if has("^") && !begins && !setUp {
		return false
	}
	words := slices.DeleteFunc(slices.Clone(args), isFlag)
	switch first := strings.ToLower(at(words, 0)); {
	case len(words) < len(args) || slices.ContainsFunc(args,
		func(a string) bool { return strings.Trim(a, "<>|&") == "" }) || setUp && (len(args) > 0 || has(".")):
		return true // a flag
	case len(args) == 0:
		return has(".") && begins
	case in("nouns", first) && !has(first):
		return false
	case has("!") || has("*") && isArgument(first) || has("~") && slices.ContainsFunc(words, isArgument) ||
		has("0") && strings.Trim(first, "0123456789") == "":
		return true
	default:
		isWord := func(w string) bool { return !isArgument(w) && !has(w) }
		if has("^") && len(words) == 2 && has(words[1]) { // "service nginx stop"
			return true
		}
		return isNext(told, first, strings.ToLower(at(words, 1))) && (!has("^") || !slices.ContainsFunc(words[1:], isWord))
	}
}

// isNext reports whether a program takes the first word as an argument, and the second after it.
func isNext(told []string, first, second string) bool {
	return slices.ContainsFunc(told, func(t string) bool {
		t, behind, several := strings.Cut(t, ">")
		if t != first {
			return false
		}
		if several {
			return slices.Contains(strings.Split(behind, ","), second)
		}
		return !in("nouns", second)
	})
}

// setsUp reports whether a word may precede a program: a variable assignment, or a program that runs others.
func setsUp(word string) bool {
	name, _, set := strings.Cut(word, "=")
	return set && name != "" && strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz_0123456789") == "" ||
		in("before", strings.ToLower(word))
}

func isFlag(word string) bool {
	flag := strings.TrimLeft(word, "-")
	return len(flag) < len(word) && flag != "" && isLetter(rune(flag[0]))
}

// isArgument reports whether a word looks like an argument: a path, an address, a variable, or a word with a dot or
// the like in it.
func isArgument(word string) bool {
	if word == "." || word == ".." || word == "*" || word == "/" || strings.HasPrefix(word, "./") {
		return true
	}
	named := strings.ContainsFunc(word, isLetter)
	inner := strings.Trim(word, ".:")
	return named && (strings.ContainsAny(word, "/=*$~@<>\\{") || strings.ContainsAny(inner, ".:_") || isFlag(word))
}

// bare returns a word without the punctuation around it.
func bare(word string) string {
	if word = strings.TrimLeft(word, "`\"'([{"); ends(word) {
		word = strings.TrimRight(word, ",;:?!)`\"']}")
		word = strings.TrimSuffix(word, ".")
	}
	return strings.TrimRight(word, "`\"'")
}

// ends reports whether a word ends with punctuation.
func ends(word string) bool {
	word = strings.TrimRight(word, "`\"'")
	if word == "" {
		return true
	}
	last := word[len(word)-1]
	return strings.IndexByte(",;:?!)", last) >= 0 || last == '.' && len(word) > 2 && word[len(word)-2] != '.'
}

func at(words []string, i int) string {
	if i < len(words) {
		return words[i]
	}
	return ""
}
