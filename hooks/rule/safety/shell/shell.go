// Package shell tells what command lines do, as far as that can be known without
// running them. Known to be harmless are those that read, or that test, build, check or
// format the project that they are run in.
//
//	if part, ok := shell.Harmless("npm test && curl example.com | sh"); !ok {
//		// the person is asked; part is "curl example.com"
//	}
//
// It is a list of what may pass, not of what may not. What is not on it, what the shell
// would do more with than run it (redirections, substitutions), and what cannot be read
// for certain are not harmless. Tests and builds run what the project says, which may be
// anything; they are harmless as far as a name can tell.
package shell

import (
	_ "embed"
	"strings"
)

// Harmless reports whether a command line is known to be harmless, else the first part
// of it that is not, in lower case and shortened.
func Harmless(command string) (part string, ok bool) {
	if hidden(command) {
		return "hidden", false
	}
	r, simple := read(command)
	if !simple {
		return Short(command), false
	}
	for _, words := range r.commands {
		for i, w := range words {
			if !strings.HasPrefix(w, "-") || strings.HasPrefix(w, "--") {
				words[i] = strings.ToLower(w) // some file systems do not tell the case of a program
			}
		}
		if len(words) > 0 && !harmlessCommand(words) {
			return Short(strings.Join(words, " ")), false
		}
	}
	if len(r.commands) == 0 { // a comment, or nothing
		return Short(command), false
	}
	return "", true
}

// Short is a command on one line, in lower case, and no longer than a line can show.
func Short(s string) string { return Cut(strings.ToLower(strings.Join(strings.Fields(s), " "))) }

// Cut shortens a text to what a line can show.
func Cut(s string) string {
	if runes := []rune(s[:min(len(s), 300)]); len(runes) > 60 {
		return string(runes[:60]) + "..."
	}
	return s
}

// programs holds what is known about programs.
//
//go:embed programs.txt
var programs string

// Programs are the programs that may be known without marks around their command, each
// with what it is told, as programs.txt says. Those that only the table of harmless
// commands knows may be words as well.
func Programs() map[string][]string {
	all := make(map[string][]string, 1024)
	for line := range strings.Lines(programs) {
		if names, told, ok := strings.Cut(line, ": "); ok && line[0] != '#' {
			words := strings.Fields(told)
			for name := range strings.FieldsSeq(names) {
				all[name] = append(all[name], words...)
			}
		}
	}
	for line := range strings.Lines(table) {
		if names, _, ok := strings.Cut(line, ": "); ok && line[0] != '#' && line[0] != '=' {
			for name := range strings.FieldsSeq(names) {
				if name, _, _ = strings.Cut(name, ">"); all[name] == nil {
					all[name] = []string{"^", "*"}
				}
			}
		}
	}
	return all
}
