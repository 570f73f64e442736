package jsontext

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// AppendString appends s to dst as a JSON string. Only what JSON requires is
// escaped (no '<', '>' or '&'); invalid UTF-8 becomes U+FFFD.
func AppendString(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, '\\', 'n')
		case r == '\t':
			dst = append(dst, '\\', 't')
		case r == '\r':
			dst = append(dst, '\\', 'r')
		case r < 0x20:
			dst = append(dst, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

// StringEnd is where the string ends that begins with the quote at i: behind its other
// quote. It is -1 when there is none.
func StringEnd[T string | []byte](text T, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
	}
	return -1
}

// StringAt decodes the string that begins at i in text that [Check] has read so far.
func StringAt(text string, i int) string { return unquote(text[i:StringEnd(text, i)]) }

// unquote decodes a checked JSON string. An unpaired surrogate becomes U+FFFD.
func unquote(raw string) string {
	body := raw[1 : len(raw)-1]
	if strings.IndexByte(body, '\\') < 0 {
		return body
	}
	var out strings.Builder
	out.Grow(len(body))
	for i := 0; i < len(body); {
		if body[i] != '\\' {
			out.WriteByte(body[i])
			i++
			continue
		}
		i += 2
		switch c := body[i-1]; c {
		case 'b':
			out.WriteByte('\b')
		case 'f':
			out.WriteByte('\f')
		case 'n':
			out.WriteByte('\n')
		case 'r':
			out.WriteByte('\r')
		case 't':
			out.WriteByte('\t')
		case 'u':
			r := hex4(body[i:])
			i += 4
			if utf16.IsSurrogate(r) {
				pair := rune(utf8.RuneError)
				if len(body)-i >= 6 && body[i] == '\\' && body[i+1] == 'u' {
					pair = utf16.DecodeRune(r, hex4(body[i+2:]))
				}
				if pair != utf8.RuneError {
					i += 6
				}
				r = pair
			}
			out.WriteRune(r)
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

func hex4(s string) rune {
	var r rune
	for _, c := range []byte(s[:4]) {
		switch {
		case isDigit(c):
			c -= '0'
		case c >= 'a':
			c -= 'a' - 10
		default:
			c -= 'A' - 10
		}
		r = r<<4 | rune(c)
	}
	return r
}
