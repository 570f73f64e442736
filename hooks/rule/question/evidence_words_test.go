package question

import (
	"strings"
	"testing"
	"time"
)

// TestWhatIsNewInWords: a difference of a few words is told with its words, on one line
// and without control characters; a longer one by the name of its part.
func TestWhatIsNewInWords(t *testing.T) {
	old := askedCall(t, deploy)
	seen := []PastAnswer{{At: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC), By: AnsweredInDialog, Question: old.Questions[0], Labels: []string{"Yes (Recommended)"}}}
	for _, tt := range []struct{ before, with, want, parts string }{
		{"Deploy to staging", "Deploy to production", `"production"; seen: "staging"`, "wording: new; options, header, descriptions, previews: equal on 22 Nov 2026"},
		{"Deploy to staging", "Deploy all to staging", `"all"; seen: nothing`, ""},
		{"Deploy to staging with", "Deploy to with", `nothing; seen: "staging"`, ""},
		{"Deploy to staging with", "Deploy to a b c d e f with", "the wording", ""},
		{"Deploy to staging with", "Deploy to " + strings.Repeat("x", 61) + " with", "the wording", ""},
		{"Deploy to staging with", `Deploy  to\nstaging with`, "the wording", ""},
		{"Deploy to staging", `Deploy to \u001b[1mx`, `"\x1b[1mx"; seen: "staging"`, ""},
		{`"header":"Deploy"`, `"header":"Ship"`, `the header "Ship"; seen: "Deploy"`, ""},
		{`"label":"No"`, `"label":"Later"},{"label":"Never"`, `the options "Later, Never"; seen: "No"`, ""},
		{`"to staging","preview"`, `"to production","preview"`, `the descriptions "production"; seen: "staging"`, ""},
		{"$ deploy", "$ rm", "the previews", "wording, options, header, descriptions: equal on 22 Nov 2026; previews: new"},
		{`"header":"Deploy"`, `"header":""`, `the header nothing; seen: "Deploy"`, "wording, options: equal on 22 Nov 2026; header: new; descriptions, previews: equal on 22 Nov 2026"},
	} {
		c := askedCall(t, strings.Replace(deploy, tt.before, tt.with, 1))
		choice := Choice{Options: []int{0}}
		if got, want := FindEvidence(Rule{}, c, c.Questions[0], choice, seen).about(Rule{}, true), "new here: "+tt.want; got != want {
			t.Errorf("%s: got %s, want %s", tt.with, got, want)
		}
		if got := partsAnswered(c, c.Questions[0], choice, append(seen, seen...)); strings.Contains(got, "equal on") || !strings.Contains(got, ": equal 2 times, last on 22 Nov 2026") {
			t.Errorf("%s: seen twice: %q", tt.with, got)
		}
		if got := partsAnswered(c, c.Questions[0], choice, seen); tt.parts != "" && got != tt.parts {
			t.Errorf("%s: got %q, want %q", tt.with, got, tt.parts)
		}
	}
}

// TestNewActInWords: an act that is new to a routine is told by its word, wherever it stands.
func TestNewActInWords(t *testing.T) {
	const asked = `{"question":"Go on with the pages?","header":"Pages","multiSelect":false,"options":[{"label":"All pages","description":"Each one"},{"label":"This page"}]}`
	old := askedCall(t, asked)
	seen := []PastAnswer{{At: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC), By: AnsweredInDialog, Question: old.Questions[0], Labels: []string{"All pages"}}}
	r := Rule{Mode: NeverAsk, Same: SameOptions, Match: Match{Text: "Go on with the pages?"}}
	for before, with := range map[string]string{`"Pages"`: `"Removed pages"`, "Each one": "Each one, the old ones removed"} {
		c := askedCall(t, strings.Replace(asked, before, with, 1))
		got := FindEvidence(r, c, c.Questions[0], Choice{Options: []int{0}}, seen)
		if want := `new here: "removed", which none of these questions said before`; got.Covered() || got.about(r, true) != want {
			t.Errorf("%s: got %s, want %s", with, got.about(r, true), want)
		}
	}
	c := askedCall(t, strings.Replace(asked, `"Pages"`, `"Many pages"`, 1))
	if got := FindEvidence(r, c, c.Questions[0], Choice{Options: []int{0}}, seen); got.Same != SameOptions {
		t.Errorf("without one: %s", got.about(r, true))
	}
}

// TestWhereAnAnswerWasGiven: what the person told neverask is not said to have been told Claude.
func TestWhereAnAnswerWasGiven(t *testing.T) {
	c := askedCall(t, deploy)
	yes, no := "Yes (Recommended)", "No"
	for by, want := range map[AnsweredBy][2]string{
		AnsweredInDialog:     {"you gave this answer to exactly this question on 22 Nov 2026", "you gave another answer to this question on 22 Nov 2026: No"},
		AnsweredInTranscript: {"you gave this answer to exactly this question on 22 Nov 2026", "you gave another answer to this question on 22 Nov 2026: No"},
		AnsweredOnScreen:     {"you chose this answer to exactly this question in neverask on 22 Nov 2026", "you chose another answer to this question in neverask on 22 Nov 2026: No"},
		AnsweredInCall:       {"you chose this answer to exactly this question in neverask on 22 Nov 2026", "you chose another answer to this question in neverask on 22 Nov 2026: No"},
	} {
		for i, label := range []string{yes, no} {
			past := []PastAnswer{{At: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC), By: by, Question: c.Questions[0], Labels: []string{label}}}
			if got := FindEvidence(Rule{}, c, c.Questions[0], Choice{Options: []int{0}}, past).about(Rule{}, true); got != want[i] {
				t.Errorf("%s, %s: got %s, want %s", by, label, got, want[i])
			}
		}
	}
}
