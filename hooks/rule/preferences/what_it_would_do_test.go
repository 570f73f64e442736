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
	byOptions := func(r question.Rule) question.Rule {
		r.Same = question.SameOptions
		return r
	}
	const nothing = " The safety check found nothing."
	for _, tt := range []struct {
		name     string
		rule     question.Rule
		answered int
		want     string
	}{
		{"typed", tests, 0, `You are asked once more, with "Yes" first; then exactly the same question is answered, and one with another value in place of “a.go” or “3” is asked once, too.` + nothing},
		{"answered", tests, 9, `Your 9 answers count: the same questions are answered from now on; a different one is asked once first.` + nothing},
		{"a header", rule(question.Match{Header: "Tests"}), 0, `Each question it matches is asked once, with "Yes" first; only exactly the same question is then answered.` + nothing},
		{"fixed words", rule(question.Match{Text: "Which color?"}), 0, `You are asked once more, with "Yes" first; then exactly the same question is answered.` + nothing},
		{"a marker", rule(question.Match{Marker: "m"}), 0, `You are asked once more, with "Yes" first; then questions with this ID and the same options are answered, however they are worded.`},
		{"a marker that was answered", rule(question.Match{Marker: "m"}), 1, `Your answer counts: questions with this ID and the same options are answered, however they are worded.`},
		{"labels that were answered", byOptions(rule(question.Match{Options: []string{"Yes", "More tests"}})), 4, `Your 4 answers count: after 3 answers in 2 sessions, a question with these options that reads like one of those is answered.`},
		{"labels", byOptions(rule(question.Match{Options: []string{"Yes", "More tests"}})), 0, `After 3 such answers in 2 sessions, a question with these options that reads like one of those is answered.`},
		{"a text by its options", byOptions(tests), 0, `You are asked once more, with "Yes" first; then it is answered with the same options, whatever their descriptions.` + nothing},
		{"a text by its options that was answered", byOptions(tests), 2, `Your 2 answers count: it is answered with the same options, whatever their descriptions.` + nothing},
		{"labels that the check alone is not sure of", byOptions(rule(question.Match{Header: "Next", Options: []string{"More questions", "Next area"}})), 4,
			`Your 4 answers count: after 3 answers in 2 sessions, a question with these options that reads like one of those is answered.`},
		{"prefer", prefers, 0, ""},
		{"one-way", push, 0, ""},
		{"allowed", allowed, 0, "You are asked once more; then exactly the same question is answered."},
	} {
		if got := strings.Join(WhatItWouldDo(tt.rule, tt.answered, tt.answered, tt.rule.Concern()), " "); got != tt.want {
			t.Errorf("%s: got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestOutlookOfProvenAnswers: where only some of the answers count, both numbers are said.
func TestOutlookOfProvenAnswers(t *testing.T) {
	r := question.Rule{Match: question.Match{Exact: "Run?"}, Mode: question.NeverAsk, Answer: question.Answer{Label: "Yes"}}
	for want, n := range map[string][2]int{
		"You are asked once more, ": {11, 0},
		"1 of your 11 answers counts, the one that a transcript shows to be yours: the ": {11, 1},
		"4 of your 11 answers count, those that a transcript shows to be yours: the ":    {11, 4},
		"Your 11 answers count: the ": {11, 11},
		"Your 12 answers count: the ": {11, 12}, // to its other wordings, too
		"Your answer counts: the ":    {1, 1},
	} {
		if got := strings.Join(WhatItWouldDo(r, n[0], n[1], ""), " "); !strings.HasPrefix(got, want) {
			t.Errorf("%v: got %s\nwant %s", n, got, want)
		}
	}
}

// TestUncounted: answers in transcripts are told of where they do not count yet.
func TestUncounted(t *testing.T) {
	for answered, want := range map[int]string{
		1: "your answer in a past session does not count yet; Claude asks you once more",
		8: "your 8 answers in past sessions do not count yet; Claude asks you once more",
	} {
		if got := Uncounted(answered); got != want {
			t.Errorf("%d: %s", answered, got)
		}
	}
}
