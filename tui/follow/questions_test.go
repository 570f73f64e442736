package follow

import (
	"context"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/settings/foreign"
)

// slowLog is read until its context ends.
type slowLog struct{}

func (slowLog) QuestionLog() string            { return "questions.jsonl" }
func (slowLog) Stamp(string) (s foreign.Stamp) { return s }
func (slowLog) Asked(ctx context.Context, _ func(transcript.Progress)) ([]transcript.Question, bool, error) {
	<-ctx.Done()
	return []transcript.Question{{Text: "Which?"}}, true, nil
}

// TestRestEndsReading: what is being read is given up, and what was read comes too late.
func TestRestEndsReading(t *testing.T) {
	q := &Questions{backend: slowLog{}}
	read := q.Load()().(tea.BatchMsg)[0]
	if !q.Reading() || q.Load() != nil {
		t.Error("it is not being read, or twice")
	}
	q.Rest()
	late := read() // returns, because its context has ended
	if q.receive(late); q.All != nil || q.Reading() {
		t.Error("a late result was taken")
	}
}
