package service

import (
	"fmt"
	"strings"
)

// unitCommand is a command line as systemd.service(5) wants it. Args are words of
// letters and dashes.
func unitCommand(program string, args []string) string {
	words := append([]string{unitWord(program)}, args...)
	if strings.ContainsAny(program, `"'\`) {
		// systemd takes no program of such a name, but gives it to another one.
		words = append([]string{"/bin/sh", "-c", `"exec \"$$0\" \"$$@\""`, strings.ReplaceAll(words[0], "$", "$$")}, args...)
	}
	return strings.Join(words, " ")
}

// unitWord is a word of a unit: in quotes, with what these and specifiers begin with
// written so that it stands for itself.
func unitWord(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `%`, `%%`).Replace(s) + `"`
}

// xmlText is a text within an element, in ASCII.
func xmlText(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r < 0x80:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	return b.String()
}

// shellWord is a word for the person's shell.
func shellWord(s string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:\\+=,@"
	switch {
	case s != "" && strings.Trim(s, plain) == "":
		return s
	case strings.Contains(s, `:\`): // a path of Windows, which has no quotes in it
		return `"` + s + `"`
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
