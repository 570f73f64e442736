package question

import (
	"slices"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/must"
)

// trusting are preferences with the person's own rules and what they accepted of
// the project in a directory.
func trusting(dir, content string, own ...string) string {
	t := `"trusted":[{"project":"` + dir + `","accepted":"2026-11-21T10:00:00Z","digest":"d1","content":` + string(hooks.AppendString(nil, content)) + `}]`
	return strings.Replace(rules(own...), "{", "{"+t+",", 1)
}

func TestDecideByAProposal(t *testing.T) {
	const (
		q      = "Run the 3 tests?|Tests|Yes (Recommended)|No"
		danger = "Delete the production database?|H|Yes|No"
		text   = `"match":{"text":"Run the tests?"},`
	)
	accepted := proposed(`"id":"r1","match":{"text":"Run the 5 tests?"},"mode":"never-ask","answer":"No"`)
	another := proposed(`"id":"r1","match":{"text":"Run the 5 tests?"},"mode":"never-ask","answer":"Yes"`)
	for _, tt := range []struct {
		name, question, dir, accepted, now string
		own                                []string
		want                               string
	}{
		{"accepted", q, "/p", accepted, accepted, nil, "project/r1 answered No"},
		{"changed by a byte", q, "/p", accepted, accepted + " ", nil, " asked "},
		{"changed", q, "/p", accepted, another, nil, " asked "},
		{"gone", q, "/p", accepted, "", nil, " asked "},
		{"another project", q, "/q", accepted, accepted, nil, " asked "},
		{"another question", "Size?|H|Yes|No", "/p", accepted, accepted, nil, " asked "},

		{"beside always-ask", q, "/p", accepted, accepted, []string{`"match":{"text":"Run the 1 tests?"},"mode":"always-ask"`}, "r1 asked "},
		{"beside the widest always-ask", q, "/p", accepted, accepted, []string{`"match":{"tool":"native"},"mode":"always-ask"`}, "r1 asked "},
		{"beside always-ask by pattern", q, "/p", accepted, accepted, []string{`"match":{"pattern":"tests"},"mode":"always-ask"`}, "r1 asked "},
		{"beside another answer", q, "/p", accepted, accepted, []string{`"match":{"header":"Tests"},"mode":"never-ask","answer":"Yes"`}, "r1 answered Yes (Recommended)"},
		{"beside a preference", q, "/p", accepted, accepted, []string{`"match":{"source":"review"},"mode":"prefer","answer":"Yes"`}, "r1 preferred Yes (Recommended)"},
		{"beside a rule that cannot answer", q, "/p", accepted, accepted, []string{`"match":{"source":"review"},"mode":"never-ask","answer":"Maybe"`}, "r1 asked "},
		{"beside a rule for elsewhere", q, "/p", accepted, accepted, []string{`"match":{"header":"Tests"},"project":"/q","mode":"always-ask"`}, "project/r1 answered No"},

		{"one-way", danger, "/p", proposed(`"id":"a","match":{"exact":"Delete the production database?"},"mode":"never-ask","answer":"Yes"`), "=", nil, "project/a asked "},
		{"always-ask wins among proposals", q, "/p", proposed(`"id":"a","match":{"text":"Run the 5 tests?"},"mode":"never-ask","answer":"No"`,
			`"id":"b","match":{"text":"run the 6 tests?"},"mode":"always-ask"`), "=", nil, "project/b asked "},
		{"two answers", q, "/p", proposed(`"id":"a","match":{"text":"Run the 5 tests?"},"mode":"never-ask","answer":"No"`,
			`"id":"b","match":{"text":"run the 6 tests?"},"mode":"never-ask","answer":"Yes"`), "=", nil, "project/a asked "},
		{"exact wins over text", q, "/p", proposed(`"id":"a","match":{"text":"Run the 5 tests?"},"mode":"never-ask","answer":"No"`,
			`"id":"b","match":{"exact":"Run the 3 tests?"},"mode":"prefer","answer":"No"`), "=", nil, "project/b preferred No"},
		// A hand in the preferences cannot make a proposal say more.
		{"a hand has put one-way in", danger, "/p", proposed(`"id":"a","oneWay":"allow","match":{"exact":"Delete the production database?"},"mode":"never-ask","answer":"Yes"`), "=", nil, " asked "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			now := tt.now
			if now == "=" {
				now = tt.accepted
			}
			at := situation()
			at.Proposal = func(project string) []byte {
				if project != "/p" || now == "" {
					return nil
				}
				return []byte(now)
			}
			l, _, err := Compile([]byte(trusting(tt.dir, tt.accepted, slices.Clone(tt.own)...)))
			must.Do(t, err)
			c := parseCall(t, Tool, ask(tt.question))
			decided := func(at Situation) string {
				choice := decideOnceAsked(c, l, at, nil).Choices[0]
				answer := ""
				if choice.Verdict != Asked {
					answer = choice.Answer(c.Questions[0])
				}
				return choice.Rule + " " + string(choice.Verdict) + " " + answer
			}
			if got := decided(at); got != tt.want || l.Err() != nil {
				t.Errorf("got %q, want %q; %v", got, tt.want, l.Err())
			}
			at.Proposal = nil
			if got := decided(at); strings.HasPrefix(got, ProjectPrefix) {
				t.Errorf("without a look at the project: %q", got)
			}
		})
	}
}

