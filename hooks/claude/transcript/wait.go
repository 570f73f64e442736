package transcript

import (
	"bytes"
	"context"
	"slices"
	"time"
)

// Wait is a tool call and how long its result took.
type Wait struct {
	Tool    string
	Time    time.Time // of the call
	Session string
	Took    time.Duration
}

// Waits reads the transcripts below root written since a time, and passes on every later call
// of the tools that has a result. It keeps nothing, like [ToolCalls].
func Waits(ctx context.Context, root string, since time.Time, tools []string, each func(Wait)) error {
	open := map[string]Wait{}
	s := callScanner{
		since: since, words: [][]byte{resultWord}, seen: map[uint64]bool{},
		want: func(tool string) bool { return slices.Contains(tools, tool) },
		each: func(c ToolCall) bool {
			if !c.Time.Before(since) {
				open[c.ID] = Wait{Tool: c.Tool, Time: c.Time, Session: c.Session}
			}
			return true
		},
		isOpen: func(id string) bool { _, is := open[id]; return is },
		result: func(id string, at time.Time) {
			if w, ok := open[id]; ok {
				w.Took = max(0, at.Sub(w.Time))
				each(w)
				delete(open, id)
			}
		},
	}
	for _, tool := range tools {
		s.words = append(s.words, []byte(`"name":"`+tool+`"`))
	}
	return s.all(ctx, root)
}

// resultWord precedes the ID of the call whose result a line has.
var resultWord = []byte(`"tool_use_id":"`)

// concerns reports whether a line is about one of the words.
func (s *callScanner) concerns(line []byte) bool {
	return slices.ContainsFunc(s.words, func(word []byte) bool { return bytes.Contains(line, word) })
}
