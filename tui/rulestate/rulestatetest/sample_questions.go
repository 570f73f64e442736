package rulestatetest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/tui/kit/kittest"
)

// Dir returns the directory that the person works in.
func (w *World) Dir() string { return w.shown(w.In.Locations.Dir) }

// Question returns a question that was asked some hours ago in a directory, with its answer. A
// label may be followed by a colon and its description.
func Question(dir string, hours int, header, text, answer string, labels ...string) transcript.Question {
	q := transcript.Question{
		Time:    kittest.Noon.Add(-time.Duration(hours) * time.Hour),
		Session: "s1", ToolUseID: fmt.Sprintf("toolu_%d", hours), Project: dir,
		Tool: question.Tool, Text: text, Header: header, Answer: answer,
		Outcome: transcript.Unanswered, By: transcript.Nobody,
	}
	for i, l := range labels {
		label, about, _ := strings.Cut(l, ": ")
		q.Options = append(q.Options, transcript.Option{Label: label, Description: about})
		if label == answer {
			q.Chosen = []int{i}
		}
	}
	switch {
	case q.Chosen != nil:
		q.Outcome, q.By = transcript.Picked, transcript.Person
	case answer != "":
		q.Outcome, q.By = transcript.Typed, transcript.Person
	}
	if c, err := q.Call(); err == nil && q.By == transcript.Person {
		q.Shown = c.Questions[0].Raw().Raw()
	}
	return q
}

func ask(w *World, hours int, header, text, answer string, labels ...string) transcript.Question {
	return Question(w.Dir(), hours, header, text, answer, labels...)
}

// Live gives the world some rules and questions.
func (w *World) Live() {
	w.Put(RulesFile, `{
  "version": 1,
  "rules": [
    {"id": "tests", "match": {"text": "Run the tests before committing?"}, "mode": "never-ask", "answer": "Yes", "created": {"at": "2026-11-01T10:00:00Z", "by": "rules add"}},
    {"id": "library", "match": {"header": "Library"}, "mode": "prefer", "answer": "recommended"},
    {"id": "deploy", "match": {"text": "Deploy to production?"}, "mode": "never-ask", "answer": "Yes", "oneWay": "allow", "note": "only at night"},
    {"id": "format", "match": {"header": "Format", "options": ["Tabs", "Spaces"]}, "mode": "always-ask", "project": "`+w.Dir()+`"},
    {"id": "wide", "match": {"pattern": ".*"}, "mode": "ask-only-for-one-way", "answer": "usual"}
  ]
}
`)
	yes := []string{"Yes (Recommended): Runs go test; takes a minute", "No: Commits at once"}
	for i := range 6 {
		q := ask(w, 200-20*i, "Tests", "Run the tests before committing?", "Yes (Recommended)", yes...)
		if i > 2 {
			q.By, q.Rule, q.Logged = transcript.Neverask, "tests", true
		}
		if i == 4 {
			q.By, q.Overwritten, q.Expected, q.Answer, q.Chosen, q.Command =
				transcript.OtherHook, true, "Yes (Recommended)", "No", []int{1}, "~/bin/other --token s3cr3t"
		}
		w.Questions = append(w.Questions, q)
	}
	w.Questions = append(w.Questions,
		ask(w, 50, "Library", "Which library should parse dates?",
			"Temporal", "date-fns: Small", "Temporal: The coming standard", "luxon"),
		ask(w, 30, "Deploy", "Deploy to production?", "", "Yes: Rolls out to all users", "No"),
		ask(w, 20, "名前", "変数の名前はどうしますか？ 👩‍👩‍👧‍👦", "something of my own", "一", "二"),
		ask(w, 3, "Evil", "Be \x1b[31mred\x1b[0m \u202eevil\u202c\tand\nlong?", "Yes", "Yes", "No"))
	declined := ask(w, 2, "Cleanup", "Keep the old migration files?", "", "Yes", "No")
	declined.Outcome = transcript.Declined
	w.Questions = append(w.Questions, declined)
	slices.SortStableFunc(w.Questions, func(a, b transcript.Question) int { return a.Time.Compare(b.Time) })
}

// Advise suggests two rules.
func (w *World) Advise() {
	latest := ask(w, 20, "Refactor", "Split server.go into smaller files?",
		"Split it", "Split it: By concern", "Leave it: It works")
	other := ask(w, 90, "Refactor", "Split server.go into smaller files?",
		"Leave it", "Split it: By concern", "Leave it: It works")
	w.Questions = append(w.Questions, latest, other)
	w.Advised = []suggest.Suggestion{
		{
			ID: "one", Latest: latest, Answer: "Split it", Asked: 14,
			Alike: 13, Last: latest.Time, Projects: []string{w.Dir(), strings.TrimSuffix(w.Dir(), "shop") + "blog"},
			Rule: question.Rule{
				Match: question.Match{Text: latest.Text}, Mode: question.NeverAsk, Answer: question.Answer{Label: "Split it"},
			},
			Replay: transcript.Replay{
				Matched: 14, Answered: 9, New: 4, Unsure: 1, Seen: 12, Different: []transcript.Question{other}, Overruled: 1,
			},
		},
		{
			ID: "two", Latest: ask(w, 40, "Docs", "Add an entry to the changelog?", "Yes", "Yes", "No"),
			Answer: "Yes", Asked: 6, Alike: 6, Last: latest.Time,
			Rule: question.Rule{
				Match: question.Match{Text: "Add an entry to the changelog?"},
				Mode:  question.NeverAsk, Answer: question.Answer{Label: "Yes"},
			},
			Replay: transcript.Replay{Matched: 6, New: 1, Unsure: 5},
		},
	}
}

// ChangeOutside makes two rules count as added outside neverask.
func (w *World) ChangeOutside() { w.FromOutside = []string{"tests", "deploy"} }
