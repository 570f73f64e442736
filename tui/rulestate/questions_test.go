package rulestate

import (
	"context"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/settings/saferead"
)

// slowLog is read until its context ends.
type slowLog struct{}

func (slowLog) QuestionLog() string             { return "questions.jsonl" }
func (slowLog) Stamp(string) (s saferead.Stamp) { return s }
func (slowLog) Asked(ctx context.Context, _ func(transcript.Progress)) ([]transcript.Question, bool, error) {
	<-ctx.Done()
	return []transcript.Question{{Text: "Which?"}}, true, nil
}

// TestRestEndsReading: a reading is cancelled, and its late result is dropped.
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

// TestBacktestKnowsWhenItWasAsked: the question shown has descriptions of its options, and the time
// is that of the last question worded like it.
func TestBacktestKnowsWhenItWasAsked(t *testing.T) {
	now := time.Now()
	told := transcript.Question{Tool: "AskUserQuestion", Text: "Which?", Time: now.Add(-2 * time.Hour), Options: []transcript.Option{{Label: "A", Description: "the first"}, {Label: "B"}}}
	logged := told
	logged.Time, logged.Options = now, []transcript.Option{{Label: "A"}, {Label: "B"}}
	f := NewAsked([]transcript.Question{told, logged}, nil).Backtest(question.Rule{Match: question.Match{Text: "Which?"}})
	if f.Latest == nil || f.Latest.Options[0].Description == "" || !f.Last.Equal(now) {
		t.Errorf("got %+v, asked last %v", f.Latest, f.Last)
	}
}
