package question

import (
	"fmt"
	"testing"
	"time"
)

// TestEverythingShownIsJudged: what stands beside the text, in a member that is
// known or not, can say what is done.
func TestEverythingShownIsJudged(t *testing.T) {
	const danger = `"Drop the production database and force push"`
	call := func(option, question, top string) string {
		return `{"questions":[{"question":"Use this wording?","header":"H","options":[{"label":"Yes"` + option + `},{"label":"No"}]` + question + `}]` + top + `}`
	}
	for _, tt := range []struct{ name, input, where string }{
		{"nothing else", call(``, ``, ``), ""},
		{"description", call(`,"description":`+danger, ``, ``), `description of "Yes"`},
		{"preview", call(`,"preview":`+danger, ``, ``), `"preview" of "Yes"`},
		{"harmless preview", call(`,"preview":"func add(a, b int) int { return a + b }"`, ``, ``), ""},
		{"unknown member of an option", call(`,"more":{"lines":[1,[`+danger+`]]}`, ``, ``), `"more" of "Yes"`},
		{"unknown member of the question", call(``, `,"body":`+danger, ``), `"body"`},
		{"unknown member of the call", call(``, ``, `,"intro":`+danger), `"intro"`},
		{"metadata", call(``, ``, `,"metadata":{"note":`+danger+`}`), `"note"`},
		{"where it comes from", call(``, ``, `,"metadata":{"source":`+danger+`}`), ""},
		{"hidden characters in a preview", call(`,"preview":"one\u200btwo"`, ``, ``), `"preview" of "Yes"`},
	} {
		d := decideOnceAsked(parseCall(t, Tool, tt.input), compileRules(t, rules(`"match":{"header":"H"},"mode":"never-ask","answer":"Yes"`)), situation(), nil)
		got := ""
		if found := d.Choices[0].OneWay; len(found) > 0 {
			got = found[0].Where
		}
		want := OutcomeAnswer
		if tt.where != "" {
			want = OutcomeAsk
		}
		if got != tt.where || d.Outcome != want {
			t.Errorf("%s: %s because of %q, want %s because of %q", tt.name, d.Outcome, got, want, tt.where)
		}
	}
	if d := Undecided(parseCall(t, Tool, call(`,"preview":`+danger, ``, ``))); fmt.Sprint(d.Choices[0].OneWay) == "[]" {
		t.Error("without rules, a preview is not judged")
	}
}

// TestRulesAreJudgedByTheirWords: of a rule, the text and the answer are judged; where a marker or
// the labels tell what it is about, the questions are.
func TestRulesAreJudgedByTheirWords(t *testing.T) {
	for _, tt := range []struct {
		name  string
		rule  Rule
		found bool
	}{
		{"text", Rule{Match: Match{Text: "Drop the production database?"}, Answer: Answer{Label: "Yes"}}, true},
		{"exact", Rule{Match: Match{Exact: "Drop the production database?"}, Answer: Answer{Label: "Yes"}}, true},
		{"answer to a harmless text", Rule{Match: Match{Text: "What now?"}, Answer: Answer{Label: "Drop the production database"}}, true},
		{"header", Rule{Match: Match{Header: "Deploy to production"}, Answer: Answer{Label: "Deploy now"}}, true},
		{"marker", Rule{Match: Match{Marker: "depth"}, Answer: Answer{Label: "Drop the production database"}}, false},
		{"labels", Rule{Match: Match{Options: []string{"Drop the production database", "Keep it"}}, Answer: Answer{Label: "Keep it"}}, false},
	} {
		tt.rule.Mode = NeverAsk
		if got := tt.rule.HeldUp(); (got != "") != tt.found {
			t.Errorf("%s: %q", tt.name, got)
		}
	}
}

// TestWeakFindingsYieldToFamiliarQuestions: what the safety check is unsure of holds an answer up, unless the person
// has given it to exactly this question; a text that they know, with a new description, is not that question.
func TestWeakFindingsYieldToFamiliarQuestions(t *testing.T) {
	t.Parallel()
	ask := func(full string) Call {
		return askedCall(t, `{"question":"<qid:eval-1> The full evaluation would send 1,200 prompts to the hosted model, `+
			`roughly $3 on your key. Which size do you want?","header":"Eval size","options":[{"label":"Sample of 100",`+
			`"description":"About 25 cents, confidence interval of ±9 points. Enough to see if the prompt is broken."},`+
			`{"label":"All 1,200","description":"`+full+`"},{"label":"Recorded answers",`+
			`"description":"Evaluate only against cache/responses.jsonl from last week; costs nothing."}]}`)
	}
	known := ask("Needed for the table in the report, takes 40 minutes with the rate limit.")
	changed := ask("Needed for the table in the report, takes about 45 minutes with the rate limit.")
	for _, c := range []Call{known, changed} {
		all, strong := classify(c, c.Questions[0], picked{}), classifyStrong(c, c.Questions[0], picked{})
		if len(all) == 0 || len(strong) > 0 {
			t.Fatalf("the findings are not just weak: %v, %v", all, strong)
		}
	}
	past := PastAnswer{
		At: time.Unix(1, 0), By: AnsweredInDialog, Question: known.Questions[0], Labels: []string{"Sample of 100"},
	}
	byText := `"match":{"header":"Eval size","text":"` + known.Questions[0].Text + `"}`
	for _, tt := range []struct {
		name, rule string
		call       Call
		past       []PastAnswer
		want       Outcome
		oneWay     bool
	}{
		{"the same", byText + `,"same":"options"`, known, []PastAnswer{past}, OutcomeAnswer, false},
		{"a new description", byText + `,"same":"options"`, changed, []PastAnswer{past}, OutcomeAsk, true},
		{"never answered", byText, known, nil, OutcomeAsk, true},
		{"by its marker", `"match":{"marker":"eval-1"}`, known, []PastAnswer{past}, OutcomeAsk, true},
		{"allowed", byText + `,"oneWay":"allow"`, known, []PastAnswer{past}, OutcomeAnswer, true},
	} {
		at := situation()
		at.Past = func(Call, Question) []PastAnswer { return tt.past }
		l := compileRules(t, rules(tt.rule+`,"mode":"never-ask","answer":"Sample of 100"`))
		for _, trace := range []*Trace{nil, {}} { // to explain a decision is not to change it
			d := Decide(tt.call, l, at, trace)
			if d.Outcome != tt.want || d.OneWay() != tt.oneWay || d.Choices[0].Rule != "r1" {
				t.Errorf("%s, explained %v: %s, one-way %v: %s", tt.name, trace != nil, d.Outcome, d.OneWay(), d.Choices[0].Why)
			}
		}
	}
}
