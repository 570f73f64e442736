package preferences

import (
	"strings"
	"testing"

	"neverask/hooks/rule/question"
)

// TestOutlook: what is said of a rule when it is made.
func TestOutlook(t *testing.T) {
	rule := func(m question.Match) question.Rule {
		return question.Rule{Match: m, Mode: question.NeverAsk, Answer: question.Answer{Label: "Yes"}}
	}
	tests := rule(question.Match{Text: "Fix the tests of `a.go` with 3 workers?"})
	prefers := tests
	prefers.Mode = question.PreferMode
	push := rule(question.Match{Exact: "Force push to origin?"})
	allowed := push
	allowed.OneWay = question.OneWayAllow
	const nothing = " The safety check found nothing."
	for _, tt := range []struct {
		name string
		rule question.Rule
		seen int
		want string
	}{
		{"typed", tests, 0, `You are asked once more, with "Yes" first; from then on it is answered. You are also asked once for each new value in place of "a.go" or "3".` + nothing},
		{"seen", tests, 9, `Your 9 answers count, so those questions are answered at once. You are also asked once for each new value in place of "a.go" or "3".` + nothing},
		{"a header", rule(question.Match{Header: "Tests"}), 0, `You are asked once more, with "Yes" first; from then on it is answered. Every other question that it matches is asked once, too.` + nothing},
		{"fixed words", rule(question.Match{Text: "Which color?"}), 0, `You are asked once more, with "Yes" first; from then on it is answered.` + nothing},
		{"prefer", prefers, 0, ""},
		{"one-way", push, 0, ""},
		{"allowed", allowed, 0, "You are asked once more; from then on it is answered."},
	} {
		if got := strings.Join(Outlook(tt.rule, tt.seen), " "); got != tt.want {
			t.Errorf("%s: got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}
