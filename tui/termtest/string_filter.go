package termtest

// States of a stream of output, for stringFilter.
const (
	inText       = iota
	afterEscape  // ESC seen
	inString     // in an operating system command or the like
	stringEscape // in a string, ESC seen
)

// stringFilter works around a bug of the emulator, which takes the byte 0x9C for
// the end of a string such as a window title, and would print the rest of the
// title on the screen. In UTF-8 the byte is mostly part of a character.
type stringFilter struct{ state int }

// clean returns output with such bytes replaced.
func (g *stringFilter) clean(p []byte) []byte {
	out := make([]byte, len(p))
	for i, b := range p {
		if g.state == inString && b == 0x9c {
			b = '?'
		}
		out[i] = b
		g.state = g.next(b)
	}
	return out
}

func (g *stringFilter) next(b byte) int {
	switch g.state {
	case afterEscape:
		switch b {
		case ']', 'P', '_', '^', 'X':
			return inString
		case 0x1b:
			return afterEscape
		}
		return inText
	case inString:
		switch b {
		case 0x1b:
			return stringEscape
		case 0x07, 0x18, 0x1a:
			return inText
		}
		return inString
	case stringEscape:
		// ESC ends a string whatever follows: a backslash completes the
		// terminator, anything else begins a sequence.
		g.state = afterEscape
		return g.next(b)
	}
	if b == 0x1b {
		return afterEscape
	}
	return inText
}
