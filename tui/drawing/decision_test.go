package drawing

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"neverask/hooks/rule/question"
)

var rules = map[string]question.Rule{
	"a": {ID: "a", Match: question.Match{Exact: "Run the tests?"}, Mode: question.NeverAsk,
		Answer: question.Answer{Label: "Yes"}},
	"b": {ID: "b", Match: question.Match{Header: "Tests"}, Mode: question.AlwaysAsk, Project: "/home/me/p"},
	"c": {ID: "c", Match: question.Match{Header: "Test"}, Mode: question.AlwaysAsk},
}

func ruleOf(id string) (question.Rule, bool) {
	r, ok := rules[id]
	return r, ok
}

func decision(verdict question.Verdict, why, rule string) *Decision {
	a, b := rules["a"], rules["b"]
	return &Decision{
		Decision: question.Decision{Choices: []question.Choice{{Verdict: verdict, Why: why, Rule: rule}}},
		Steps: []question.Step{
			{Kind: "wording", Text: `"run the tests?"`},
			{Kind: "rule", Rule: "a", Match: &a},
			{Kind: "rule", Rule: "b", Match: &b},
			{Kind: "rule", Rule: "c", Text: "not used: another header"},
			{Kind: "answer", Rule: "a", Text: "answered\x07 in /home/me/p"},
		},
	}
}

// TestVerdict: what happens is in words, and names the rule that decides if it is still there.
func TestVerdict(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		d    *Decision
		want string
	}{
		{decision(question.Answered, `the rule takes "Yes"`, "a"),
			" ● answered for you: the rule takes “Yes”\n   by “Run the tests?” → Yes · never ask"},
		{decision(question.Preferred, "as in /home/me/p", "gone"), " ◇ asked, this answer first: as in ~/p"},
		{decision(question.Asked, "", "b"), " ○ asked\n   by “header Tests” · always ask"},
		{&Decision{}, ""},
	} {
		if got := plain(c.d.Verdict("/home/me", ruleOf, 70, styles())); got != c.want {
			t.Errorf("%s, want\n%s", got, c.want)
		}
	}
}

// TestReasons: the rules beside the one that decides share a step until they are unfolded.
func TestReasons(t *testing.T) {
	t.Parallel()
	d := decision(question.Answered, "", "a")
	folded := `  1. wording   “run the tests?”
  2. rule      matches by exact, everywhere: never ask
  3. rule      1 more match; 1 more don't
  4. answer    answered␇ in ~/p`
	unfolded := `  1. wording   “run the tests?”
  2. rule      matches by exact, everywhere: never ask
  3. rule      “header Tests” matches by header, in ~/p: always
               ask
  4. rule      “header Test” not used: another header
  5. answer    answered␇ in ~/p`
	for _, want := range []string{folded, unfolded} {
		if got := plain(d.Reasons("/home/me", ruleOf, 66, styles())); got != want {
			t.Errorf("unfolded %v:\n%s", d.Unfolded, got)
		}
		d.Unfolded = true
	}
}

// TestUnfold: there is a key only if it would show more.
func TestUnfold(t *testing.T) {
	t.Parallel()
	d := decision(question.Answered, "", "a")
	for _, unfolded := range []bool{false, true} {
		d.Unfolded = unfolded
		if n := len(d.Bindings()); n != 1 {
			t.Errorf("unfolded %v: %d keys", unfolded, n)
		}
	}
	d.Steps = d.Steps[:1]
	if keys := d.Bindings(); keys != nil {
		t.Errorf("nothing is folded: %+v", keys)
	}
}

// TestVerdictBadges: no verdict is told by its colour alone.
func TestVerdictBadges(t *testing.T) {
	t.Parallel()
	seen := map[string]question.Verdict{}
	for _, v := range []question.Verdict{question.Answered, question.Preferred, question.Asked} {
		drawn := ansi.Strip(VerdictBadge(v).Draw(styles()))
		sign, word, _ := strings.Cut(drawn, " ")
		if other, twice := seen[sign]; twice || word == "" {
			t.Errorf("%s is drawn as %q, as %s", v, drawn, other)
		}
		seen[sign] = v
	}
}
