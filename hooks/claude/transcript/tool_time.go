package transcript

import (
	"context"
	"slices"
	"time"
)

// ToolTime is a tool call and how long its result took.
type ToolTime struct {
	Tool    string
	Time    time.Time // of the call
	Session string
	Took    time.Duration
}

// ToolTimes reads the transcripts below root written since a time, and passes on every later call
// of the tools that has a result. It keeps nothing, like [ToolCalls].
func ToolTimes(ctx context.Context, root string, since time.Time, tools []string, each func(ToolTime)) error {
	open := map[string]ToolTime{}
	s := callScanner{
		since: since, seen: map[uint64]bool{},
		want: func(tool string) bool { return slices.Contains(tools, tool) },
		each: func(c ToolCall) bool {
			if !c.Time.Before(since) {
				open[c.ID] = ToolTime{Tool: c.Tool, Time: c.Time, Session: c.Session}
			}
			return true
		},
		ends: func(line []byte) bool {
			is := len(open) > 0
			if is {
				_, is = open[textAfter(line, resultWord)]
			}
			return is
		},
		result: func(id string, at time.Time) {
			if w, ok := open[id]; ok {
				w.Took = max(0, at.Sub(w.Time))
				each(w)
				delete(open, id)
			}
		},
	}
	return s.all(ctx, root)
}
