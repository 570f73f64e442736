package jsontext

import (
	"strings"
	"unicode/utf8"
)

// Position turns a byte offset into a line and a column, both from 1; the
// column counts characters.
func Position[T string | []byte](text T, offset int) (line, column int) {
	head := string(text[:min(offset, len(text))])
	return strings.Count(head, "\n") + 1, utf8.RuneCountInString(head[strings.LastIndexByte(head, '\n')+1:]) + 1
}
