package question

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"neverask/settings/must"
)

// proposed is a proposal of rules, each without its braces.
func proposed(rules ...string) string {
	for i, r := range rules {
		rules[i] = "{" + r + "}"
	}
	return `{"version":1,"rules":[` + strings.Join(rules, ",") + `]}`
}

const proposedRule = `"id":"a","match":{"text":"Run the tests?"},"mode":"never-ask","answer":"Yes"`

func TestParseProposal(t *testing.T) {
	with := func(old, after string) string { return proposed(strings.Replace(proposedRule, old, after, 1)) }
	many := make([]string, MaxProposedRules+1)
	for i := range many {
		many[i] = strings.Replace(proposedRule, `"a"`, fmt.Sprintf(`"r%d"`, i), 1)
	}
	tests := []struct{ name, content, problem string }{
		{"the most rules", proposed(slices.Clone(many[1:])...), ""},
		{"blank", " \n", "2:1: the JSON ends too early"},
		{"binary", "\x7fELF\x02\x00", "1:1: no JSON value can start here"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "1:1: no JSON value can start here"},
		{"a byte order mark", "\ufeff" + proposed(proposedRule), "1:1: no JSON value can start here"},
		{"invalid UTF-8", with("tests", "te\xffsts"), "1:60: invalid UTF-8 in a string"},
		{"a raw escape", with("tests", "\x1b[2Jtests"), "1:58: control character in a string"},
		{"a comment", "// hi\n" + proposed(proposedRule), "1:1: no JSON value can start here"},
		{"deep", strings.Repeat("[", 60_000), "1:513: nested too deep"},
		{"deep in a member", `{"version":1,"x":` + strings.Repeat(`{"x":`, 5000), "nested too deep"},
		{"huge", proposed(proposedRule) + strings.Repeat(" ", MaxProposal), "longer than 64 KB"},
		{"too many rules", proposed(many...), "array of 1 to 200 rules"},
		{"a long id", with(`"a"`, `"`+strings.Repeat("a", 65)+`"`), `"id" must be`},
	}
	for _, row := range must.Table(t, "testdata/proposals.tsv", 4) {
		content := strings.ReplaceAll(row[2], "RULE", "{"+proposedRule+"}")
		if row[1] != "" {
			content = with(row[1], row[2])
		}
		tests = append(tests, struct{ name, content, problem string }{row[0], content, row[3]})
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rules, problems := ParseProposal([]byte(tt.content))
			var all []string
			for _, p := range problems {
				all = append(all, fmt.Sprintf("%d:%d: %s", p.Line, p.Column, p.Message))
			}
			said := strings.Join(all, "\n")
			if tt.problem == "" && (said != "" || len(rules) == 0) || !strings.Contains(said, tt.problem) {
				t.Errorf("problems %q", said)
			}
			if tt.problem != "" && (rules != nil || said == "") {
				t.Errorf("%d rules in spite of %q", len(rules), said)
			}
		})
	}
}

// FuzzParseProposal: whatever is accepted keeps to what a project may say.
func FuzzParseProposal(f *testing.F) {
	f.Add(proposed(proposedRule))
	f.Add(proposed(strings.Replace(proposedRule, `"id"`, `"oneWay":"allow","id"`, 1)))
	f.Add(`{"version":1,"rules":[{"id":"b","match":{"marker":"m"},"mode":"prefer","answer":{"labels":["x"]}}]}`)
	f.Fuzz(func(t *testing.T, content string) {
		rules, problems := ParseProposal([]byte(content))
		if (len(rules) == 0) != (len(problems) > 0) {
			t.Fatalf("%d rules, problems %v", len(rules), problems)
		}
		ids := map[string]bool{}
		for _, r := range rules {
			m := r.Match
			if r.OneWay != "" || r.Project != "" || m.Pattern != "" || r.Answer.Text != "" || m.Marker+m.Exact+m.Text == "" || ids[r.ID] || r.Check() != nil {
				t.Errorf("%+v", r)
			}
			ids[r.ID] = true
		}
	})
}
