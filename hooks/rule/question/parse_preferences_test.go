package question

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

const full = `{
  "version": 1,
  "partial": "on",
  "mcp": {
    "conductor": "deny",
    "x": "answers"
  },
  "session": "spawned",
  "rules": [
    {
      "id": "r-1",
      "match": {
        "marker": "m",
        "exact": "e",
        "text": "t",
        "header": "h",
        "options": [
          "a",
          "b"
        ],
        "pattern": "p+",
        "source": "s",
        "tool": "native"
      },
      "mode": "never-ask",
      "answer": "recommended",
      "project": "/dir",
      "oneWay": "allow",
      "created": {
        "at": "2026-11-21T10:00:00Z",
        "by": "rules add"
      },
      "note": "n"
    },
    {
      "id": "r-2",
      "match": {
        "header": "h"
      },
      "mode": "always-ask"
    },
    {
      "id": "r-3",
      "match": {
        "header": "h"
      },
      "mode": "prefer",
      "answer": {
        "labels": [
          "x"
        ]
      }
    },
    {
      "id": "r-4",
      "match": {
        "header": "h"
      },
      "mode": "ask-only-for-one-way",
      "answer": {
        "text": "t"
      }
    },
    {
      "id": "r-5",
      "match": {
        "header": "h"
      },
      "mode": "never-ask",
      "answer": {
        "label": "usual"
      }
    },
    {
      "id": "r-6",
      "match": {
        "header": "h"
      },
      "mode": "never-ask",
      "answer": "A <b>"
    }
  ]
}`

func TestPreferencesRoundTrip(t *testing.T) {
	p, problems, err := ParsePreferences([]byte("\ufeff" + full))
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	var out strings.Builder
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	musttest.Do(t, e.Encode(p))
	if out.String() != full+"\n" {
		t.Errorf("got %s", out.String())
	}
	var again Preferences
	if err := json.Unmarshal([]byte(full), &again); err != nil || !reflect.DeepEqual(again, p) {
		t.Errorf("encoding/json reads %+v, %v; want %+v", again, err, p)
	}
}

func TestEmptyPreferences(t *testing.T) {
	for _, text := range []string{"", " \n", "\ufeff", `{"version":1}`, `{"version":1,"rules":[]}`} {
		p, problems, err := ParsePreferences([]byte(text))
		if err != nil || len(problems) > 0 || len(p.Rules) > 0 || p.Version != Version {
			t.Errorf("%q: %+v, %v, %v", text, p, problems, err)
		}
	}
}

func TestPreferencesSyntaxError(t *testing.T) {
	for text, want := range map[string]string{
		"{\n  \"version\": 1,\n}":       "3:1: expected a name in double quotes",
		"\ufeff{\"a\":\n é}":            "2:2: no JSON value can start here",
		"[]":                            "1:1: the preferences must be a JSON object",
		"{} {}":                         "1:4: unexpected text after the JSON value",
		"{\"a\": // no\n1}":             "1:7: no JSON value can start here",
		strings.Repeat(`{"a":`, 100000): fmt.Sprintf("1:%d: nested too deep", 5*512+1),
	} {
		p, problems, err := ParsePreferences([]byte(text))
		var bad *SyntaxError
		if !errors.As(err, &bad) || err.Error() != want || len(p.Rules)+len(problems) > 0 {
			t.Errorf("%.40q: got %v", text, err)
		}
	}
}

func TestPreferencesProblems(t *testing.T) {
	for _, row := range musttest.Table(t, "testdata/preferences-problems.tsv", 3) {
		p, problems, err := ParsePreferences([]byte(row[0]))
		if err != nil || len(problems) != 1 || fmt.Sprint(len(p.Rules)) != row[2] {
			t.Errorf("%s: %d rules, %v, %v", row[0], len(p.Rules), problems, err)
			continue
		}
		b := problems[0]
		if got := fmt.Sprintf("%d:%d %s: %s", b.Line, b.Column, b.Rule, b.Message); got != row[1] {
			t.Errorf("%s:\ngot  %s\nwant %s", row[0], got, row[1])
		}
	}
	if p, problems, err := ParsePreferences([]byte(`{"version":1,"toolRules":[7],"rules":[{"match":{"header":"h"},"mode":"always-ask"}]}`)); err != nil || len(problems) > 0 || len(p.Rules) != 1 {
		t.Errorf("the rules for tools are not left alone: %v, %v, %v", p, problems, err)
	}
	p, _, _ := ParsePreferences([]byte(`{"version":1,"partial":1,"mcp":{"conductor":1},"session":1}`))
	if p.Partial != "off" || p.PolicyFor("conductor") != PolicyAsk || p.Session != "" {
		t.Errorf("settings that are not understood: %+v", p)
	}
}

