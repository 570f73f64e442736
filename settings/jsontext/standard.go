package jsontext

import (
	"strings"
	"unicode/utf8"
)

// Standardize returns the object in text, which may have comments and trailing commas
// and be no UTF-8, with spaces in their place: no other byte changes, and each stays where
// it is. It lists the comments.
func Standardize(text string) (standard string, comments []string, err error) {
	out := []byte(text)
	var before, last byte // what was read last, without space and comments
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
				blank(out[start:i])
				continue
			}
		case '"':
			if i = StringEnd(text, start); i < 0 {
				i = len(text)
			}
		case '}', ']':
			if last == ',' && strings.IndexByte("{[,:", before) < 0 {
				blank(out[comma : comma+1])
			}
		case ',':
			comma = start
		}
		before, last = last, c
	}
	standard = string(out)
	v, err := check(standard, AnyBytes)
	if err == nil && v.Kind() != Object {
		err = &SyntaxError{Offset: v.offset, Start: v.offset, Message: "the root is not an object"}
	}
	return standard, comments, err
}

func blank(b []byte) {
	for i, c := range b {
		if c != '\n' && c != '\r' && c != '\t' {
			b[i] = ' '
		}
	}
}

// commentLength is how long the comment is that text begins with, or 0. It must have an
// end, and on one line nothing before it that JavaScript takes for the end of the line.
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
