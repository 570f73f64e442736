package question

import (
	"fmt"
	"testing"
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
