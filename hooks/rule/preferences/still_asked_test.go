package preferences

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
)

// TestFindingsSayWhatTheHookDoes: of rules for realistic questions, exactly those are said to be held up by the safety
// check whose question is not answered when Claude asks it again.
func TestFindingsSayWhatTheHookDoes(t *testing.T) {
	t.Parallel()
	f, err := os.Open("../safety/testdata/author-d.jsonl")
	musttest.Do(t, err)
	defer f.Close()
	held, byWords := 0, 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var item struct {
			Question, Header, Pick string
			MultiSelect            bool
			Options                []transcript.Option
		}
		if json.Unmarshal(lines.Bytes(), &item) != nil || item.MultiSelect || len(item.Options) < 2 {
			continue
		}
		q := transcript.Question{
			Time: time.Unix(1, 0), Tool: question.Tool, ToolUseID: "toolu_1", Project: "/w",
			Text: item.Question, Header: item.Header, Options: item.Options,
			Outcome: transcript.Picked, By: transcript.Person, Answer: item.Options[0].Label, Chosen: []int{0},
		}
		call, err := q.Call()
		musttest.Do(t, err)
		q.Shown = call.Questions[0].Raw().Raw()
		a, ok := q.PastAnswer()
		if !ok {
			t.Fatalf("%q is not answered", q.Text)
		}
		content, err := json.Marshal(map[string]any{"version": 1, "rules": []any{map[string]any{"id": "a", "mode": "never-ask",
			"match": map[string]any{"text": item.Question}, "answer": item.Options[0].Label}}})
		musttest.Do(t, err)
		compiled, problems, err := question.Compile(content)
		if err != nil || len(problems) > 0 {
			t.Fatal(err, problems)
		}
		past := []question.PastAnswer{a}
		asked := question.Decide(call, compiled, question.Situation{Past: question.Lookup(past)}, nil).Outcome == question.OutcomeAsk
		if asked {
			held++
		}
		rule := compiled.For(call, call.Questions[0], question.Identify(call.Questions[0]))[0]
		if rule.HeldUp() != "" && !asked {
			byWords++
		}
		found, err := LintPast(content, []transcript.Question{q}, past)
		musttest.Do(t, err)
		var kinds []string
		for _, f := range found {
			kinds = append(kinds, f.Kind)
		}
		if want := map[bool]string{true: OneWay}[asked]; strings.Join(kinds, " ") != want || !asked && StillAsked(rule, past) != "" {
			t.Errorf("%q is asked: %v, and the findings are %v; with its past: %q", item.Question, asked, found, StillAsked(rule, past))
		}
	}
	if held == 0 || byWords == 0 {
		t.Errorf("%d are held up, %d would be by their words alone: this tests nothing", held, byWords)
	}
	t.Logf("%d are held up, %d would be by their words alone", held, byWords)
}

// TestHeldUpByWords: the words of a rule count only until the person has answered a question that says more.
func TestHeldUpByWords(t *testing.T) {
	t.Parallel()
	const asks, noOrder = ", so Claude asks despite the rule", ", so Claude asks without putting an answer first"
	of := func(text string, mode question.Mode) question.Rule {
		return question.Rule{ID: "a", Mode: mode, Match: question.Match{Text: text}, Answer: question.Answer{Label: "Yes"}}
	}
	allowed := of("Deploy to production now?", question.NeverAsk)
	allowed.OneWay = question.OneWayAllow
	for _, tt := range []struct {
		name, end string
		rule      question.Rule
		concern   bool
	}{
		{"harmless", "", of("Run the tests?", question.NeverAsk), false},
		{"irreversible", asks, of("Deploy to production now?", question.NeverAsk), true},
		{"irreversible, with care", asks, of("Deploy to production now?", question.AskOnlyForOneWay), true},
		{"an option first", noOrder, of("Deploy to production now?", question.PreferMode), true},
		{"asks anyway", "", of("Deploy to production now?", question.AlwaysAsk), true},
		{"allowed", "", allowed, true},
	} {
		got := StillAsked(tt.rule, nil)
		if (got == "") != (tt.end == "") || !strings.HasSuffix(got, tt.end) || len(got) == len(tt.end) && got != "" {
			t.Errorf("%s: %q", tt.name, got)
		}
		if got := Concern(tt.rule, nil); (got != "") != tt.concern {
			t.Errorf("%s: concern %q", tt.name, got)
		}
	}
}
