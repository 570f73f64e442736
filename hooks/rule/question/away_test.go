package question

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestAway: what is answered while the person is away, and what waits for them.
func TestAway(t *testing.T) {
	const plain = `{"questions":[{"question":"Which parser?","header":"Parser","multiSelect":false,"options":[{"label":"fast"},{"label":"small"}]}]}`
	marked := strings.Replace(plain, `"fast"`, `"fast (Recommended)"`, 1)
	rule := func(more string) string { return rules(`"match":{"text":"Which parser?"},` + more) }
	never := rule(`"mode":"never-ask","answer":"small"`)
	for _, tt := range []struct {
		name   string
		input  string
		rules  string
		past   []string // their answers, in the order of time: typed ones begin with "!", unconfirmed ones with "?"
		answer string   // "" where it waits
		why    Away
		waits  string // part of what is said of one that waits
	}{
		{"recommended", marked, "", nil, "fast (Recommended)", AwayRecommended, ""},
		{"nothing recommended", plain, "", nil, "", "", "0 of the 3"},
		{"two recommended", strings.Replace(marked, `"small"`, `"small (Recommended)"`, 1), "", nil, "", "", "0 of the 3"},
		{"usual", plain, "", []string{"small", "small", "small"}, "small", AwayUsual, ""},
		{"usual before recommended", marked, "", []string{"small", "small", "small"}, "small", AwayUsual, ""},
		{"not often enough", plain, "", []string{"small", "small"}, "", "", "2 of the 3"},
		{"not often enough, and another is recommended", marked, "", []string{"small"}, "", "", "1 of the 3"},
		{"once, as recommended", marked, "", []string{"fast"}, "fast (Recommended)", AwayRecommended, ""},
		{"not alike", plain, "", []string{"small", "small", "fast", "small"}, "", "", "different ways"},
		{"not alike, and one is recommended", marked, "", []string{"fast", "small"}, "", "", "different ways"},
		{"typed once", marked, "", []string{"!both", "fast", "fast", "fast"}, "", "", "words of your own"},
		{"not known to be theirs", plain, "", []string{"?small", "?small", "small"}, "", "", "1 of the 3"},
		{"perhaps otherwise", marked, "", []string{"?small"}, "", "", "0 of the 3"},
		{"a rule", plain, never, nil, "small", AwayByRule, ""},
		{"a rule before what is recommended", marked, never, nil, "small", AwayByRule, ""},
		{"a rule, and they answered otherwise", plain, never, []string{"fast"}, "", "", "you last gave another one"},
		{"a rule that prefers", plain, rule(`"mode":"prefer","answer":"small"`), nil, "small", AwayByRule, ""},
		{"a rule that asks", marked, rule(`"mode":"always-ask"`), []string{"fast", "fast", "fast"}, "", "", "has it asked"},
		{"a rule without an option", marked, rule(`"mode":"never-ask","answer":"other"`), nil, "", "", "your rule has no answer"},
		{"a rule that answers anyway", plain, never, []string{"small"}, "small", AwayByRule, ""},
		{"several answers", strings.Replace(marked, `"multiSelect":false`, `"multiSelect":true`, 1), "", nil, "", "", "several answers"},
		{"a preview", strings.Replace(marked, `"small"`, `"small","preview":"x := 1"`, 1), "", nil, "", "", "more than words"},
		{"an act", strings.Replace(marked, `"small"`, `"small","description":"Drops the production database"`, 1), "", nil, "", "", "may mean something irreversible"},
		{"an act in the header", strings.Replace(marked, `"Parser"`, `"Prod-Reset"`, 1), "", nil, "", "", "may mean something irreversible"},
		{"an act that is recommended", `{"questions":[{"question":"Where should the integration tests get their orders from?","header":"Test data","multiSelect":false,"options":[{"label":"Shared store DB (Recommended)","description":"Truncates the orders table before each run"},{"label":"SQLite in memory"}]}]}`, "", nil, "", "", "irreversible"},
		{"an act, always answered", strings.Replace(plain, `"small"`, `"small","description":"Force push to origin"`, 1), "", []string{"small", "small", "small"}, "", "", "irreversible"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := parseCall(t, Tool, tt.input)
			at := situation()
			at.Away = func() bool { return true }
			at.Past = func(c Call, q Question) (past []PastAnswer) {
				for i, label := range tt.past {
					a := PastAnswer{At: time.Unix(int64(i+1), 0), By: AnsweredInDialog, Session: "s", Question: q}
					text, typed := strings.CutPrefix(label, "!")
					label, a.Unconfirmed = strings.CutPrefix(label, "?")
					if typed {
						a.Text = text
					} else {
						a.Labels = []string{label}
					}
					past = append(past, a)
				}
				return past
			}
			list := tt.rules
			if list == "" {
				list = `{"version":1,"rules":[]}`
			}
			var trace Trace
			d := Decide(c, compileRules(t, list), at, &trace)
			if said := fmt.Sprint(trace.Steps); (tt.waits != "") != strings.Contains(said, "waits for you: ") || !strings.Contains(said, tt.waits) {
				t.Errorf("said %s, want %q", said, tt.waits)
			}
			choice, got := d.Choices[0], ""
			if choice.Verdict == Answered {
				got = choice.Answer(c.Questions[0])
			}
			if got != tt.answer || choice.Away != tt.why || (tt.answer == "") != (d.Outcome != OutcomeAnswer) {
				t.Errorf("%s, %q because of %q (%s), want %q because of %q", d.Outcome, got, choice.Away, choice.Why, tt.answer, tt.why)
			}
			at.Away = func() bool { return false }
			if d := Decide(c, compileRules(t, list), at, nil); (d.Outcome == OutcomeAnswer) != (tt.name == "a rule that answers anyway") || d.Choices[0].Away != "" {
				t.Errorf("%s while they are there: %s", d.Outcome, d.Choices[0].Why)
			}
		})
	}
	// A server answers only what the person lets it answer.
	server := "mcp__helper__" + Tool
	for _, policy := range []string{"", "answers", "ask", "deny"} {
		list := `{"version":1,"rules":[]}`
		if policy != "" {
			list = `{"version":1,"mcp":{"helper":"` + policy + `"},"rules":[]}`
		}
		at := situation()
		at.Away = func() bool { return true }
		if d := Decide(parseCall(t, server, marked), compileRules(t, list), at, nil); (d.Outcome == OutcomeAnswer) != (policy == "answers") || d.Outcome == OutcomeDeny {
			t.Errorf("under the policy %q: %s", policy, d.Outcome)
		}
	}
}
