package redact

import "strings"

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
