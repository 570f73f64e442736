package jsontext

import (
	"strings"
	"unicode/utf8"
)

// MaxDepth is how deep arrays and objects may nest. The scanner recurses, and a Go program
// whose stack overflows exits with status 2, which the client takes as a refusal of the tool
// call.
const MaxDepth = 512

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

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isHex(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
