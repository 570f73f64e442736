package question

import (
	"fmt"
	"slices"
	"strings"
	"testing"
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
	for _, tt := range []struct{ name, content, problem string }{
		{"a rule", proposed(proposedRule), ""},
		{"by marker", with(`"text":"Run the tests?"`, `"marker":"plan"`), ""},
		{"exact, and only here", with(`"text"`, `"header":"H","options":["Yes","No"],"source":"s","tool":"native","exact"`), ""},
		{"recommended", with(`"Yes"`, `"recommended"`), ""},
		{"labels", with(`"Yes"`, `{"labels":["Yes"]}`), ""},
		{"always-ask", with(`"never-ask","answer":"Yes"`, `"always-ask"`), ""},
		{"a note", with(`"id"`, `"note":"as we agreed","id"`), ""},
		{"the most rules", proposed(slices.Clone(many[1:])...), ""},

		{"empty", "", "1:1: the JSON ends too early"},
		{"blank", " \n", "2:1: the JSON ends too early"},
		{"binary", "\x7fELF\x02\x00", "1:1: no JSON value can start here"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "1:1: no JSON value can start here"},
		{"a byte order mark", "\ufeff" + proposed(proposedRule), "1:1: no JSON value can start here"},
		{"invalid UTF-8", with("tests", "te\xffsts"), "1:60: invalid UTF-8 in a string"},
		{"a raw escape", with("tests", "\x1b[2Jtests"), "1:58: control character in a string"},
		{"a comment", "// hi\n" + proposed(proposedRule), "1:1: no JSON value can start here"},
		{"two documents", proposed(proposedRule) + "{}", "unexpected text"},
		{"deep", strings.Repeat("[", 60_000), "1:513: nested too deep"},
		{"deep in a member", `{"version":1,"x":` + strings.Repeat(`{"x":`, 5000), "nested too deep"},
		{"huge", proposed(proposedRule) + strings.Repeat(" ", MaxProposal), "longer than 64 KB"},
		{"too many rules", proposed(many...), "array of 1 to 200 rules"},
		{"no rules", `{"version":1,"rules":[]}`, "array of 1 to 200 rules"},
		{"rules missing", `{"version":1}`, "array of 1 to 200 rules"},
		{"rules of another type", `{"version":1,"rules":{"a":1}}`, "array of 1 to 200 rules"},
		{"an array", "[]", "must be a JSON object"},
		{"no version", `{"rules":[{` + proposedRule + `}]}`, `"version" must be 1`},
		{"another version", `{"version":2,"rules":[{` + proposedRule + `}]}`, `"version" must be 1`},
		{"a member twice", `{"version":1,"rules":[],"rules":[{` + proposedRule + `}]}`, `"rules" is there twice`},
		{"MCP policies", `{"mcp":{"x":"answers"},"version":1,"rules":[{` + proposedRule + `}]}`, `unknown member "mcp"`},
		{"a session", `{"session":"spawned","version":1,"rules":[{` + proposedRule + `}]}`, `unknown member "session"`},
		{"partial", `{"partial":"on","version":1,"rules":[{` + proposedRule + `}]}`, `unknown member "partial"`},
		{"trusting itself", `{"trusted":[],"version":1,"rules":[{` + proposedRule + `}]}`, `unknown member "trusted"`},

		{"one-way", with(`"id"`, `"oneWay":"allow","id"`), `"oneWay" cannot be proposed`},
		{"one-way, escaped", with(`"id"`, `"one\u0057ay":"allow","id"`), `"oneWay" cannot be proposed`},
		{"wider than the project", with(`"id"`, `"project":"/","id"`), `"project" cannot be proposed`},
		{"a date", with(`"id"`, `"created":{},"id"`), `"created" cannot be proposed`},
		{"a pattern", with(`"text"`, `"pattern":".","text"`), `"pattern" cannot be proposed`},
		{"a pattern alone", with(`"text":"Run the tests?"`, `"pattern":"."`), `"pattern" cannot be proposed`},
		{"a broken pattern", with(`"text"`, `"pattern":"(","text"`), `"pattern" cannot be proposed`},
		{"any question with a header", with(`"text":"Run the tests?"`, `"header":"H"`), `"match" must hold a marker, exact or text`},
		{"any question with these options", with(`"text":"Run the tests?"`, `"options":["Yes"]`), `"match" must hold a marker, exact or text`},
		{"any question of a tool", with(`"text":"Run the tests?"`, `"tool":"native"`), `"match" must hold a marker, exact or text`},
		{"any question", with(`"text":"Run the tests?"`, ``), `"match" is empty`},
		{"words in the person's mouth", with(`"Yes"`, `{"text":"Yes, and push it"}`), "a text cannot be proposed"},
		{"no id", with(`"id":"a",`, ""), `"id" must be`},
		{"an id of nothing", with(`"a"`, `""`), `"id" must be`},
		{"an id with an escape", with(`"a"`, `"\u001b[31ma"`), `"id" must be`},
		{"an id that looks like another", with(`"a"`, `"project/a"`), `"id" must be`},
		{"a long id", with(`"a"`, `"`+strings.Repeat("a", 65)+`"`), `"id" must be`},
		{"an id twice", proposed(proposedRule, proposedRule), "another rule has the same id"},
		{"a member of a rule twice", with(`"id"`, `"mode":"always-ask","id"`), `"mode" is there twice`},
		{"an unknown member of a rule", with(`"id"`, `"when":1,"id"`), `unknown member "when"`},
		{"an unknown match", with(`"text"`, `"any":true,"text"`), `unknown member "any"`},
		{"an unknown mode", with(`"never-ask"`, `"yes"`), "unknown mode"},
		{"an unknown answer", with(`"Yes"`, `{"text":"a","label":"b"}`), "answer"},
		{"no answer", with(`,"answer":"Yes"`, ""), "no answer"},
		{"one rule of two", proposed(proposedRule, `"id":"b"`), "unknown mode"},
	} {
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
