package jsontext

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxDepth is how deep arrays and objects may nest. The scanner recurses, and a Go program
// whose stack overflows exits with status 2, which the client takes as a refusal of the tool
// call.
const MaxDepth = 512

// SyntaxError says where a text stops being JSON.
type SyntaxError struct {
	Offset  int // in bytes
	Message string
	// Start is the offset of the string, escape, number, object or array with the fault; for
	// [NameTwice], of the earlier name.
	Start int
}

// The values of Message.
const (
	EndsEarly   = "the JSON ends too early"
	NoValue     = "no JSON value can start here"
	NoName      = "expected a name in double quotes"
	NoColon     = "expected ':' after a name"
	NoObjectEnd = "expected ',' or '}' in an object"
	NoArrayEnd  = "expected ',' or ']' in an array"
	NoTextEnd   = "unexpected text after the JSON value"
	OpenString  = "the JSON ends inside a string"
	Control     = "control character in a string"
	NoUTF8      = "invalid UTF-8 in a string"
	NoHex       = "expected four hexadecimal digits after \\u"
	NoEscape    = "unknown escape in a string"
	NoDigit     = "expected a digit"
	NoFraction  = "expected a digit after the decimal point"
	NoExponent  = "expected a digit in the exponent"
	LeadingZero = "unexpected digit after a leading zero"
	TooDeep     = "nested too deep"
	NameTwice   = "the object has this name twice"
)

// Error returns the message and the byte offset.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("byte %d: %s", e.Offset, e.Message)
}

// Position turns a byte offset into a line and a column, both from 1; the
// column counts characters.
func Position[T string | []byte](text T, offset int) (line, column int) {
	head := string(text[:min(offset, len(text))])
	return strings.Count(head, "\n") + 1, utf8.RuneCountInString(head[strings.LastIndexByte(head, '\n')+1:]) + 1
}

// Mode says how Check differs from [Parse].
type Mode byte

const (
	// UniqueNames refuses an object that has a name twice.
	UniqueNames Mode = 1 << iota
	// AnyBytes accepts strings that are not UTF-8.
	AnyBytes
)

// Check returns a [*SyntaxError] for the first fault that keeps text from being exactly one
// JSON value, nested at most [MaxDepth] deep.
func Check(text string, mode Mode) error {
	_, err := check(text, mode)
	return err
}

func check(text string, mode Mode) (Value, error) {
	return (&scanner{b: text, mode: mode}).document()
}

// document reads the whole text.
func (s *scanner) document() (Value, error) {
	s.space()
	start := s.i
	if err := s.check(0); err != nil {
		return Value{}, err
	}
	end := s.i
	s.space()
	if s.i != len(s.b) {
		return Value{}, s.fail(start, NoTextEnd)
	}
	return Value{raw: s.b[start:end], offset: start}, nil
}

// scanner reads JSON in b from index i on. check validates; skip quickly passes over what
// check has read.
type scanner struct {
	b    string
	i    int
	mode Mode
	few  []name       // names of the objects being read, with UniqueNames
	take func(Member) // receives the members of the outermost object; may be nil
}

func (s *scanner) fail(start int, message string) error {
	return &SyntaxError{Offset: s.i, Start: start, Message: message}
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

// peek returns the next byte, or 0 at the end. A NUL byte is not valid JSON either, so the two
// need not be distinguished.
func (s *scanner) peek() byte {
	if s.i < len(s.b) {
		return s.b[s.i]
	}
	return 0
}

func (s *scanner) check(depth int) error {
	start := s.i
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
		return s.fail(start, EndsEarly)
	}
	return s.fail(start, NoValue)
}

func (s *scanner) checkObject(depth int) error {
	start := s.i
	if depth > MaxDepth {
		return s.fail(start, TooDeep)
	}
	s.i++
	s.space()
	if s.peek() == '}' {
		s.i++
		return nil
	}
	own := names{few: s.few, first: len(s.few)}
	for {
		s.space()
		if s.peek() != '"' {
			return s.fail(start, NoName)
		}
		at := s.i
		if err := s.checkString(); err != nil {
			return err
		}
		written := s.b[at:s.i]
		if s.mode&UniqueNames != 0 {
			var earlier int
			own.few = s.few // it may have grown
			if own, earlier = own.with(unquote(written), at); earlier >= 0 {
				return &SyntaxError{Offset: at, Start: earlier, Message: NameTwice}
			}
			s.few = own.few
		}
		s.space()
		if s.peek() != ':' {
			return s.fail(start, NoColon)
		}
		s.i++
		s.space()
		value := s.i
		if err := s.check(depth); err != nil {
			return err
		}
		if depth == 1 && s.take != nil {
			s.take(Member{Name: unquote(written), Value: Value{raw: s.b[value:s.i], offset: value}, Offset: at})
		}
		s.space()
		switch s.peek() {
		case ',':
			s.i++
		case '}':
			s.i++
			s.few = s.few[:own.first]
			return nil
		default:
			return s.fail(start, NoObjectEnd)
		}
	}
}

func (s *scanner) checkArray(depth int) error {
	start := s.i
	if depth > MaxDepth {
		return s.fail(start, TooDeep)
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
			return s.fail(start, NoArrayEnd)
		}
	}
}

func (s *scanner) checkString() error {
	start := s.i
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
			return s.fail(start, Control)
		default:
			r, n := utf8.DecodeRuneInString(s.b[s.i:])
			if r == utf8.RuneError && n == 1 && s.mode&AnyBytes == 0 {
				return s.fail(start, NoUTF8)
			}
			s.i += n
		}
	}
	return s.fail(start, OpenString)
}

// plainLength returns how many bytes at the start of a string's text need no further checks.
func plainLength(text string) int {
	for i := range len(text) {
		if c := text[i]; c < 0x20 || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return i
		}
	}
	return len(text)
}

func (s *scanner) checkEscape() error {
	start := s.i
	s.i++
	switch s.peek() {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.i++
		return nil
	case 'u':
		s.i++
		for range 4 {
			if !isHex(s.peek()) {
				return s.fail(start, NoHex)
			}
			s.i++
		}
		return nil
	}
	return s.fail(start, NoEscape)
}

func (s *scanner) checkNumber() error {
	start := s.i
	if s.peek() == '-' {
		s.i++
	}
	switch {
	case s.peek() == '0':
		if s.i++; isDigit(s.peek()) {
			return s.fail(start, LeadingZero)
		}
	case !s.digits():
		return s.fail(start, NoDigit)
	}
	if s.peek() == '.' {
		s.i++
		if !s.digits() {
			return s.fail(start, NoFraction)
		}
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.i++
		if c := s.peek(); c == '+' || c == '-' {
			s.i++
		}
		if !s.digits() {
			return s.fail(start, NoExponent)
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
	start := s.i
	if !strings.HasPrefix(s.b[s.i:], word) {
		return s.fail(start, NoValue)
	}
	s.i += len(word)
	return nil
}

// skip passes over one value of a checked document and returns it.
func (s *scanner) skip() string {
	start := s.i
	depth := 0
	for {
		switch s.b[s.i] {
		case '"':
			s.i = StringEnd(s.b, s.i)
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

// skipPlain passes over a number or a literal, and inside an object or array over everything
// up to the next string or bracket.
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
