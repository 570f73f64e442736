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

// limitText copies the beginning of a string, so that it does not limitText the whole line in memory.
func limitText(s string, limit int) string {
	if len(s) <= limit {
		return strings.Clone(s)
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return strings.Clone(s[:limit])
}

// limitText is the function limitText for recurring strings, of which it keeps one copy.
func (s *scanner) limitText(text string, limit int) string {
	if kept, ok := s.same[text]; ok && len(kept) <= limit {
		return kept
	}
	kept := limitText(text, limit)
	s.same[kept] = kept
	return kept
}
