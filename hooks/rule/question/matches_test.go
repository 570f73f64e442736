package question

import (
	"testing"

	"neverask/hooks"
	"neverask/settings/must"
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
		must.Do(t, err)
		call, err := ParseCall(c.tool, v)
		must.Do(t, err)
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
