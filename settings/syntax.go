package settings

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// MaxDepth bounds nesting. Claude Code's own settings are a handful of levels
// deep; a file beyond this is damage or an attack.
const MaxDepth = 512

// A SyntaxError says where a settings file is not acceptable and what to do
// about it. Line and Col count from 1; Col counts characters.
type SyntaxError struct {
	Path      string // empty when the bytes did not come from a file
	Line, Col int
	Msg       string // what is wrong
	Hint      string // what to do
}

// Error renders the error as path:line:col: what; what to do.
func (e *SyntaxError) Error() string {
	s := fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg)
	if e.Path != "" {
		s = e.Path + ":" + s
	}
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// checker walks JSON text once. Its errors carry byte offsets.
type checker struct {
	b     []byte
	i     int
	depth int
	// names holds the member names of the objects being read, innermost last:
	// one slice for the whole walk, because most objects are small.
	names []name
}

type name struct {
	text  []byte // decoded
	start int
}

// fault is a problem at an offset.
type fault struct {
	at        int
	msg, hint string
}

const rejects = "Claude Code rejects the whole file"

// check reports the first thing in b that strict JSON with unique member
// names and an object as root does not allow.
func check(b []byte) *fault {
	c := &checker{b: b}
	c.space()
	if c.i < len(b) && b[c.i] != '{' && !c.comment() {
		if f := c.value(); f != nil {
			return f
		}
		return &fault{0, "the root is not an object", "a settings file holds one JSON object: { … }"}
	}
	if f := c.value(); f != nil {
		return f
	}
	c.space()
	if c.i < len(b) {
		return c.unexpected("after the end of the object")
	}
	return nil
}

func (c *checker) space() {
	for c.i < len(c.b) {
		switch c.b[c.i] {
		case ' ', '\t', '\n', '\r':
			c.i++
		default:
			return
		}
	}
}

func (c *checker) comment() bool {
	return c.b[c.i] == '/' || c.b[c.i] == '#'
}

// unexpected describes the byte under the cursor.
func (c *checker) unexpected(where string) *fault {
	if c.i >= len(c.b) {
		return &fault{c.i, "the file ends " + where, "restore the missing end, or put a backup back"}
	}
	switch ch := c.b[c.i]; {
	case c.comment():
		return &fault{c.i, "a comment: " + rejects, "remove the comment"}
	case ch == '\'':
		return &fault{c.i, "a single quote " + where, `use double quotes: "…"`}
	case ch == 0:
		return &fault{c.i, "a NUL byte " + where, "the file is damaged or not UTF-8 text; put a backup back"}
	default:
		r, _ := utf8.DecodeRune(c.b[c.i:])
		return &fault{c.i, fmt.Sprintf("unexpected %q %s", r, where), "correct the JSON here"}
	}
}

func (c *checker) value() *fault {
	if c.i >= len(c.b) {
		return c.unexpected("where a value belongs")
	}
	switch ch := c.b[c.i]; {
	case ch == '{':
		return c.nested(c.object)
	case ch == '[':
		return c.nested(c.array)
	case ch == '"':
		_, f := c.str()
		return f
	case ch == '-' || ch >= '0' && ch <= '9':
		return c.number()
	default:
		for _, word := range []string{"true", "false", "null"} {
			if bytes.HasPrefix(c.b[c.i:], []byte(word)) {
				c.i += len(word)
				return nil
			}
		}
		return c.unexpected("where a value belongs")
	}
}

func (c *checker) nested(body func() *fault) *fault {
	if c.depth++; c.depth > MaxDepth {
		return &fault{c.i, fmt.Sprintf("nested deeper than %d levels", MaxDepth), "this is not a settings file"}
	}
	f := body()
	c.depth--
	return f
}

// next moves past the separator behind an item. done means that end closed
// the container.
func (c *checker) next(open int, end byte) (done bool, f *fault) {
	c.space()
	if c.i < len(c.b) && c.b[c.i] == end {
		c.i++
		return true, nil
	}
	if c.i >= len(c.b) {
		line, _ := position(string(c.b), open)
		return false, &fault{c.i, fmt.Sprintf("the file ends, but %q from line %d is not closed", c.b[open], line),
			fmt.Sprintf("add the missing %q, or put a backup back", end)}
	}
	if c.b[c.i] != ',' {
		return false, c.unexpected(fmt.Sprintf("where %q or %q belongs", ',', end))
	}
	comma := c.i
	c.i++
	c.space()
	if c.i < len(c.b) && (c.b[c.i] == end || c.b[c.i] == '}' || c.b[c.i] == ']') {
		return false, &fault{comma, "a trailing comma: " + rejects, "remove the comma"}
	}
	return false, nil
}

