package preferences

import (
	"strings"
	"testing"

	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
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

// Two rules for the same questions contradict each other where Claude asks for that.
func TestLintOfRulesForTheSame(t *testing.T) {
	for acts, want := range map[string]string{
		`"mode":"never-ask","answer":"No"`:           "contradicts: matches the same questions as a, which answers differently, so Claude asks",
		`"mode":"always-ask","answer":"Yes"`:         "contradicts: matches the same questions as a, which does something else; the more careful of the two decides",
		`"mode":"prefer","answer":"Yes"`:             "duplicate: matches the same questions as a, which does something else; the more careful of the two decides",
		`"mode":"never-ask","answer":"Yes"`:          "duplicate: says the same as a",
		`"mode":"never-ask","answer":{"text":"Yes"}`: "contradicts: matches the same questions as a, which answers differently, so Claude asks",
	} {
		found := Lint(parsed(t, `{"version":1,"rules":[
			{"id":"a","match":{"text":"Fix 3 files?"},"mode":"never-ask","answer":"Yes"},
			{"id":"b","match":{"text":"Fix 4 files?"},`+acts+`}]}`), nil)
		if len(found) != 1 || found[0].Rule != "b" || found[0].Other != "a" || found[0].Kind+": "+found[0].Message != want {
			t.Errorf("%s: %+v", acts, found)
		}
	}
}

// What is named of an option, or answered, is judged like the question, if no question is known.
func TestLintJudgesOptionsAndAnswers(t *testing.T) {
	for rule, want := range map[string]string{
		`{"match":{"text":"Which?","options":["Keep","Delete all files"]},"answer":"Keep"}`: `may mean something irreversible`,
		`{"match":{"text":"Which?"},"answer":"Delete all files"}`:                           `may mean something irreversible`,
		`{"match":{"text":"Which?"},"answer":{"labels":["Keep","Delete all files"]}}`:       `may mean something irreversible`,
		`{"match":{"text":"Run ` + "`frobnicate`" + `?"},"answer":"Yes"}`:                   `is not known to be harmless`,
		`{"match":{"text":"Run the te` + "\u200b" + `sts?"},"answer":"Yes"}`:                `cannot be judged`,
	} {
		found, err := LintPast([]byte(`{"version":1,"rules":[{"id":"a","mode":"never-ask",`+rule[1:]+`]}`), nil, nil)
		musttest.Do(t, err)
		if len(found) != 1 || found[0].Kind != "one-way" || !strings.Contains(found[0].Message, want+", so Claude asks despite the rule") {
			t.Errorf("%s: %v", rule, found)
		}
	}
}

// TestBeside: of two rules for the same questions it is said what comes of them; rules of
// other projects, and for other questions, are no matter.
func TestBeside(t *testing.T) {
	rule := func(id string, m question.Match, mode question.Mode, label string) question.Rule {
		return question.Rule{ID: id, Match: m, Mode: mode, Answer: question.Answer{Label: label}}
	}
	text := question.Match{Text: "Fix 3 files?"}
	r := rule("r", text, question.NeverAsk, "Yes")
	elsewhere := rule("a", text, question.NeverAsk, "No")
	elsewhere.Project = "/w"
	for name, tt := range map[string]struct {
		other question.Rule
		want  string
	}{
		"another number":   {rule("a", question.Match{Text: "Fix 4 files?"}, question.NeverAsk, "Yes"), "another rule matches the same questions and does the same"},
		"another answer":   {rule("a", text, question.PreferMode, "No"), "another rule matches the same questions and answers differently, so Claude asks"},
		"another mode":     {rule("a", text, question.AlwaysAsk, "No"), "another rule matches the same questions and does something else; the more careful of the two decides"},
		"a wider one":      {rule("a", question.Match{Text: "Fix 3 files?", Header: "Fix"}, question.NeverAsk, "Yes"), "it also matches the questions of another rule"},
		"other questions":  {rule("a", question.Match{Header: "Fix"}, question.NeverAsk, "Yes"), ""},
		"another project":  {elsewhere, ""},
		"the rule as read": {rule("r", text, question.NeverAsk, "No"), ""},
	} {
		other, got := Beside(r, []question.Rule{tt.other})
		if got != tt.want || got != "" && other.ID != "a" {
			t.Errorf("%s: %q, %+v", name, got, other)
		}
	}
	if _, got := Beside(rule("b", question.Match{Text: "Fix 5 files?", Header: "Fix"}, question.NeverAsk, "Yes"), []question.Rule{r}); got != "another rule matches these questions, too" {
		t.Errorf("a narrower one: %q", got)
	}
}

// TestTroubles: which findings say that a rule never answers, and which that another one contradicts it.
func TestTroubles(t *testing.T) {
	for kind, want := range map[string]struct {
		never   bool
		trouble Trouble
	}{
		OneWay: {true, Unanswering}, AlwaysNew: {true, Unanswering}, "answer": {true, Unanswering}, "shadowed": {true, ""},
		"contradicts": {false, Contradicted}, "duplicate": {false, ""}, Unmatched: {false, ""}, Paused: {false, ""},
	} {
		f := Finding{Kind: kind}
		if f.NeverAnswers() != want.never || f.Trouble() != want.trouble {
			t.Errorf("%s: never answers %v, trouble %q", kind, f.NeverAnswers(), f.Trouble())
		}
	}
}
