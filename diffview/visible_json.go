package diffview

import (
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// JSONWriter returns a writer of JSON that escapes, as \u202e, the characters that [Visible]
// writes out in text, so that a terminal draws every character. Readers of the JSON get the
// same values. Bytes that are not UTF-8 become \ufffd, which is how readers decode them.
//
// A Write may end anywhere, even in the middle of a character; a document must not.
func JSONWriter(w io.Writer) io.Writer { return &jsonWriter{out: w} }

type jsonWriter struct {
	out  io.Writer
	rest []byte // an incomplete character
}

func (w *jsonWriter) Write(p []byte) (int, error) {
	text := p
	if len(w.rest) > 0 {
		text = append(w.rest, p...)
	}
	safe, rest := escapeJSON(text)
	w.rest = append([]byte(nil), rest...)
	if _, err := w.out.Write(safe); err != nil {
		return 0, err
	}
	return len(p), nil
}

// escapeJSON escapes the characters that [JSONWriter] names. rest is an incomplete character at
// the end of text.
func escapeJSON(text []byte) (safe, rest []byte) {
	done := 0 // up to here text is in safe
	for i := 0; i < len(text); {
		if text[i] >= ' ' && text[i] < 0x7f || text[i] == '\n' || text[i] == '\t' {
			i++
			continue
		}
		if !utf8.FullRune(text[i:]) {
			return append(safe, text[done:i]...), text[i:]
		}
		r, n := utf8.DecodeRune(text[i:])
		if r >= ' ' && r != 0x7f && !(r == utf8.RuneError && n == 1) && !hidden(r) {
			i += n
			continue
		}
		safe = append(safe, text[done:i]...)
		switch high, low := utf16.EncodeRune(r); {
		case r == '\r': // between values, where nothing can be escaped
			safe = append(safe, ' ')
		case high != utf8.RuneError:
			safe = fmt.Appendf(safe, `\u%04x\u%04x`, high, low)
		default:
			safe = fmt.Appendf(safe, `\u%04x`, r)
		}
		i += n
		done = i
	}
	if done == 0 {
		return text, nil
	}
	return append(safe, text[done:]...), nil
}
