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
