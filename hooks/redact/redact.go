package redact

import (
	"strings"
	"unicode/utf8"

	"neverask/settings/jsontext"
)

const (
	// Hidden stands for a secret.
	Hidden = "•••"
	// Changed stands for a secret that replaces another one. Nothing else about the two may show,
	// not even their lengths.
	Changed = Hidden + " (changed)"
)

// JSON hides the secret values in JSON text and leaves all else as it is,
// line breaks and indentation included: valid JSON stays valid.
//
// Secret are all values in env or headers, the value of a member whose name says key, token,
// secret, password, credential or authorization in any spelling, the argument after such a flag,
// and what [Command] recognises inside a string. Booleans and null are never secret. Broken JSON,
// and JSON with comments or unquoted names, is read as far as possible.
func JSON(json string) string { return Value(json, false) }

// Value is [JSON] for a value taken out of its file; secret says that its place in the file makes
// all of it secret.
func Value(json string, secret bool) string {
	var b strings.Builder
	b.Grow(len(json))
	named := Named(json, secret)
	for start := 0; start < len(json); {
		end := LineEnd(json, start)
		var inLine []Extent
		for len(named) > 0 && named[0].start < end {
			inLine = append(inLine, named[0])
			named = named[1:]
		}
		Write(&b, json, start, end, Line(json, start, end, inLine), nil)
		start = end
	}
	return b.String()
}

// Command hides the secrets in a command line or other plain text and
// keeps the rest: tokens of a known shape, values given to names that say
// secret (PASSWORD=…, --token …, "X-Api-Key: …"), what follows Bearer, passwords
// in URLs, private keys. References such as $TOKEN stay readable.
func Command(s string) string {
	found := secretsInText(s)
	if len(found) == 0 {
		return s
	}
	var b strings.Builder
	Write(&b, s, 0, len(s), found, nil)
	return b.String()
}

// Write writes s[start:end] with the secrets replaced; changed says, by index, which to mark as
// changed, and may be nil.
func Write(b *strings.Builder, s string, start, end int, secrets []Extent, changed []bool) {
	for i, e := range secrets {
		b.WriteString(s[start:e.start])
		text := Hidden
		if changed != nil && changed[i] {
			text = Changed
		}
		if e.number {
			text = `"` + text + `"`
		}
		b.WriteString(text)
		start = e.end
	}
	b.WriteString(s[start:end])
}

// Line joins named, the secrets that names reveal in the line json[start:end], with those
// recognisable by themselves.
func Line(json string, start, end int, named []Extent) []Extent {
	found := named
	odd := false
	for t := nextToken(json[:end], start); t.kind != 0; t = nextToken(json[:end], t.next) {
		switch t.kind {
		case '"', '\'':
			for _, e := range stringSecrets(json[t.start:t.end]) {
				found = append(found, Extent{start: t.start + e.start, end: t.start + e.end})
			}
			odd = odd || t.kind == '\'' || t.next == t.end
		case 'w':
			odd = odd || !isLiteral(json[t.start:t.end]) && !IsNumber(json[t.start:t.end])
		}
	}
	if odd {
		for _, e := range secretsInText(strings.TrimRight(json[start:end], "\r\n")) {
			found = append(found, Extent{start: start + e.start, end: start + e.end})
		}
	}
	return merge(found)
}

// stringSecrets is plainSecrets for the inside of a JSON string, where a
// secret may hide behind escapes.
func stringSecrets(raw string) []Extent {
	if strings.IndexByte(raw, '\\') < 0 {
		return secretsInText(raw)
	}
	plain, at := unescape(raw)
	found := secretsInText(plain)
	for i, e := range found {
		found[i] = Extent{start: at[e.start], end: at[e.end]}
	}
	return found
}

// decode returns the text of the inside of a JSON string.
func decode(raw string) string {
	if strings.IndexByte(raw, '\\') < 0 {
		return raw
	}
	plain, _ := unescape(raw)
	return plain
}

// unescape decodes the inside of a JSON string. at holds for each byte of the
// result, and for its end, the offset of where it was written.
func unescape(raw string) (plain string, at []int) {
	out := make([]byte, 0, len(raw))
	at = make([]int, 0, len(raw)+1)
	for i := 0; i < len(raw); {
		n := 1
		before := len(out)
		if raw[i] != '\\' || i+1 == len(raw) {
			out = append(out, raw[i])
		} else if r, size := jsontext.Unescape(raw[i:]); size > 0 {
			n = size
			out = utf8.AppendRune(out, r)
		} else {
			n = 2
			out = append(out, raw[i+1])
		}
		for range len(out) - before {
			at = append(at, i)
		}
		i += n
	}
	return string(out), append(at, len(raw))
}

// LineEnd is the offset after the line feed that ends the line at start.
func LineEnd(s string, start int) int {
	if i := strings.IndexByte(s[start:], '\n'); i >= 0 {
		return start + i + 1
	}
	return len(s)
}
