package question

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/rule/wording"
	"neverask/settings/musttest"
)

// ask returns the input of a call with the given questions; each is "text|header|label|label...",
// with a "+" before the header of a multi-select question.
func ask(questions ...string) string {
	var w hooks.Writer
	w.Begin('{')
	w.Name("questions").Begin('[')
	for _, q := range questions {
		parts := strings.Split(q, "|")
		header, multi := strings.CutPrefix(parts[1], "+")
		w.Begin('{')
		w.Text("question", parts[0])
		w.Text("header", header)
		w.Flag("multiSelect", multi)
		w.Name("options").Begin('[')
		for _, label := range parts[2:] {
			w.Begin('{')
			w.Text("label", label)
			w.Text("description", "d")
			w.End('}')
		}
		w.End(']')
		w.End('}')
	}
	w.End(']')
	w.Name("metadata").Begin('{')
	w.Text("source", "review")
	w.End('}')
	w.End('}')
	return string(w.Bytes())
}

func parseCall(t *testing.T, tool, input string) Call {
	t.Helper()
	v, err := hooks.Parse(input)
	musttest.Do(t, err)
	c, err := ParseCall(tool, v)
	musttest.Do(t, err)
	return c
}

// rules returns preferences with these rules; %s-less shorthand: each gets an id.
func rules(list ...string) string {
	for i, r := range list {
		list[i] = fmt.Sprintf(`{"id":"r%d",%s}`, i+1, r)
	}
	return `{"version":1,"rules":[` + strings.Join(list, ",") + `]}`
}

func compileRules(t *testing.T, preferences string) *Compiled {
	t.Helper()
	l, problems, err := Compile([]byte(preferences))
	if err != nil || len(problems) > 0 {
		t.Fatalf("%s: %v, %v", preferences, problems, err)
	}
	return l
}

// situation of a session in /p with a new client and three answers "yes" to
// "Usual?", nine of ten to "Mostly?", and eight of ten to "Rarely?".
func situation() Situation {
	return Situation{
		Within:   func(dir string) bool { return dir == "/p" },
		Past:     pastOfUsual,
		CanMerge: func() bool { return true },
	}
}

// pastOfUsual returns what was answered to the questions about the usual answer, the rarer one first.
func pastOfUsual(c Call, q Question) (past []PastAnswer) {
	for _, n := range map[string][]struct {
		label string
		times int
	}{
		"Usual?": {{"Yes", 3}}, "Twice?": {{"Yes", 2}}, "Mostly?": {{"No", 1}, {"Yes", 9}}, "Rarely?": {{"No", 2}, {"Yes", 8}}, "Gone?": {{"Maybe", 5}},
	}[q.Text] {
		for range n.times {
			past = append(past, PastAnswer{At: time.Unix(int64(len(past)+1), 0), Others: c.Others(), Question: q, Labels: []string{n.label}})
		}
	}
	return past
}

const never = `"mode":"never-ask","answer":"recommended"`

func TestDecideOneQuestion(t *testing.T) {
	for _, row := range musttest.Table(t, "testdata/decide.tsv", 4) {
		t.Run(row[0], func(t *testing.T) {
			c := parseCall(t, Tool, ask(row[1]))
			trace := &Trace{}
			decide := decideOnceAsked
			if strings.Contains(row[0], "not seen") {
				decide = Decide
			}
			d := decide(c, compileRules(t, rules(strings.FieldsFunc(row[2], func(r rune) bool { return r == '\n' })...)), situation(), trace)
			choice := d.Choices[0]
			answer := ""
			if choice.Verdict != Asked {
				answer = choice.Answer(c.Questions[0])
			}
			if got := strings.TrimSpace(fmt.Sprintf("%s %s %s", choice.Rule, choice.Verdict, answer)); got != row[3] {
				t.Errorf("got %q, want %q; because %s", got, row[3], choice.Why)
			}
			wantOutcome := map[Verdict]Outcome{Asked: OutcomeAsk, Preferred: OutcomePrefer, Answered: OutcomeAnswer}[choice.Verdict]
			if d.Outcome != wantOutcome || choice.Why == "" || choice.Ruled != choice.Verdict {
				t.Errorf("outcome %s, ruled %s, why %q", d.Outcome, choice.Ruled, choice.Why)
			}
			if len(trace.Steps) < 3 || trace.Steps[0].Kind != "wording" || trace.Steps[len(trace.Steps)-1].Kind != "answer" {
				t.Errorf("steps: %+v", trace.Steps)
			}
		})
	}
}

func TestDecideCall(t *testing.T) {
	questions := map[string]string{
		"yes": "Run the tests?|A|Yes (Recommended)|No", "open": "Which color?|B|Red|Blue", "prefer": "Which size?|C|S|L", "danger": "Delete the production database?|A|Yes (Recommended)|No",
	}
	for _, row := range musttest.Table(t, "testdata/calls.tsv", 6) {
		t.Run(row[0], func(t *testing.T) {
			list := strings.Split(row[3], " & ")
			for i, name := range list {
				list[i] = cmp.Or(questions[name], name)
			}
			c := parseCall(t, row[1], ask(list...))
			preferences := strings.Replace(rules(`"match":{"header":"A"},`+never, `"match":{"header":"C"},"mode":"prefer","answer":"L"`), `"rules"`, row[2]+`"rules"`, 1)
			at := situation()
			at.CanMerge = func() bool { return row[4] == "new" }
			d := decideOnceAsked(c, compileRules(t, preferences), at, nil)
			var verdicts []string
			for _, choice := range d.Choices {
				verdicts = append(verdicts, string(choice.Verdict))
			}
			if got := string(d.Outcome) + ": " + strings.Join(verdicts, " "); got != row[5] {
				t.Errorf("got %s; want %s", got, row[5])
			}
		})
	}
}

