package foreign

import "bytes"

// TooDeep reports whether JSON, which may have comments and trailing commas,
// nests deeper than limit. Of a text that is none of that it looks at what a reader
// sees before it finds out.
func TooDeep(text []byte, limit int) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = stringEnd(text, i)
		case '/':
			i = commentEnd(text, i)
		case '{', '[':
			if depth++; depth > limit {
				return true
			}
		case '}', ']':
			depth--
		}
	}
	return false
}

// stringEnd is where the string ends that begins at i.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}

// commentEnd is where the comment ends that begins at i, if one does.
func commentEnd(text []byte, i int) int {
	rest, end := text[i:], 0
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		end = bytes.IndexByte(rest, '\n')
	case bytes.HasPrefix(rest, []byte("/*")):
		if end = bytes.Index(rest[2:], []byte("*/")); end >= 0 {
			end += 3
		}
	}
	if end < 0 {
		return len(text)
	}
	return i + end
}
