package shell

import (
	_ "embed"
	"slices"
	"strings"
)

// harmlessCommand reports whether a command is known to do nothing irreversible, and nothing that others see: it
// reads, or it tests, builds, checks or formats the project.
func harmlessCommand(words []string) bool {
	for len(words) > 0 && (words[0] == "$" || harmlessVariable(words[0])) {
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	if slices.ContainsFunc(words, touchesSecrets) || slices.ContainsFunc(words, runsAnother) {
		return false
	}
	program, args := projectProgram(words[0]), words[1:]
	if len(args) == 1 && !strings.Contains(program, "/") &&
		(among(args[0], "--version", "-V", "version", "--help") || args[0] == "-v" && among(program, list("=asked")...)) {
		return true // such as a help or version flag
	}
	if tokens, ok := listed(program, args); ok {
		return inProject(program, args, tokens)
	}
	return wraps(program, args)
}

// harmlessVariable reports whether a word sets a variable that only changes how a
// program reports.
func harmlessVariable(word string) bool {
	name, _, set := strings.Cut(word, "=")
	return set && among(name, list("=variables")...)
}

// touchesSecrets reports whether a word names a secret file.
func touchesSecrets(word string) bool {
	return slices.ContainsFunc(list("=secrets"), func(part string) bool { return strings.Contains(word, part) })
}

// runsAnother reports whether a word is a flag by which a harmless program runs another.
func runsAnother(word string) bool {
	name, _, _ := strings.Cut(word, "=")
	return name != "--all" && names(name, list("=runs")...)
}

// projectProgram returns the bare name of a program that belongs to the project by convention, and any other word
// unchanged.
func projectProgram(word string) string {
	for _, dir := range list("=directories") {
		if name, ok := strings.CutPrefix(word, dir); ok && !strings.Contains(name, "/") {
			return name
		}
	}
	if among(word, "python3", "py") {
		return "python"
	}
	return word
}

// table lists the harmless commands. It is searched as text: a question has few commands.
//
//go:embed harmless.txt
var table string

func list(name string) []string {
	words, _ := Entry(table, name)
	return words
}

// listed reports whether the table has a command with these arguments, and its entry.
func listed(program string, args []string) (tokens []string, ok bool) {
	tokens, ok = Entry(table, program)
	words := positional(args, tokens)
	next := at(words, 0)
	if told, found := Entry(table, program+">"+next); found {
		tokens, ok, next = told, true, at(words, 1)
	}
	may := false
	for _, token := range tokens {
		flag := token[1:]
		switch token[0] {
		case '!':
			ok = ok && !hasFlag(args, flag)
		case '+':
			ok = ok && hasFlag(args, strings.Split(flag, ",")...)
		case '=':
			ok = ok && len(words) <= int(flag[0]-'0')
		case '-':
			may = may || next == ""
		case '*':
			may = true
		case '%':
			may = may || safeTarget(next) || flag == "%" && next != ""
			ok = ok && (flag == "" || !slices.ContainsFunc(words, func(w string) bool { return !safeTarget(w) }))
		default:
			may = may || token == next && token != "npx" && token != "/"
		}
	}
	return tokens, ok && may
}

// inProject reports whether a command of the table affects only the project, also by rules that the table cannot
// express.
func inProject(program string, args, tokens []string) bool {
	isAddress := func(w string) bool {
		return strings.Contains(w, "://") || program == "git" && strings.Contains(w, "::")
	}
	if (program == "git" && args[0] != "commit" || !among("/", tokens...)) && slices.ContainsFunc(args, isAddress) {
		return false
	}
	if program == "git" && at(args, 0) == "-C" {
		return !isOutside(at(args, 1))
	}
	if !among("/", tokens...) && slices.ContainsFunc(args, isOutside) {
		return false
	}
	switch program {
	case "git":
		return !strings.HasPrefix(args[0], "-") || args[0] == "--no-pager"
	case "make", "gmake", "just", "task", "rake", "ninja":
		return plainVariables(args)
	case "cmake":
		return !among("install", args...)
	case "uniq":
		return len(slices.DeleteFunc(slices.Clone(args), func(a string) bool { return strings.HasPrefix(a, "-") })) < 2 // the second file is written
	}
	return true
}

// wraps reports whether a program that runs another command is given a harmless one.
func wraps(program string, args []string) bool {
	first := at(args, 0)
	switch program {
	case "xargs":
		if among(first, "-0", "-r", "-t") {
			args = args[1:]
		}
		tokens, ok := listed(at(args, 0), args[min(1, len(args)):])
		return ok && among("/", tokens...) && args[0] != "git"
	case "sed":
		return len(args) > 1 && first == "-n" && strings.Trim(args[1], "0123456789,$") == "p" &&
			!hasFlag(args[2:], "-i", "--in-place", "-e", "-f", "--expression", "--file")
	case "npx", "bunx":
		for len(args) > 0 && among(args[0], "-y", "--yes", "--no", "--no-install", "-q", "--quiet") {
			args = args[1:]
		}
		return isTool(args)
	case "npm", "pnpm", "yarn", "bun":
		words := positional(args, list(program))
		if at(words, 0) == "exec" {
			return isTool(words[1:])
		}
		return program != "npm" && isTool(words)
	case "python":
		return first == "-m" && (isTool(args[1:]) || at(args, 1) == "pip" && harmlessCommand(args[1:]) ||
			among(at(args, 1), "compileall", "json.tool"))
	case "node":
		return (first == "--test" || first == "--check") &&
			!hasFlag(args[1:], "-e", "-p", "-r", "--print", "--require", "--import")
	case "uv", "poetry", "pdm", "pipenv", "bundle":
		return among(first, "run", "exec") && harmlessCommand(args[1:])
	}
	return false
}

// isTool reports whether a command tests, checks or formats.
func isTool(command []string) bool {
	if len(command) == 0 || slices.ContainsFunc(command, func(w string) bool { return strings.Contains(w, "://") }) {
		return false
	}
	tokens, ok := listed(command[0], command[1:])
	return ok && among("npx", tokens...)
}

// plainVariables reports whether make uses the usual file, and its variables have plain values that cannot name a
// program.
func plainVariables(args []string) bool {
	for _, a := range args {
		name, value, set := strings.Cut(a, "=")
		if set && (name == "shell" || strings.Trim(value, "abcdefghijklmnopqrstuvwxyz0123456789") != "") ||
			strings.HasPrefix(a, "-f") || strings.HasPrefix(a, "--file") || strings.HasPrefix(a, "--makefile") {
			return false
		}
	}
	return true
}

// safeTarget reports whether all parts of the name of a build file's target, or of a package's script, sound like a
// check or a build.
func safeTarget(target string) bool {
	if strings.HasPrefix(target, ":") { // a Gradle project may precede it
		target = target[strings.LastIndexByte(target, ':')+1:]
	}
	targets, parts := list("=targets"), list("=parts")
	found := false
	for _, part := range strings.FieldsFunc(target, func(r rune) bool { return strings.ContainsRune(":-._", r) }) {
		if among(part, targets...) {
			found = true
		} else if !among(part, parts...) {
			return false
		}
	}
	return found
}

// isOutside reports whether a word names a place outside the project.
func isOutside(word string) bool {
	if name, value, set := strings.Cut(word, "="); set && strings.HasPrefix(name, "-") {
		word = value
	}
	if strings.HasPrefix(word, "-c/") || strings.HasPrefix(word, "-C/") || strings.HasPrefix(word, "-C~") ||
		strings.HasPrefix(word, "-C..") {
		return true
	}
	return strings.HasPrefix(word, "/") && word != "/dev/null" || strings.HasPrefix(word, "~") || word == ".." ||
		strings.HasPrefix(word, "../") || strings.Contains(word, "/../") || strings.HasPrefix(word, "$")
}

// positional returns the arguments that are neither flags nor values of flags that, according to tokens, take one.
func positional(args, tokens []string) (words []string) {
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case slices.Contains(tokens, "@"+a):
			i++
		case !strings.HasPrefix(a, "-") && !strings.Contains(a, "="):
			words = append(words, a)
		}
	}
	return words
}

// hasFlag reports whether one of the flags is given, also with a value after "=" or as one of several letters.
func hasFlag(args []string, flags ...string) bool {
	for _, a := range args {
		name, _, _ := strings.Cut(a, "=")
		for _, f := range flags {
			short := len(f) == 2 && f[1] != '-' && strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") &&
				strings.Contains(a, f[1:])
			if names(name, f) || short {
				return true
			}
		}
	}
	return false
}

// names reports whether a flag is one of these, or the beginning of a long one, which many programs accept.
func names(flag string, flags ...string) bool {
	return slices.ContainsFunc(flags, func(f string) bool {
		return flag == f || len(f) > len("-o") && strings.EqualFold(flag, f) ||
			len(flag) > len("--o") && strings.HasPrefix(flag, "--") && strings.HasPrefix(f, flag)
	})
}

func among(word string, words ...string) bool { return slices.Contains(words, word) }

func at(words []string, i int) string {
	if i < len(words) {
		return words[i]
	}
	return ""
}
