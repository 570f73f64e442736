package jsontext

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// Standardize returns the object in text without comments and trailing commas; text need not
// be UTF-8. A line left empty is removed, as is the space before something removed at the end
// of a line, and no other byte changes. It also returns the comments.
func Standardize(text string) (standard string, comments []string, err error) {
	var out []byte // the text with blanks for what is removed, once something is
	var gone [][2]int
	remove := func(start, end int) {
		if out == nil {
			out = []byte(text)
		}
		blank(out[start:end])
		gone = append(gone, [2]int{start, end})
	}
	var before, last byte // the last bytes read, without space and comments
	for i, comma := 0, 0; i < len(text); {
		start, c := i, text[i]
		i++
		switch c {
		case ' ', '\t', '\n', '\r':
			continue
		case '/':
			if n := commentLength(text[start:]); n > 0 {
				i = start + n
				comments = append(comments, strings.TrimSpace(text[start:i]))
				remove(start, i)
				continue
			}
		case '"':
			if i = StringEnd(text, start); i < 0 {
				i = len(text)
			}
		case '}', ']':
			if last == ',' && strings.IndexByte("{[,:", before) < 0 {
				remove(comma, comma+1)
			}
		case ',':
			comma = start
		}
		before, last = last, c
	}
	blanked := text
	if out != nil {
		blanked = string(out)
	}
	v, err := check(blanked, AnyBytes)
	if err == nil && v.Kind() != Object {
		err = &SyntaxError{Offset: v.offset, Start: v.offset, Message: "the root is not an object"}
	}
	return without(text, gone), comments, err
}

// without returns a text without certain parts.
func without(text string, parts [][2]int) string {
	if len(parts) == 0 {
		return text
	}
	slices.SortFunc(parts, func(a, b [2]int) int { return a[0] - b[0] })
	var kept []byte
	at := 0
	for _, part := range parts {
		kept = append(kept, text[at:part[0]]...)
		part[1] -= len(text[part[0]:part[1]]) - len(strings.TrimRight(text[part[0]:part[1]], "\r\n"))
		after := strings.TrimLeft(text[part[1]:], " \t")
		at = len(text) - len(after)
		before := bytes.TrimRight(kept, " \t")
		alone := len(before) == 0 || before[len(before)-1] == '\n'
		switch line := strings.TrimLeft(after, "\r"); {
		case line != "" && line[0] != '\n': // something follows on the line
			if at = part[1]; len(kept) > len(before) || alone {
				at += len(text[at:]) - len(strings.TrimPrefix(text[at:], " "))
			}
		case alone && line != "":
			kept, at = before, len(text)-len(line)+1
		default:
			kept = before
		}
	}
	return string(append(kept, text[at:]...))
}

func blank(b []byte) {
	for i, c := range b {
		if c != '\n' && c != '\r' && c != '\t' {
			b[i] = ' '
		}
	}
}

// commentLength returns the length of the comment that text begins with, or 0. The comment
// must have an end, and a line comment nothing before it that JavaScript takes for a line
// break.
func commentLength(text string) int {
	n := 0
	switch {
	case strings.HasPrefix(text, "//"):
		n = strings.IndexByte(text, '\n') + 1
		if strings.ContainsAny(text[:n], "\u2028\u2029") {
			return 0
		}
	case strings.HasPrefix(text, "/*"):
		if end := strings.Index(text[2:], "*/"); end >= 0 {
			n = 2 + end + 2
		}
	}
	if !utf8.ValidString(text[:n]) {
		return 0
	}
	return n
}