func TestUpdatedInput(t *testing.T) {
	const one = `{"question":"One \u0041?","header":"A","x":1.50,"options":[{"label":"Y\u0065s (Recommended)"},{"label":"No"}]}`
	const two = `{"question":"Two?", "options":[{"label":"S","description":"small"},{"label":"L","preview":"p"}],"header":"B"}`
	const three = `{"question":"Three?","header":"C","multiSelect":true,"options":[{"label":"x"},{"label":"y"}]}`
	for _, tt := range []struct{ name, input, want string }{
		{"answers keep every spelling", `{"n":9007199254740993,"questions":[` + one + `] , "metadata":{}}`,
			`{"n":9007199254740993,"questions":[` + one + `] , "metadata":{},"answers":{"One \u0041?":"Y\u0065s (Recommended)"}}`},
		{"answers replace answers", `{"answers":{},"questions":[` + one + `]}`,
			`{"answers":{"One \u0041?":"Y\u0065s (Recommended)"},"questions":[` + one + `]}`},
		{"notes that the call brings along stay out", `{"annotations":{"One A?":{"notes":"the blue one"}},"questions":[` + one + `],"x":1}`,
			`{"questions":[` + one + `],"x":1,"answers":{"One \u0041?":"Y\u0065s (Recommended)"}}`},
		{"several choices", `{"questions":[` + three + `]}`,
			`{"questions":[` + three + `],"answers":{"Three?":"x, y"}}`},
		{"what is left, reordered", `{"questions":[` + one + `,` + two + `],"z":0}`,
			`{"questions":[{"question":"Two?", "options":[{"label":"L","preview":"p","description":"Your preference."},{"label":"S","description":"small"}],"header":"B"}],"z":0}`},
	} {
		c := parseCall(t, Tool, tt.input)
		d := decideOnceAsked(c, compileRules(t, rules(`"match":{"header":"A"},`+never, `"match":{"header":"B"},"mode":"prefer","answer":"L"`,
			`"match":{"header":"C"},"mode":"never-ask","answer":{"labels":["x","y"]}`)), situation(), nil)
		got, err := d.UpdatedInput(c)
		if err != nil || got.Raw() != tt.want {
			t.Errorf("%s (%s):\ngot  %s, %v\nwant %s", tt.name, d.Outcome, got.Raw(), err, tt.want)
		}
	}
	c := parseCall(t, Tool, ask("Other?|X|a|b"))
	if got, err := (Decision{Outcome: OutcomeAsk, Choices: make([]Choice, 1)}).UpdatedInput(c); err != nil || got.Kind() != hooks.Absent {
		t.Errorf("a question that is asked: %s, %v", got.Raw(), err)
	}
}

// decideOnceAsked returns what is decided when the person was asked the same before, and
// gave the answer that the rules give.
func decideOnceAsked(c Call, rules Rules, at Situation, trace *Trace) Decision {
	var past []PastAnswer
	for i, choice := range Decide(c, rules, at, nil).Choices {
		s := PastAnswer{At: time.Unix(100, 0), By: AnsweredInDialog, Server: c.Server, Others: c.Others(), Question: c.Questions[i], Text: choice.Text}
		for _, o := range choice.Options {
			s.Labels = append(s.Labels, c.Questions[i].Options[o].Label)
		}
		past = append(past, s)
	}
	before := at.Past
	at.Past = func(c Call, q Question) []PastAnswer {
		if all := before(c, q); all != nil {
			return all
		}
		return Lookup(past)(c, q)
	}
	return Decide(c, rules, at, trace)
}

// TestSharedFingerprintIsNoAnswer asks what a rule for other names matches, but
// must not answer: the safety check reads the names themselves, and the answer
// must be offered.
func TestSharedFingerprintIsNoAnswer(t *testing.T) {
	for _, tt := range []struct{ rule, asked, answer string }{
		{"Should I update src/a.go?", "Should I update `b.go`?|h|Yes|No", "Yes"},
		{"Should I add a test for `parse`?", "Should I add a test for src/a.go?|h|Yes|No", "Yes"},
		{"Should I run `go test`?", "Should I run `rm -rf build`?|h|Yes|No", ""},
		{"Should I run scripts/test.sh?", `Should I run "git push --force"?|h|Yes|No`, ""},
		{"Should I run scripts/test.sh?", "Should I run `DROP TABLE users`?|h|Yes|No", ""},
		{"Should I continue with `step-1`?", "Should I continue with \"delete all users\"?|h|Yes|No", ""},
		{"Should I update src/a.go?", "Should I update `b.go`?|h|Yes, and delete the old one|No", ""},
		{"Should I update src/a.go?", "Should I update `b.go`?|h|All of it|No", ""},
	} {
		if wording.Fingerprint(tt.rule) != wording.Fingerprint(strings.Split(tt.asked, "|")[0]) {
			t.Errorf("%q and %q have no fingerprint in common", tt.rule, tt.asked)
		}
		list := compileRules(t, rules(fmt.Sprintf(`"match":{"text":%q},"mode":"never-ask","answer":"Yes"`, tt.rule)))
		c := parseCall(t, Tool, ask(tt.asked))
		d := decideOnceAsked(c, list, situation(), nil)
		if got := d.Choices[0]; got.Rule != "r1" || (d.Outcome == OutcomeAnswer) != (tt.answer != "") || tt.answer != "" && got.Answer(c.Questions[0]) != tt.answer {
			t.Errorf("%q answers %q: %s, %q (%s)", tt.rule, tt.asked, d.Outcome, got.Answer(c.Questions[0]), got.Why)
		}
	}
}
