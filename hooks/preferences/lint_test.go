package preferences

import (
	"strings"
	"testing"

	"neverask/hooks/question"
)

// An answer that a rule only keeps is nothing that it does.
func TestLintOfKeptAnswers(t *testing.T) {
	p := parsed(t, `{"version":1,"rules":[
		{"id":"a","match":{"header":"H"},"mode":"always-ask","answer":"Yes"},
		{"id":"b","match":{"header":"H"},"mode":"always-ask"}]}`)
	found := Lint(p, nil)
	if len(found) != 1 || found[0].Kind != "duplicate" || found[0].Rule != "b" {
		t.Errorf("got %+v", found)
	}
}

// What is named of an option, or answered, is judged like the question.
func TestLintJudgesOptionsAndAnswers(t *testing.T) {
	for rule, want := range map[string]string{
		`{"match":{"text":"Which?","options":["Keep","Drop the table"]},"answer":"Keep"}`: `is about something that cannot be undone`,
		`{"match":{"text":"Which?"},"answer":"Drop the table"}`:                           `is about something that cannot be undone`,
		`{"match":{"text":"Which?"},"answer":{"labels":["Keep","Drop the table"]}}`:       `is about something that cannot be undone`,
		`{"match":{"text":"Run ` + "`frobnicate`" + `?"},"answer":"Yes"}`:                 `is not known to be harmless`,
		`{"match":{"text":"Run the te` + "\u200b" + `sts?"},"answer":"Yes"}`:              `cannot be judged`,
	} {
		p, problems, err := question.ParsePreferences([]byte(`{"version":1,"rules":[{"id":"a","mode":"never-ask",` + rule[1:] + `]}`))
		if err != nil || len(problems) > 0 {
			t.Fatal(err, problems)
		}
		found := Lint(p, nil)
		if len(found) != 1 || found[0].Kind != "one-way" || !strings.Contains(found[0].Message, want+", so it is asked in spite of the rule") {
			t.Errorf("%s: %v", rule, found)
		}
	}
}
