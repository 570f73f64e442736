package shell

import (
	"path"
	"slices"
	"strings"
)

// A Command is one command of a line.
type Command struct {
	Text   string   // as it is written
	Words  []string // without their quotes
	dir    string   // where it is run, seen from the directory of the line, with "/" behind it
	inside func(path string) bool
}

// LeadsOut reports whether a word may be a path that is not inside, or an address.
func (c Command) LeadsOut(word string) bool { return leadsOut(word, c.dir, c.inside) }

// Covered reports whether a command line does nothing but what somebody allows: each
// of its simple commands is one that matches, as it is written, or only reads what is
// inside; and one matches. Else why says what is in the way.
//
// Everything else that a shell can do is in the way, whatever matches: a command that
// is run by another, a substitution, a redirection, an assignment, a comment, a word
// that becomes several, "&". "2>&1" and "/dev/null" write nothing, and may stand behind
// a command. inside reports whether a path leads to what may be read, or entered with
// one "cd" at the beginning.
func Covered(line string, matches func(Command) bool, inside func(path string) bool) (why string) {
	r, ok := plain(line)
	if !ok {
		return "the line is more than simple commands, one after the other"
	}
	matched, dir := false, ""
	for i, c := range r.commands {
		switch program := programOf(c.words[0]); {
		case RunsOthers(program):
			return program + " runs another command, or changes what the next one does"
		case matches(Command{c.text, c.words, dir, inside}):
			matched = true
		case i == 0 && entersDirectory(c) && inside(c.words[1]):
			dir = c.words[1] + "/"
		case !onlyReads(c.words) || slices.ContainsFunc(c.words[1:], func(w string) bool { return leadsOut(w, dir, inside) }):
			return "it does not cover: " + Short(c.text)
		}
	}
	if !matched {
		return "it covers no whole command of the line"
	}
	return ""
}

// Plain reports whether a command line is nothing but simple commands that can be read
// for certain, of which none runs another.
func Plain(line string) bool {
	r, ok := plain(line)
	return ok && !slices.ContainsFunc(r.commands, func(c command) bool { return RunsOthers(programOf(c.words[0])) })
}

// plain reads a line of which every word is what it says, to every shell.
func plain(line string) (reading, bool) {
	r, ok := read(line)
	ok = ok && !r.comments && !strings.Contains(line, "\r") && !strings.Contains(line, "\\\n") && len(r.commands) > 0
	for _, c := range r.commands {
		ok = ok && c.plain && c.ends != "&"
	}
	return r, ok
}

// programOf is the name of a program, of which some file systems do not tell the case.
func programOf(word string) string {
	return strings.TrimSuffix(path.Base(strings.ToLower(word)), ".exe")
}

// RunsOthers reports whether a program runs the command in its arguments, or what it is
// given, or changes what a later word means, and so may do anything.
func RunsOthers(program string) bool {
	return among(program, list("=others")...)
}

// entersDirectory reports whether a command is "cd" with a directory that is named as it
// is, and what follows is not a part of the same pipe.
func entersDirectory(c command) bool {
	return len(c.words) == 2 && c.words[0] == "cd" && (c.ends == "&&" || c.ends == ";") && !strings.HasPrefix(c.words[1], "-") && !strings.ContainsAny(c.words[1], "*?[")
}

// leadsOut reports whether an argument may be a path that is not inside, seen from a
// directory, or may hold one.
func leadsOut(word, dir string, inside func(string) bool) bool {
	for i := range len(word) {
		switch before, behind := word[:i], word[i:]; {
		case strings.HasPrefix(behind, "..") && (behind == ".." || behind[2] == '/' || behind[2] == '\\') && (i == 0 || !isLetter(before[i-1]) && before[i-1] != '.'):
			return true
		case i > 0 && (behind[0] == '/' || behind[0] == '~') && strings.IndexByte("=:,@", before[i-1]) >= 0:
			return true
		}
	}
	switch {
	case strings.HasPrefix(word, "-"):
		return strings.ContainsAny(word, "/~")
	case strings.HasPrefix(word, "/") || strings.HasPrefix(word, "~"):
		return !inside(word)
	}
	return !inside(dir + word)
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// onlyReads reports whether a command prints what there is, and does nothing else
// whatever its arguments are. That is less than what is harmless: nobody is asked.
func onlyReads(words []string) bool {
	if slices.ContainsFunc(words, func(w string) bool { return touchesSecrets(strings.ToLower(w)) }) {
		return false
	}
	if among(words[0], "sort", "uniq") { // the other flags write into a file, or start a program
		return !slices.ContainsFunc(words[1:], func(w string) bool { return !strings.HasPrefix(w, "-") || strings.Trim(w[1:], "bcdfhinrVu") != "" })
	}
	return among(words[0], list("=prints")...)
}