func TestRuleProblems(t *testing.T) {
	for _, row := range musttest.Table(t, "testdata/rule-problems.tsv", 2) {
		text := `{"version":1,"rules":[{"id":"ok","match":{"header":"h"},"mode":"always-ask","note":""},` + "\n" + row[0] + `]}`
		p, problems, err := ParsePreferences([]byte(text))
		if err != nil || len(problems) != 1 || len(p.Rules) != 1 {
			t.Errorf("%s: %d rules, %v, %v", row[0], len(p.Rules), problems, err)
			continue
		}
		if b := problems[0]; b.Line != 2 || b.Column < 1 || !strings.Contains(b.Message, row[1]) || !strings.HasSuffix(b.Message, "; this rule does nothing") {
			t.Errorf("%s: %+v, want %q", row[0], b, row[1])
		}
	}
}

func TestNewID(t *testing.T) {
	a := Rule{Match: Match{Header: "h"}, Mode: NeverAsk, Answer: Answer{Label: "x"}}
	if id := a.NewID(); len(id) != 8 || !strings.HasPrefix(id, "r-") {
		t.Errorf("id %q", id)
	}
	b := a
	b.Answer = Answer{Label: "y"}
	if a.NewID() != b.NewID() {
		t.Error("the answer is part of the id")
	}
	seen := map[string]bool{a.NewID(): true}
	for _, change := range []func(*Rule){
		func(r *Rule) { r.Match = Match{Text: "h"} }, func(r *Rule) { r.Match.Options = []string{"h"} },
		func(r *Rule) { r.Mode = PreferMode }, func(r *Rule) { r.Project = "/p" },
	} {
		c := a
		change(&c)
		if seen[c.NewID()] {
			t.Errorf("%+v has an id that is taken", c)
		}
		seen[c.NewID()] = true
	}
	// A rule written by hand without an id gets the same one each time.
	p, problems, err := ParsePreferences([]byte(`{"version":1,"rules":[{"match":{"header":"h"},"mode":"never-ask","answer":"x"}]}`))
	if err != nil || len(problems) > 0 || p.Rules[0].ID != a.NewID() {
		t.Errorf("%+v, %v, %v", p, problems, err)
	}
}

func FuzzPreferences(f *testing.F) {
	f.Add([]byte(full))
	f.Add([]byte(`{"version":1,"mcp":{},"rules":[]}`))
	f.Add([]byte(`{"version":1,"rules":[{"match":{"header":"h","options":[]},"mode":"always-ask"}]}`))
	f.Add([]byte(`{"version":1,"rules":[{"match":{"options":["a"]},"mode":"prefer","answer":{"label":"a"}}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, problems, err := ParsePreferences(b)
		if err != nil {
			return
		}
		for _, problem := range problems {
			if problem.Line < 1 || problem.Column < 1 || problem.Message == "" {
				t.Errorf("problem %+v", problem)
			}
		}
		for _, r := range p.Rules {
			if err := r.Check(); err != nil || r.ID == "" {
				t.Errorf("rule %+v: %v", r, err)
			}
		}
		// What was read can be written and read again.
		text, err := json.Marshal(p)
		musttest.Do(t, err)
		again, problems, err := ParsePreferences(text)
		if err != nil || len(problems) > 0 || !reflect.DeepEqual(again, p) {
			t.Errorf("%s: read again as %+v, %v, %v", text, again, problems, err)
		}
	})
}