// TestProposalIsReadOnlyWhenItDecides: the project's file is looked at only for
// its own questions, in its own sessions, where the person has no rule.
func TestProposalIsReadOnlyWhenItDecides(t *testing.T) {
	content := proposed(proposedRule)
	for _, tt := range []struct {
		name, dir, question string
		own                 []string
		want                int
	}{
		{"it decides", "/p", "Run the tests?|H|Yes|No", nil, 1},
		{"another question", "/p", "Which?|H|Yes|No", nil, 0},
		{"another project", "/q", "Run the tests?|H|Yes|No", nil, 0},
		{"a rule of the person's own", "/p", "Run the tests?|H|Yes|No", []string{`"match":{"header":"H"},"mode":"always-ask"`}, 0},
	} {
		read := 0
		at := situation()
		at.Proposal = func(string) []byte { read++; return []byte(content) }
		l := compileRules(t, trusting(tt.dir, content, tt.own...))
		Decide(parseCall(t, Tool, ask(tt.question)), l, at, nil)
		if read != tt.want {
			t.Errorf("%s: read %d times", tt.name, read)
		}
	}
}

func TestTrusted(t *testing.T) {
	good := trusting("/p", proposed(proposedRule))
	for _, tt := range []struct{ name, preferences, problem string }{
		{"good", good, ""},
		{"no array", `{"version":1,"trusted":{}}`, `"trusted" must be an array`},
		{"no object", `{"version":1,"trusted":[1]}`, "must be an object"},
		{"a relative directory", trusting("p", proposed(proposedRule)), "an absolute directory"},
		{"an unknown member", strings.Replace(good, `"digest"`, `"oneWay"`, 1), `unknown member "oneWay"`},
		{"a member twice", strings.Replace(good, `"digest"`, `"project"`, 1), `"project" is there twice`},
		{"no content", strings.Replace(good, `"content"`, `"digest"`, 1), `"digest" is there twice`},
		{"no proposal", trusting("/p", `{"version":1,"rules":[]}`), "the content is no proposal"},
		{"a project twice", strings.Replace(good, `"trusted":[`, `"trusted":[`+strings.TrimSuffix(strings.TrimPrefix(good, `{"trusted":[`), `],"version":1,"rules":[]}`)+",", 1), "/p is there twice"},
	} {
		p, problems, err := ParsePreferences([]byte(tt.preferences))
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if tt.problem == "" {
			if len(problems) > 0 || len(p.Trusted) != 1 || len(p.Rules) != 0 || p.Trusted[0].Rules()[0].ID != "project/a" || p.Trusted[0].Rules()[0].Project != "/p" {
				t.Errorf("%s: %+v, %v", tt.name, p, problems)
			}
			continue
		}
		if len(problems) != 1 || !strings.Contains(problems[0].Message, tt.problem) || problems[0].Line != 1 {
			t.Errorf("%s: %+v", tt.name, problems)
		}
	}
	if p, _, _ := ParsePreferences([]byte(strings.Replace(good, `"version":1,"rules":[]`, `"version":2`, 1))); p.Trusted != nil {
		t.Errorf("preferences of another version trust %v", p.Trusted)
	}
}

// TestTheTraceNamesProposals: an explanation says where a rule came from, and why
// it does nothing.
func TestTheTraceNamesProposals(t *testing.T) {
	content := proposed(proposedRule, `"id":"b","match":{"text":"Which?"},"mode":"always-ask"`)
	l := compileRules(t, trusting("/p", content))
	for now, want := range map[string]string{
		content: "matches by text, in /p, proposed by the project and accepted 2026-11-21T10:00:00Z (SHA-256 d1): never-ask",
		"":      "not used: the proposal of /p is not what you accepted; see neverask rules trust",
	} {
		at := situation()
		at.Proposal = func(string) []byte { return []byte(now) }
		var trace Trace
		Decide(parseCall(t, Tool, ask("Run the tests?|H|Yes|No")), l, at, &trace)
		if !slices.ContainsFunc(trace.Steps, func(s Step) bool { return s.Rule == "project/a" && s.Text == want }) {
			t.Errorf("no step says %q: %+v", want, trace.Steps)
		}
		if slices.ContainsFunc(trace.Steps, func(s Step) bool { return s.Rule == "project/b" }) {
			t.Errorf("a rule for other questions was considered: %+v", trace.Steps)
		}
	}
}

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
	want := []string{"b matches by text, everywhere: always-ask", "b decides: 2 rules match equally well, and this one is the most careful, or the first of those", " 2 more match"}
	if d.Choices[0].Rule != "b" || !slices.Equal(told, want) {
		t.Errorf("%q is told, not %q", told, want)
	}
	if all := Brief(trace.Steps[:1]); len(all) != 1 {
		t.Errorf("nothing decides, and of one step %d are left", len(all))
	}
}
