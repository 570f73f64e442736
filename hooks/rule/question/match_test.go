package question

import (
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

// What a matcher says is what a decision says, for every field alone and for
// pairs of them.
func TestMatcherAgreesWithDecisions(t *testing.T) {
	var calls []Call
	for _, c := range []struct{ tool, input string }{
		{Tool, `{"questions":[{"question":"Fix 3 files?","header":"Fix","options":[{"label":"Yes (Recommended)"},{"label":"No"}]}]}`},
		{Tool, `{"questions":[{"question":"Fix 4 files?","header":" FIX ","options":[{"label":"No"},{"label":"Yes"}]}],"metadata":{"source":"plan"}}`},
		{"mcp__conductor__AskUserQuestion", `{"questions":[{"question":"Fix 3 files?","header":"Other","options":[{"label":"Yes"}]}]}`},
		{Tool, `{"questions":[{"question":"<qid:fix> What now?","header":"Fix","options":[]}]}`},
	} {
		v, err := hooks.Parse([]byte(c.input))
		musttest.Do(t, err)
		call, err := ParseCall(c.tool, v)
		musttest.Do(t, err)
		calls = append(calls, call)
	}
	fields := []Match{
		{Marker: "fix"}, {Exact: "Fix 3 files?"}, {Text: "fix 9 files?"}, {Header: "fix"}, {Options: []string{"yes", "NO"}}, {Options: []string{"Yes"}},
		{Pattern: `\d files`}, {Pattern: "("}, {Source: "plan"}, {Tool: "native"}, {Tool: "conductor"},
	}
	matched := 0
	for _, a := range fields {
		for _, b := range fields {
			m := a
			if b.Options != nil {
				m.Options = b.Options
			}
			for _, f := range []struct{ to, from *string }{
				{&m.Marker, &b.Marker}, {&m.Exact, &b.Exact}, {&m.Text, &b.Text}, {&m.Header, &b.Header}, {&m.Pattern, &b.Pattern}, {&m.Source, &b.Source}, {&m.Tool, &b.Tool},
			} {
				if *f.from != "" {
					*f.to = *f.from
				}
			}
			matches := m.Matcher()
			for _, c := range calls {
				q := c.Questions[0]
				id := Identify(q)
				got, want := matches(c, q, id), m.mismatch(c, q, id) == ""
				if got != want {
					t.Errorf("%+v on %q: %v, a decision says %v", m, q.Text, got, want)
				}
				if got {
					matched++
				}
			}
		}
	}
	if matched < 40 {
		t.Errorf("only %d pairs match", matched)
	}
}

// TestCovers: a match covers another one when it demands nothing else.
func TestCovers(t *testing.T) {
	text, other, header := Match{Text: "Fix 3 files?"}, Match{Text: "fix 4 files?"}, Match{Header: "Fix"}
	both := Match{Text: "Fix 3 files?", Header: " fix"}
	for _, tt := range []struct {
		name        string
		a, b        Match
		wider, same bool
	}{
		{"another number", text, other, true, true},
		{"another wording", text, Match{Text: "Fix the files?"}, false, false},
		{"one more field", text, both, true, false},
		{"the same header", header, both, true, false},
		{"other fields", text, header, false, false},
		{"the text itself", text, Match{Exact: "Fix 5 files?"}, true, false},
		{"another text itself", text, Match{Exact: "Fix it?"}, false, false},
		{"options in another order", Match{Options: []string{"Yes", "No"}}, Match{Options: []string{"no", "yes"}}, true, true},
		{"other options", Match{Options: []string{"Yes"}}, Match{Options: []string{"Yes", "No"}}, false, false},
		{"no options", Match{Options: []string{"Yes"}}, text, false, false},
		{"a pattern that finds it", Match{Pattern: "Fix"}, text, false, false},
	} {
		if tt.a.Covers(tt.b) != tt.wider || tt.b.Covers(tt.a) != tt.same {
			t.Errorf("%s: %v, %v", tt.name, tt.a.Covers(tt.b), tt.b.Covers(tt.a))
		}
	}
}
