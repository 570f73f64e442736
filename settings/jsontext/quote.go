package jsontext

import (
	"bytes"
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

// StringEnd returns the offset after the string that begins with the quote at i, or -1 if it
// does not end.
func StringEnd[T string | []byte](text T, i int) int {
	start := i + 1
	for i = start; ; {
		n := 0
		switch rest := any(text[i:]).(type) {
		case string:
			n = strings.IndexByte(rest, '"')
		case []byte:
			n = bytes.IndexByte(rest, '"')
		}
		if n < 0 {
			return -1
		}
		quote := i + n
		escapes := quote
		for escapes > start && text[escapes-1] == '\\' {
			escapes--
		}
		if i = quote + 1; (quote-escapes)%2 == 0 {
			return i
		}
	}
}

// StringAt decodes the string at i in a text that [Check] has read up to its end or beyond.
func StringAt(text string, i int) string { return unquote(text[i:StringEnd(text, i)]) }

// unquote decodes a checked JSON string. An unpaired surrogate becomes U+FFFD.
func unquote(raw string) string {
	body := raw[1 : len(raw)-1]
	plain := strings.IndexByte(body, '\\')
	if plain < 0 {
		return body
	}
	out := make([]byte, 0, len(body))
	for ; plain >= 0; plain = strings.IndexByte(body, '\\') {
		r, size := Unescape(body[plain:])
		out = utf8.AppendRune(append(out, body[:plain]...), r)
		body = body[plain+size:]
	}
	return string(append(out, body...))
}

// Unescape decodes the escape that text begins with, or the two of a surrogate pair. size is
// their length in bytes, 0 if JSON has no such escape.
func Unescape(text string) (r rune, size int) {
	if len(text) < 2 {
		return 0, 0
	}
	if k := strings.IndexByte(`"\/bfnrt`, text[1]); k >= 0 {
		return rune("\"\\/\b\f\n\r\t"[k]), 2
	}
	r, ok := hex4(text)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(r) {
		low, _ := hex4(text[6:])
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return pair, 12
		}
	}
	return r, 6
}

// hex4 reads \uXXXX.
func hex4(text string) (r rune, ok bool) {
	if len(text) < 6 || text[:2] != `\u` {
		return 0, false
	}
	for _, c := range []byte(text[2:6]) {
		d := strings.IndexByte("0123456789abcdef", c|0x20)
		if d < 0 || !isHex(c) {
			return 0, false
		}
		r = r<<4 | rune(d)
	}
	return r, true
}
