package preferences

import (
	"strings"
	"testing"

	"neverask/hooks/rule/question"
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
		`{"match":{"text":"Which?","options":["Keep","Delete all files"]},"answer":"Keep"}`: `is about something irreversible`,
		`{"match":{"text":"Which?"},"answer":"Delete all files"}`:                           `is about something irreversible`,
		`{"match":{"text":"Which?"},"answer":{"labels":["Keep","Delete all files"]}}`:       `is about something irreversible`,
		`{"match":{"text":"Run ` + "`frobnicate`" + `?"},"answer":"Yes"}`:                   `is not known to be harmless`,
		`{"match":{"text":"Run the te` + "\u200b" + `sts?"},"answer":"Yes"}`:                `cannot be judged`,
	} {
		p, problems, err := question.ParsePreferences([]byte(`{"version":1,"rules":[{"id":"a","mode":"never-ask",` + rule[1:] + `]}`))
		if err != nil || len(problems) > 0 {
			t.Fatal(err, problems)
		}
		found := Lint(p, nil)
		if len(found) != 1 || found[0].Kind != "one-way" || !strings.Contains(found[0].Message, want+", so Claude asks in spite of the rule") {
			t.Errorf("%s: %v", rule, found)
		}
	}
}

// A widening that does nothing is told of, with the reason.
func TestLintOfWidenings(t *testing.T) {
	for _, tt := range []struct{ text, widen, want string }{
		{"Fix the 3 tests in `a.go`?", `{"n":"any number up to 20","name":["a.go","b.go"]}`, ""},
		{"Fix the {n} tests in {name}?", `{"n":"any number up to 20","name":"any file of this project"}`, ""},
		{"Fix the 3 tests?", `{"n 2":"anything"}`, `"n 2" is not widened: the wording has no such slot`},
		{"Read https://a.b/c?", `{"url":"anything"}`, `"url" is not widened: it is an address`},
		{"Use `a`?", `{"name":["a","db.example.com"]}`, `"name" is not widened: "db.example.com" is a host or an address`},
		{"Use `a`?", `{"name":["/etc/passwd"]}`, `"name" is not widened: "/etc/passwd" is a path outside the project`},
		{"Use `a`?", `{"name":["a", "Staging2"]}`, `"name" is not widened: "Staging2" is an environment`},
		{"Wait 10ms?", `{"n":"anything"}`, `"n" is not widened: it is part of a longer word`},
		{"Keep 10 % of it?", `{"n":"anything"}`, `"n" is not widened: the question is about a percentage`},
		{"Is a Preis of 10 fine?", `{"n":"anything"}`, `"n" is not widened: the question is about money`},
		{"Invite `a`?", `{"name":"anything"}`, `"name" is not widened: the question is about a mail address or a recipient`},
		{"Tag it as 3?", `{"n":"anything"}`, `"n" is not widened: the question is about a version to release`},
		{"Drop 3 tables?", `{"n":"anything"}`, `"n" is not widened: "drop … tables" may be about something irreversible`},
	} {
		p, problems, err := question.ParsePreferences([]byte(`{"version":1,"rules":[{"id":"a","match":{"text":"` + tt.text + `"},"mode":"never-ask","answer":"Yes","widen":` + tt.widen + `}]}`))
		if err != nil || len(problems) > 0 {
			t.Fatal(err, problems)
		}
		var got []string
		for _, f := range Lint(p, nil) {
			if f.Kind == "widen" {
				got = append(got, f.Message)
			}
		}
		if text := strings.Join(got, "; "); text != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.text, tt.widen, text, tt.want)
		}
	}
	p := parsed(t, `{"version":1,"rules":[
		{"id":"a","match":{"text":"Fix the 3 tests?"},"mode":"never-ask","answer":"Yes"},
		{"id":"b","match":{"text":"Fix the 3 tests?"},"mode":"never-ask","answer":"Yes","widen":{"n":"anything"}}]}`)
	if found := Lint(p, nil); len(found) != 1 || found[0].Kind != "duplicate" {
		t.Errorf("got %+v", found)
	}
}