func (c *checker) array() *fault {
	open := c.i
	c.i++
	c.space()
	if c.i < len(c.b) && c.b[c.i] == ']' {
		c.i++
		return nil
	}
	for {
		if f := c.value(); f != nil {
			return f
		}
		if done, f := c.next(open, ']'); done || f != nil {
			return f
		}
	}
}

func (c *checker) object() *fault {
	open, first := c.i, len(c.names)
	defer func() { c.names = c.names[:first] }()
	c.i++
	c.space()
	if c.i < len(c.b) && c.b[c.i] == '}' {
		c.i++
		return nil
	}
	var seen map[string]int // only for objects with many members
	for {
		if c.i >= len(c.b) || c.b[c.i] != '"' {
			return c.unexpected("where a member name belongs")
		}
		start := c.i
		text, f := c.str()
		if f != nil {
			return f
		}
		if f := c.unique(name{text, start}, first, &seen); f != nil {
			return f
		}
		c.space()
		if c.i >= len(c.b) || c.b[c.i] != ':' {
			return c.unexpected("where ':' belongs")
		}
		c.i++
		c.space()
		if f := c.value(); f != nil {
			return f
		}
		if done, f := c.next(open, '}'); done || f != nil {
			return f
		}
	}
}

// unique records a member name and refuses the second of its kind. Small
// objects are compared one by one; larger ones move to a map.
func (c *checker) unique(n name, first int, seen *map[string]int) *fault {
	earlier := -1
	if *seen != nil {
		if at, ok := (*seen)[string(n.text)]; ok {
			earlier = at
		}
		(*seen)[string(n.text)] = n.start
	} else {
		for _, o := range c.names[first:] {
			if bytes.Equal(o.text, n.text) {
				earlier = o.start
			}
		}
		c.names = append(c.names, n)
		if len(c.names)-first == 16 {
			*seen = make(map[string]int, 64)
			for _, o := range c.names[first:] {
				(*seen)[string(o.text)] = o.start
			}
		}
	}
	if earlier < 0 {
		return nil
	}
	line, _ := position(string(c.b), earlier)
	return &fault{n.start, fmt.Sprintf("duplicate key %q, first seen on line %d: Claude Code uses only the last", n.text, line),
		"remove one of the two"}
}

// str reads a string and returns its decoded text.
func (c *checker) str() ([]byte, *fault) {
	start := c.i
	escaped := false
	for c.i++; c.i < len(c.b); c.i++ {
		switch ch := c.b[c.i]; {
		case ch == '"':
			c.i++
			raw := c.b[start:c.i]
			if !escaped {
				return raw[1 : len(raw)-1], nil
			}
			return []byte(Unquote(string(raw))), nil
		case ch == '\\':
			escaped = true
			if f := c.escape(); f != nil {
				return nil, f
			}
		case ch < ' ':
			if ch == '\n' || ch == '\r' {
				return nil, &fault{start, "a string that does not end on its line", `close it with ", or write \n for a line break`}
			}
			return nil, &fault{c.i, fmt.Sprintf("control character 0x%02x inside a string", ch), fmt.Sprintf(`write \u%04x instead`, ch)}
		}
	}
	return nil, &fault{start, "the file ends inside a string", `close it with ", or put a backup back`}
}

// escape checks one escape sequence and leaves the cursor on its last byte.
func (c *checker) escape() *fault {
	at := c.i
	if c.i++; c.i < len(c.b) {
		switch c.b[c.i] {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			return nil
		case 'u':
			digits := 0
			for digits < 4 && c.i+1 < len(c.b) && isHex(c.b[c.i+1]) {
				c.i++
				digits++
			}
			if digits == 4 {
				return nil
			}
		}
	}
	return &fault{at, "an escape that JSON does not know", `write \\ for a backslash`}
}

func isHex(ch byte) bool {
	return ch >= '0' && ch <= '9' || ch >= 'a' && ch <= 'f' || ch >= 'A' && ch <= 'F'
}

func (c *checker) number() *fault {
	start := c.i
	if c.b[c.i] == '-' {
		c.i++
	}
	digits := func() bool {
		from := c.i
		for c.i < len(c.b) && c.b[c.i] >= '0' && c.b[c.i] <= '9' {
			c.i++
		}
		return c.i > from
	}
	zero := c.i < len(c.b) && c.b[c.i] == '0'
	from := c.i
	ok := digits() && (!zero || c.i == from+1)
	if ok && c.i < len(c.b) && c.b[c.i] == '.' {
		c.i++
		ok = digits()
	}
	if ok && c.i < len(c.b) && (c.b[c.i] == 'e' || c.b[c.i] == 'E') {
		if c.i++; c.i < len(c.b) && (c.b[c.i] == '+' || c.b[c.i] == '-') {
			c.i++
		}
		ok = digits()
	}
	if !ok {
		return &fault{start, "a number that JSON does not allow", "write it as 12, -1.5 or 2e3"}
	}
	return nil
}
