package transcript

import (
	"bytes"
	"time"

	"neverask/hooks"
	"neverask/settings/jsontext"
)

// after returns what follows a member's name, given with its punctuation; nil if the name does
// not occur.
func after(line []byte, name string) []byte {
	_, rest, _ := bytes.Cut(line, []byte(name))
	return rest
}

// text returns the beginning of the string whose content starts here.
func (s *scanner) text(b []byte, limit int) string {
	end := jsontext.StringEnd(b, -1) - 1
	if end < 0 {
		return ""
	}
	b = b[:end]
	if kept, ok := s.same[string(b)]; ok && len(kept) <= limit && bytes.IndexByte(b, '\\') < 0 {
		return kept
	}
	if bytes.IndexByte(b, '\\') < 0 {
		return s.keep(string(b), limit)
	}
	v, err := hooks.Parse(`"` + string(b) + `"`)
	if err != nil {
		return ""
	}
	return s.keep(v.String(), limit)
}

// timeAt returns the time at the start of b.
func timeAt(b []byte) time.Time {
	text, _, _ := bytes.Cut(b[:min(len(b), maxWord)], []byte(`"`))
	return timeOf(string(text))
}

// number returns the number at the start of b.
func number(b []byte) hooks.Value {
	end := bytes.IndexAny(b, ",}")
	if end < 0 {
		return hooks.Value{}
	}
	v, _ := hooks.Parse(b[:end])
	return v
}
