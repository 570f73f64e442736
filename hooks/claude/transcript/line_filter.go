package transcript

import (
	"bytes"

	"neverask/hooks/rule/question"
)

// Parsing a gigabyte of JSON takes half a minute, searching it a fraction of a
// second. So the bytes are searched first, in blocks as they are read, and only
// the lines that can hold a question, its result or a hook at it are parsed.

// rare is the byte of the tool's name that is the least common one in
// transcripts: searching for it alone is faster than for the whole name.
const (
	rare   = 'Q'
	rareAt = len("AskUser")
)

// find returns the index of the first place in b that names a question tool the way the
// client's records of calls and hooks do, or -1. The place is inside the name, and on the same
// line as the record.
func find(b []byte) int {
	for from := 0; ; from++ {
		i := bytes.IndexByte(b[from:], rare)
		if i < 0 {
			return -1
		}
		from += i
		if names(b, from) {
			return from
		}
	}
}

// names reports whether the rare byte at i belongs to the name of a called or hooked tool: a
// JSON string that ends in the name of the question tool and is the value of "name" or
// "hookName". This excludes tool definitions, tool lists and everything that people write
// about them, which are long.
func names(b []byte, i int) bool {
	start, end := i-rareAt, i-rareAt+len(question.Tool)
	if start < 1 || end >= len(b) || b[end] != '"' || string(b[start:end]) != question.Tool {
		return false
	}
	for start > 0 && b[start-1] != '"' {
		if start--; i-start > maxWord || b[start] == '\\' || b[start] == '\n' {
			return false
		}
	}
	if start < 1 {
		return false
	}
	before := trimRight(b[max(0, start-1-maxWord) : start-1])
	before, colon := bytes.CutSuffix(before, []byte{':'})
	if !colon {
		return false
	}
	before = trimRight(before)
	switch {
	case bytes.HasSuffix(before, []byte(`"hookName"`)):
		return true
	case bytes.HasSuffix(before, []byte(`"name"`)):
		return !bytes.HasPrefix(b[end+1:], []byte(`,"description"`))
	}
	return false
}

func trimRight(b []byte) []byte { return bytes.TrimRight(b, " \t") }

// concerns reports whether a line can hold a question or a hook at one, or mentions a call
// that waits for its result.
func (s *scanner) concerns(line []byte) bool {
	for id := range s.open {
		if bytes.Contains(line, []byte(id)) {
			return true
		}
	}
	return find(line) >= 0
}

// ofHook is in the line of a hook's record, near its start. It cannot be inside a string,
// since quotation marks are escaped there.
const (
	ofHook   = `"attachment":{"type":"hook_`
	nearness = 256
)

// isHook reports whether a line is the record of a hook, at a question or not. It examines
// only the start: searching all bytes a second time would take as long as the first.
func isHook(line []byte) bool {
	return bytes.Contains(line[:min(len(line), nearness)], []byte(ofHook))
}
