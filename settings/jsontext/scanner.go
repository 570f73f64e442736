package jsontext

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
