package redact

import "strings"

// token is one lexical element of JSON, read so leniently that no text fails.
type token struct {
	kind       byte // the punctuation character, '"' or '\'' for a string, 'w' for a bare word, 0 at the end
	start, end int  // of a string: what is between the quotes
	next       int  // where the next token may start; equal to end for an unclosed string
}

// nextToken reads the token at or after i. A string ends with its line at the latest, so that a
// missing quote spoils only one line.
func nextToken(s string, i int) token {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\r' || s[i] == '\t') {
		i++
	}
	if i >= len(s) {
		return token{start: i, end: i, next: i}
	}
	switch c := s[i]; c {
	case '{', '}', '[', ']', ',', ':':
		return token{c, i, i + 1, i + 1}
	case '"', '\'':
		end := i + 1
		for end < len(s) && s[end] != '\n' {
			switch {
			case s[end] == c:
				return token{c, i + 1, end, end + 1}
			case s[end] == '\\' && end+1 < len(s) && s[end+1] != '\n':
				end++
			}
			end++
		}
		return token{c, i + 1, end, end}
	}
	end := i + 1
	for end < len(s) && strings.IndexByte(" \t\r\n{}[],:\"'", s[end]) < 0 {
		end++
	}
	return token{'w', i, end, end}
}

// nest is one open object or array.
type nest struct {
	secret bool // everything in it is secret
	flag   bool // the element before was a flag whose argument is secret
}

// nameScan finds values that are secret by their names.
type nameScan struct {
	text    string
	found   []Extent
	open    []nest
	judged  map[string]Secrecy // names repeat thousands of times in a settings file
	pending Secrecy            // what the name just read says about its value
	value   bool               // a value is expected: a name has just been read
}

// Named returns the secrets that names reveal, in order. secret says that everything is secret,
// as for a value taken out of env.
func Named(json string, secret bool) []Extent {
	n := nameScan{text: json, open: []nest{{secret: secret}}, judged: map[string]Secrecy{}}
	for t := nextToken(json, 0); t.kind != 0; t = nextToken(json, t.next) {
		n.read(&t)
	}
	return n.found
}

func (n *nameScan) read(t *token) {
	top := &n.open[len(n.open)-1]
	switch t.kind {
	case '{', '[':
		n.open = append(n.open, nest{secret: top.secret || n.pending.Members})
		n.pending, n.value = Secrecy{}, false
	case '}', ']':
		if len(n.open) > 1 {
			n.open = n.open[:len(n.open)-1]
		}
		n.pending, n.value = Secrecy{}, false
	case ',':
		n.pending, n.value = Secrecy{}, false
	case ':':
	default:
		if !n.value && n.isName(*t) {
			n.pending, n.value = n.secrecyOf(n.text[t.start:t.end]), true
			return
		}
		n.readValue(top, t)
		n.pending, n.value = Secrecy{}, false
	}
}

// readValue records a string, a number or a bare word if it is secret.
func (n *nameScan) readValue(top *nest, t *token) {
	secret := top.secret || n.pending.Value
	text := n.text[t.start:t.end]
	if t.kind == 'w' {
		if isLiteral(text) || IsNumber(text) && n.pending.Plural && !top.secret || !secret {
			return
		}
		// A value that is not JSON ends with the member or line.
		rest := n.text[t.end:]
		if i := strings.IndexAny(rest, "\n,}]"); i >= 0 {
			rest = rest[:i]
		}
		t.end += len(strings.TrimRight(rest, " \t\r"))
		t.next = t.end
	} else {
		plain := decode(text)
		secret = secret || top.flag && IsArgument(plain)
		top.flag = TakesSecret(plain)
	}
	if secret && t.start < t.end {
		number := t.kind == 'w' && IsNumber(n.text[t.start:t.end])
		n.found = append(n.found, Extent{t.start, t.end, number})
	}
}

// isName reports whether a colon follows the token.
func (n *nameScan) isName(t token) bool {
	i := t.next
	for i < len(n.text) && strings.IndexByte(" \t\r\n", n.text[i]) >= 0 {
		i++
	}
	return i < len(n.text) && n.text[i] == ':'
}

func (n *nameScan) secrecyOf(raw string) Secrecy {
	s, ok := n.judged[raw]
	if !ok {
		s = SecrecyOf(decode(raw))
		n.judged[raw] = s
	}
	return s
}

// TakesSecret reports whether an argument is a flag whose value comes next and
// is a secret, as in ["--token", "…"].
func TakesSecret(arg string) bool {
	return strings.HasPrefix(arg, "-") && strings.IndexByte(arg, '=') < 0 && SecrecyOf(arg).Value
}

// IsArgument reports whether arg can be the value of the flag before it, rather than a flag or a
// reference.
func IsArgument(arg string) bool {
	return !strings.HasPrefix(arg, "-") && !isReference(arg)
}

func isLiteral(s string) bool { return s == "true" || s == "false" || s == "null" }

// IsNumber accepts a little more than JSON does; it only has to tell
// numbers from words.
func IsNumber(s string) bool {
	return s != "" && (isDigit(s[0]) || s[0] == '-' && len(s) > 1) &&
		strings.Trim(s, "0123456789+-.eE") == ""
}
