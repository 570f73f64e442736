package hooks

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxDepth is how deep arrays and objects may nest. The scanner recurses, and a
// Go program whose stack overflows exits with status 2, which the client takes
// as a refusal of the tool call.
const MaxDepth = 512

// SyntaxError says where a document stops being JSON.
type SyntaxError struct {
	Offset  int // in bytes
	Message string
}

// Error returns the message and the byte offset.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("byte %d: %s", e.Offset, e.Message)
}

// Position turns a byte offset into a line and a column, both from 1; the
// column counts characters.
func Position(document []byte, offset int) (line, column int) {
	line, column = 1, 1
	before := document[:min(offset, len(document))]
	for len(before) > 0 {
		r, n := utf8.DecodeRune(before)
		before = before[n:]
		if column++; r == '\n' {
			line, column = line+1, 1
		}
	}
	return line, column
}

// scanner reads JSON in b from index i on. check validates; skip is the quick
// way over what check has seen.
type scanner struct {
	b string
	i int
}

func (s *scanner) fail(message string) error {
	return &SyntaxError{Offset: s.i, Message: message}
}

func (s *scanner) space() {
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case ' ', '\t', '\n', '\r':
			s.i++
		default:
			return
		}
	}
}

// peek returns the next byte, or 0 at the end. A NUL byte is no valid JSON
// either, so the two need not be told apart.
func (s *scanner) peek() byte {
	if s.i < len(s.b) {
		return s.b[s.i]
	}
	return 0
}

func (s *scanner) check(depth int) error {
	switch c := s.peek(); {
	case c == '{':
		return s.checkObject(depth + 1)
	case c == '[':
		return s.checkArray(depth + 1)
	case c == '"':
		return s.checkString()
	case c == '-' || isDigit(c):
		return s.checkNumber()
	case c == 't':
		return s.checkLiteral("true")
	case c == 'f':
		return s.checkLiteral("false")
	case c == 'n':
		return s.checkLiteral("null")
	case s.i >= len(s.b):
		return s.fail("the JSON ends too early")
	}
	return s.fail("no JSON value can start here")
}

func (s *scanner) checkObject(depth int) error {
	if depth > MaxDepth {
		return s.fail("nested too deep")
	}
	s.i++
	s.space()
	if s.peek() == '}' {
		s.i++
		return nil
	}
	for {
		s.space()
		if s.peek() != '"' {
			return s.fail("expected a name in double quotes")
		}
		if err := s.checkString(); err != nil {
			return err
		}
		s.space()
		if s.peek() != ':' {
			return s.fail("expected ':' after a name")
		}
		s.i++
		s.space()
		if err := s.check(depth); err != nil {
			return err
		}
		s.space()
		switch s.peek() {
		case ',':
			s.i++
		case '}':
			s.i++
			return nil
		default:
			return s.fail("expected ',' or '}' in an object")
		}
	}
}

func (s *scanner) checkArray(depth int) error {
	if depth > MaxDepth {
		return s.fail("nested too deep")
	}
	s.i++
	s.space()
	if s.peek() == ']' {
		s.i++
		return nil
	}
	for {
		s.space()
		if err := s.check(depth); err != nil {
			return err
		}
		s.space()
		switch s.peek() {
		case ',':
			s.i++
		case ']':
			s.i++
			return nil
		default:
			return s.fail("expected ',' or ']' in an array")
		}
	}
}

func (s *scanner) checkString() error {
	for s.i++; s.i < len(s.b); {
		s.i += plainLength(s.b[s.i:])
		switch c := s.peek(); {
		case c == '"':
			s.i++
			return nil
		case c == '\\':
			if err := s.checkEscape(); err != nil {
				return err
			}
		case s.i == len(s.b):
		case c < 0x20:
			return s.fail("control character in a string")
		default:
			r, n := utf8.DecodeRuneInString(s.b[s.i:])
			if r == utf8.RuneError && n == 1 {
				return s.fail("invalid UTF-8 in a string")
			}
			s.i += n
		}
	}
	return s.fail("the JSON ends inside a string")
}

// plainLength is how much of the start of a string's text needs no second look.
func plainLength(text string) int {
	for i := range len(text) {
		if c := text[i]; c < 0x20 || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return i
		}
	}
	return len(text)
}

func (s *scanner) checkEscape() error {
	s.i++
	switch s.peek() {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.i++
		return nil
	case 'u':
		s.i++
		for range 4 {
			if !isHex(s.peek()) {
				return s.fail("expected four hexadecimal digits after \\u")
			}
			s.i++
		}
		return nil
	}
	return s.fail("unknown escape in a string")
}

func (s *scanner) checkNumber() error {
	if s.peek() == '-' {
		s.i++
	}
	switch {
	case s.peek() == '0':
		s.i++
	case !s.digits():
		return s.fail("expected a digit")
	}
	if s.peek() == '.' {
		s.i++
		if !s.digits() {
			return s.fail("expected a digit after the decimal point")
		}
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.i++
		if c := s.peek(); c == '+' || c == '-' {
			s.i++
		}
		if !s.digits() {
			return s.fail("expected a digit in the exponent")
		}
	}
	return nil
}

func (s *scanner) digits() bool {
	start := s.i
	for isDigit(s.peek()) {
		s.i++
	}
	return s.i > start
}

func (s *scanner) checkLiteral(word string) error {
	if !strings.HasPrefix(s.b[s.i:], word) {
		return s.fail("no JSON value can start here")
	}
	s.i += len(word)
	return nil
}

// skip moves over one value of a checked document and returns it.
func (s *scanner) skip() string {
	start := s.i
	depth := 0
	for {
		switch s.b[s.i] {
		case '"':
			s.skipString()
		case '{', '[':
			depth++
			s.i++
		case '}', ']':
			depth--
			s.i++
		default:
			s.skipPlain(depth > 0)
		}
		if depth == 0 {
			return s.b[start:s.i]
		}
	}
}

// skipString looks for quotes alone: most of a large payload is the text of a few
// strings, and it is skipped several times.
func (s *scanner) skipString() {
	start := s.i + 1
	for s.i = start; ; {
		quote := s.i + strings.IndexByte(s.b[s.i:], '"')
		escapes := quote
		for escapes > start && s.b[escapes-1] == '\\' {
			escapes--
		}
		s.i = quote + 1
		if (quote-escapes)%2 == 0 {
			return
		}
	}
}

// skipPlain moves over a number or a literal, and inside an object or array
// over everything up to the next string or bracket.
func (s *scanner) skipPlain(inside bool) {
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case '"', '{', '[', '}', ']':
			return
		case ',', ' ', '\t', '\n', '\r':
			if !inside {
				return
			}
		}
		s.i++
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isHex(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
