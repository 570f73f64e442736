package transcript

import (
	"strings"
	"unicode/utf8"
)

// Bounds on what is kept of a question. Nobody asks longer ones, but a transcript may hold
// anything.
const (
	maxText        = 16 << 10
	maxLabel       = 1 << 10
	maxDescription = 4 << 10
	maxWord        = 256 // names and ids
	maxQuestions   = 64
	maxOptions     = 64
	maxRaw         = 16 << 10
)

// Bounds of what is kept of a hook.
const (
	maxStdout  = 2000
	maxStderr  = 500
	maxCommand = maxText
)

// keep copies the beginning of a string, so that it does not keep the whole line in memory.
func keep(s string, limit int) string {
	if len(s) <= limit {
		return strings.Clone(s)
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return strings.Clone(s[:limit])
}

// keep is the function keep for recurring strings, of which it keeps one copy.
func (s *scanner) keep(text string, limit int) string {
	if kept, ok := s.same[text]; ok && len(kept) <= limit {
		return kept
	}
	kept := keep(text, limit)
	s.same[kept] = kept
	return kept
}
