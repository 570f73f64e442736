package transcript

import (
	"bytes"
	"strconv"
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
		return s.limitText(string(b), limit)
	}
	v, err := hooks.Parse(`"` + string(b) + `"`)
	if err != nil {
		return ""
	}
	return s.limitText(v.String(), limit)
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

// timeOf reads a time; an invalid one is the zero time.
func timeOf(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil || t.Year() < 1970 || t.Year() > 2200 {
		return time.Time{}
	}
	return t.UTC()
}

func integer(v hooks.Value) int {
	n, err := strconv.ParseInt(v.Raw(), 10, 32)
	if err != nil {
		return 0
	}
	return int(n)
}

func milliseconds(v hooks.Value) time.Duration {
	ms, err := strconv.ParseFloat(v.Raw(), 64)
	if err != nil || !(ms >= 0 && ms < 1e12) {
		return 0
	}
	return time.Duration(ms * float64(time.Millisecond))
}

// textAfter returns the text after a word, up to the end of the string.
func textAfter(line, word []byte) string {
	i := bytes.Index(line, word)
	if i < 0 {
		return ""
	}
	start := i + len(word) - 1
	end := jsontext.StringEnd(line, start)
	if end < 0 {
		return ""
	}
	v, err := hooks.Parse(line[start:end])
	if err != nil {
		return ""
	}
	return v.String()
}
