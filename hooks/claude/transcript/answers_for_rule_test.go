package transcript

import (
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks/rule/question"
)

// TestAnswersTo takes from the past what a rule is about, whatever the person answered.
func TestAnswersTo(t *testing.T) {
	const dialog = `,"annotations":{}`
	line := func(id, text, answer, by string) []string {
		q := strings.Replace(plan, "Apply", text, 1)
		return []string{ask(id, q), shownAs(id, q, `{"`+text+`?":"`+answer+`"}`, dialog, by)}
	}
	a, _ := archive(t, slices.Concat(
		line("a", "Apply 1 change", "Yes", byPerson), line("b", "Apply 2 changes", "Yes", byPerson), line("c", "Apply 1 change", "No", byPerson),
		line("d", "Apply 1 change", "Yes", byHook), line("e", "Stop", "Yes", byPerson), line("f", "Apply 3 changes", "maybe", byPerson),
	)...)
	asked := a.Questions()
	text := question.Match{Text: "Apply 1 change?"}
	for _, tt := range []struct {
		name string
		rule question.Rule
		want string // what was answered
		pick string // the first question, picked for the rule
	}{
		{"an option", question.Rule{Match: text, Mode: question.NeverAsk, Answer: question.Answer{Label: "Yes"}}, "Apply 1 change? Yes, Apply 1 change? No", "Yes transcript"},
		{"the other", question.Rule{Match: text, Mode: question.NeverAsk, Answer: question.Answer{Label: "No"}}, "Apply 1 change? Yes, Apply 1 change? No", "No picked"},
		{"any wording", question.Rule{Match: question.Match{Header: "Plan"}, Mode: question.AskOnlyForOneWay, Answer: question.Answer{Label: "Yes"}},
			"Apply 1 change? Yes, Apply 2 changes? Yes, Apply 1 change? No, Stop? Yes, Apply 3 changes? maybe", "Yes transcript"},
		{"typed", question.Rule{Match: question.Match{Header: "Plan"}, Mode: question.NeverAsk, Answer: question.Answer{Text: "maybe"}}, "Apply 1 change? Yes, Apply 2 changes? Yes, Apply 1 change? No, Stop? Yes, Apply 3 changes? maybe", "maybe picked"},
		{"one project", question.Rule{Match: text, Mode: question.NeverAsk, Answer: question.Answer{Label: "Yes"}, Project: "/work"}, "Apply 1 change? Yes, Apply 1 change? No", "Yes transcript"},
		{"another project", question.Rule{Match: text, Mode: question.NeverAsk, Answer: question.Answer{Label: "Yes"}, Project: "/other"}, "", "Yes transcript"},
		{"not offered", question.Rule{Match: text, Mode: question.NeverAsk, Answer: question.Answer{Label: "Later"}}, "Apply 1 change? Yes, Apply 1 change? No", ""},
		{"another match", question.Rule{Match: question.Match{Text: "Stop?", Header: "x"}, Mode: question.NeverAsk, Answer: question.Answer{Label: "Yes"}}, "", ""},
		{"always asked", question.Rule{Match: text, Mode: question.AlwaysAsk, Answer: question.Answer{Label: "Yes"}}, "Apply 1 change? Yes, Apply 1 change? No", ""},
		{"usual", question.Rule{Match: text, Mode: question.NeverAsk, Answer: question.Answer{Word: question.Usual}}, "Apply 1 change? Yes, Apply 1 change? No", ""},
	} {
		var got []string
		for _, s := range AnswersTo(tt.rule, asked) {
			got = append(got, s.Question.Text+" "+s.Text+strings.Join(s.Labels, "+"))
		}
		if got := strings.Join(got, ", "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
		now, picked := time.Now(), ""
		for _, s := range AnswerOf(tt.rule, asked[0], now) {
			picked = s.Text + strings.Join(s.Labels, "+") + " " + string(s.By)
			if (s.By == question.AnsweredOnScreen) != s.At.Equal(now) {
				t.Errorf("%s: seen %s", tt.name, s.At)
			}
		}
		if picked != tt.pick {
			t.Errorf("%s: picked %q, want %q", tt.name, picked, tt.pick)
		}
	}
	hooked := asked[slices.IndexFunc(asked, func(q Question) bool { return q.By != Person })]
	if got := AnswerOf(question.Rule{Match: text, Mode: question.NeverAsk, Answer: question.Answer{Label: "Yes"}}, hooked, time.Now()); got != nil {
		t.Errorf("picked what was not shown: %+v", got)
	}
}
