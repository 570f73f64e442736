package question

import (
	"slices"
	"testing"
)

// TestBrief: of the rules that match a question the explanation tells the one that
// decides, and how many more there are.
func TestBrief(t *testing.T) {
	l := compileRules(t, `{"version":1,"rules":[
		{"id":"a","match":{"text":"Run the tests?"},"mode":"never-ask","answer":"No"},
		{"id":"b","match":{"text":"Run the tests?"},"mode":"always-ask"},
		{"id":"c","match":{"header":"H"},"mode":"never-ask","answer":"No"}]}`)
	var trace Trace
	d := Decide(parseCall(t, Tool, ask("Run the tests?|H|Yes|No")), l, situation(), &trace)
	var told []string
	for _, s := range Brief(trace.Steps) {
		if s.Kind == "rule" {
			told = append(told, s.Rule+" "+s.Text)
		}
	}
	want := []string{"b matches by text, everywhere: always ask", "b decides: 2 rules match equally well; this one is the most careful, or the first such", " 2 more match"}
	if d.Choices[0].Rule != "b" || !slices.Equal(told, want) {
		t.Errorf("%q is told, not %q", told, want)
	}
	if all := Brief(trace.Steps[:1]); len(all) != 1 {
		t.Errorf("nothing decides, and of one step %d are left", len(all))
	}
}

// TestEvidenceIsTold: an answer of the person's is told, and that there is none where it matters.
func TestEvidenceIsTold(t *testing.T) {
	old := &PastAnswer{Labels: []string{"No"}}
	for name, tt := range map[string]struct {
		evidence   Evidence
		matters    bool
		want       int
		unanswered bool
	}{
		"none":                    {Evidence{}, false, 0, false},
		"none, and one is needed": {Evidence{}, true, 1, true},
		"another answer":          {Evidence{Against: old}, false, 1, false},
		"one without proof":       {Evidence{unproven: true}, false, 1, false},
		"to another question":     {Evidence{Like: old}, false, 1, false},
		"this one":                {Evidence{Same: SameEverything}, false, 1, false},
	} {
		var trace Trace
		trace.evidence(Rule{}, tt.evidence, tt.matters, false)
		if got := trace.Steps; len(got) != tt.want || len(got) > 0 && got[0].Unanswered != tt.unanswered {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestNextTimeIsTold: the explanation promises an answer only where one more answer of the person's brings it about.
func TestNextTimeIsTold(t *testing.T) {
	t.Parallel()
	const promise = "no answer of yours to exactly this counts yet; once more, then it is answered"
	for _, tt := range []struct{ name, asked, more, want string }{
		{"harmless", "Run the tests?", "", promise},
		{"irreversible", "Delete the production database?", "", "no answer of yours to exactly this counts yet"},
		{"irreversible and allowed", "Delete the production database?", `,"oneWay":"allow"`, promise},
	} {
		l := compileRules(t, rules(`"match":{"text":"`+tt.asked+`"},"mode":"never-ask","answer":"Yes"`+tt.more))
		var trace Trace
		Decide(parseCall(t, Tool, ask(tt.asked+"|H|Yes|No")), l, situation(), &trace)
		var told []string
		for _, s := range trace.Steps {
			if s.Kind == "evidence" {
				told = append(told, s.Text)
			}
		}
		if !slices.Equal(told, []string{tt.want}) {
			t.Errorf("%s: %q is told", tt.name, told)
		}
	}
}
