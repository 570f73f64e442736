package tui

import (
	"strings"
	"testing"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/tui/rulestate"
)

// A form says at once that the safety check has a question asked in spite of the rule,
// and what would let the rule answer it.
func TestFormSaysWhatIsStillAsked(t *testing.T) {
	t.Parallel()
	f := life(t)
	f.Put(rulesFile, `{"version": 1, "rules": []}`)
	f.Questions = append(f.Questions, asked(1, "Next", "What comes next?", "Rest", "Rest", "Delete the old branches"), asked(0, "Deploy", "Deploy to production?", "Yes", "Yes", "No"))
	d := newDriver(t, f, 120, 40)
	d.Keys("3", "a")
	d.Sees("New rule", "▲ check", `"deploy to production" may mean something irreversible, so Claude asks despite the rule`, "let it answer exactly what you have answered yourself")
	d.SeesNot("✓ valid")
	d.Keys("enter")
	d.Sees("saved “Deploy to production?”, but \"deploy to production\" may mean something irreversible, so Claude asks despite")
	f.Put(rulesFile, `{"version": 1, "rules": []}`)

	yes := question.Answer{Label: "Yes"}
	deploy := question.Match{Text: "Deploy to production?"}
	for name, c := range map[string]struct {
		rule question.Rule
		want string // "" for no warning
	}{
		"asks":           {question.Rule{Match: deploy, Mode: question.AlwaysAsk, Answer: yes}, ""},
		"allowed":        {question.Rule{Match: deploy, Mode: question.NeverAsk, Answer: yes, OneWay: question.OneWayAllow}, ""},
		"never answers":  {question.Rule{Match: deploy, Mode: question.AskOnlyForOneWay, Answer: yes}, "Only a never-"},
		"prefers":        {question.Rule{Match: deploy, Mode: question.PreferMode, Answer: yes}, "▲ check: \"deploy to production\" may mean something irreversible, so Claude asks without"},
		"wide":           {question.Rule{Match: question.Match{Header: "Deploy"}, Mode: question.NeverAsk, Answer: yes}, "Only a never-"},
		"an option":      {question.Rule{Match: question.Match{Text: "Which?", Options: []string{"Keep", "Drop the table"}}, Mode: question.NeverAsk, Answer: question.Answer{Label: "Keep"}}, "let it answer exactly"},
		"its answer":     {question.Rule{Match: question.Match{Text: "Which?"}, Mode: question.NeverAsk, Answer: question.Answer{Label: "Drop the table"}}, "let it answer exactly"},
		"the past alone": {question.Rule{Match: question.Match{Text: "What comes next?"}, Mode: question.NeverAsk, Answer: question.Answer{Label: "Rest"}}, "\"delete the old branches\" may mean something irreversible"},
		"harmless":       {question.Rule{Match: question.Match{Text: runTests}, Mode: question.NeverAsk, Answer: yes}, ""},
	} {
		d := newDriver(t, f, 120, 40)
		d.Keys("2")
		d.Run(d.m.rules.NewRule(d.m.Model, rulestate.NewRuleMsg{Fill: c.rule, By: "test"}))
		screen := strings.Join(strings.Fields(strings.ReplaceAll(d.Screen(), "│", "")), " ")
		if c.want == "" && strings.Contains(screen, "irreversible, so") || !strings.Contains(screen, c.want) {
			t.Errorf("%s:\n%s", name, d.Screen())
		}
	}
}

// Every question gets a safety check, even if neverask's hook has not seen it.
func TestQuestionsAreClassified(t *testing.T) {
	f := life(t)
	for i := range f.Questions {
		f.Questions[i].OneWay = false
	}
	f.Questions = append(f.Questions, transcript.Question{Text: "Is it fine?", Tool: question.Tool, Judged: true, OneWay: true, Time: f.Questions[0].Time})
	d := newDriver(t, f, 120, 40)
	d.Keys("3")
	list, _, _ := strings.Cut(d.Screen(), "│────")
	for row := range strings.SplitSeq(list, "\n") {
		for text, want := range map[string]bool{"Deploy to production?": true, "Is it fine?": true, "Which library": false} {
			if strings.Contains(row, text) && strings.Contains(row, "⚠ ") != want {
				t.Errorf("%s: %s", text, row)
			}
		}
	}
	d.Sees("⚠ Deploy to production?", "⚠ Is it fine?")
}
