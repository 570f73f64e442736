package question

import (
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/settings/musttest"
)

// asked is a question of the client's own tool.
func askedCall(t *testing.T, question string) Call {
	t.Helper()
	input, err := hooks.Parse(`{"questions":[` + question + `]}`)
	musttest.Do(t, err)
	c, err := ParseCall(Tool, input)
	musttest.Do(t, err)
	return c
}

const deploy = `{"question":"Deploy to staging with ` + "`npm test`" + `?","header":"Deploy","multiSelect":false,"options":[` +
	`{"label":"Yes (Recommended)","description":"to staging","preview":"$ deploy"},{"label":"No","description":"nothing"}]}`

// TestFindEvidence holds an answer against what was answered, changed in one place at a time.
func TestFindEvidence(t *testing.T) {
	now := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	old := askedCall(t, deploy)
	yes := PastAnswer{At: now, By: AnsweredInDialog, Question: old.Questions[0], Labels: []string{"Yes (Recommended)"}}
	no, typed, other := yes, yes, yes
	no.Labels = []string{"No"}
	typed.Labels, typed.Text = nil, "Yes"
	other.Server = "x"
	dev := PastAnswer{At: now, Question: askedCall(t, strings.ReplaceAll(deploy, "staging", "dev")).Questions[0], Labels: yes.Labels}
	before := map[string]PastAnswer{"yes": yes, "no": no, "typed": typed, "other": other, "dev": dev}
	for _, row := range musttest.Table(t, "testdata/evidence.tsv", 5) {
		c := old
		if row[1] != "" {
			c = askedCall(t, strings.ReplaceAll(deploy, row[1], row[2]))
		}
		var seen []PastAnswer
		for name := range strings.FieldsSeq(row[3]) {
			seen = append(seen, before[name])
		}
		s := FindEvidence(Rule{}, c, c.Questions[0], Choice{Options: []int{0}}, again(t, seen))
		var got string
		switch {
		case s.Covered():
			got = strings.Repeat("2 times", s.Times-1) + strings.Repeat("1 times", 2-s.Times)
		case s.Against != nil:
			got = "against " + s.Against.Text + strings.Join(s.Against.Labels, ", ")
		default:
			got = "new"
			for _, p := range s.New {
				got += " " + string(p)
			}
		}
		if got != row[4] || s.about(Rule{}, true) == "" {
			t.Errorf("%s: got %q, want %q (%s)", row[0], got, row[4], s.about(Rule{}, true))
		}
	}
}

// again writes what was seen and reads it back.
func again(t *testing.T, seen []PastAnswer) []PastAnswer {
	t.Helper()
	list := slices.Clone(seen)
	for i, s := range list {
		v, err := hooks.Parse(s.JSON())
		if err == nil {
			list[i], err = ParsePastAnswer(v, v)
		}
		if err != nil || strings.Contains(string(s.JSON()), "\n") || !list[i].At.Equal(s.At) {
			t.Errorf("%s: %v", s.JSON(), err)
		}
	}
	return list
}

// TestSeveralAreAnswered compares the answers of a question of which several may be
// chosen, and typed ones.
func TestSeveralAreAnswered(t *testing.T) {
	c := askedCall(t, `{"question":"Which?","multiSelect":true,"options":[{"label":"a","description":"1"},{"label":"b","description":"2"},{"label":"c"},{"label":"A"}]}`)
	q := c.Questions[0]
	ab := []PastAnswer{{At: time.Unix(1, 0), Question: q, Labels: []string{"b", "c"}}}
	for _, tt := range []struct {
		chosen Choice
		seen   []PastAnswer
		want   bool
	}{
		{Choice{Options: []int{1, 2}}, ab, true},
		{Choice{Options: []int{1}}, ab, false},
		{Choice{Options: []int{1, 2, 3}}, ab, false},
		{Choice{}, ab, false},
		{Choice{Text: "b, c"}, ab, false},
		{Choice{Text: "b, c"}, []PastAnswer{{At: time.Unix(1, 0), Question: q, Text: "b, c"}}, true},
		{Choice{Options: []int{0}}, []PastAnswer{{At: time.Unix(1, 0), Question: q, Labels: []string{"a"}}}, true}, // which is not "A"
		{Choice{Options: []int{0}}, []PastAnswer{{At: time.Unix(1, 0), Question: q, Labels: []string{"A"}}}, false},
		{Choice{}, []PastAnswer{{At: time.Unix(1, 0), Question: q, Labels: []string{"gone"}}}, false},
	} {
		if got := FindEvidence(Rule{}, c, q, tt.chosen, tt.seen).Covered(); got != tt.want {
			t.Errorf("%+v, seen %q %q: %v", tt.chosen, tt.seen[0].Labels, tt.seen[0].Text, got)
		}
	}
	for _, bad := range []string{`{}`, `{"question":{"question":"x"}}`, `{"question":{"question":"x"},"at":"2026-11-22T00:00:00Z"}`, `{"at":"2026-11-22T00:00:00Z","labels":["a"]}`} {
		v, err := hooks.Parse(bad)
		musttest.Do(t, err)
		if _, err := ParsePastAnswer(v, v); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

// TestOneWayIsAnswered: a rule that may answer what cannot be undone answers exactly what
// its person saw, whatever else it matches.
func TestOneWayIsAnswered(t *testing.T) {
	const question = `{"question":"Delete the folder ` + "`cache/`" + `?","header":"Clean","options":[{"label":"Yes","description":"delete it"},{"label":"No","description":"keep it"}]}`
	seen := func(question, label string) []PastAnswer {
		return []PastAnswer{{At: time.Unix(1, 0), Question: askedCall(t, question).Questions[0], Labels: []string{label}}}
	}
	for _, tt := range []struct {
		name         string
		before, with string
		seen         []PastAnswer
		want         string
	}{
		{"nothing was seen", "", "", nil, "asked: no answer of yours to exactly this counts yet; once more, then it is answered"},
		{"it was seen", "", "", seen(question, "Yes"), "answered"},
		{"another answer", "", "", seen(question, "No"), "asked: you gave another answer to this question"},
		{"another folder", "cache/", "src/", seen(question, "Yes"), "asked: new here: \"src/\"; seen: \"cache/\""},
		{"another consequence", "delete it", "delete it for good, with all backups", seen(question, "Yes"), "asked: new here: the descriptions"},
		{"another choice", `"No"`, `"Later"`, seen(question, "Yes"), "asked: new here: the options"},
		{"another channel behind a comment's sign", "cache/", "#general", seen(strings.Replace(question, "cache/", "#bot-test", 1), "Yes"), "asked: new here: \"#general\"; seen: \"#bot-test\""},
		{"another option's description", "keep it", "it would take the only backup with it", seen(question, "Yes"), "asked: new here: the descriptions"},
		{"another order of the options", `{"label":"Yes","description":"delete it"},{"label":"No","description":"keep it"}`, `{"label":"No","description":"keep it"},{"label":"Yes","description":"delete it"}`, seen(question, "Yes"), "asked: new here: the options"},
		{"another header", "Clean", "Production", seen(question, "Yes"), "asked: new here: the header"},
		{"a preview", `"description":"delete it"`, `"description":"delete it","preview":"rm -rf /"`, seen(question, "Yes"), "asked: new here: the previews"},
	} {
		c := askedCall(t, strings.Replace(question, tt.before, tt.with, 1))
		at := situation()
		at.Past = func(Call, Question) []PastAnswer { return tt.seen }
		rule := rules("\"match\":{\"text\":\"Delete the folder `cache/`?\"},\"mode\":\"never-ask\",\"answer\":\"Yes\",\"oneWay\":\"allow\"")
		choice := Decide(c, compileRules(t, rule), at, nil).Choices[0]
		got := string(choice.Verdict)
		if choice.New != "" {
			got += ": " + choice.New
		}
		if !strings.HasPrefix(got, tt.want) || len(choice.OneWay) == 0 {
			t.Errorf("%s: got %q, want %q (%s)", tt.name, got, tt.want, choice.Why)
		}
	}
}

// TestUnproven: where the person has answered, and no transcript shows it yet, that is said, and
// nothing is answered.
func TestUnproven(t *testing.T) {
	deploy := strings.Replace(deploy, `,"preview":"$ deploy"`, "", 1)
	c := askedCall(t, deploy)
	given := PastAnswer{At: time.Unix(1, 0), By: AnsweredInDialog, Question: c.Questions[0], Labels: []string{"Yes (Recommended)"}, Unconfirmed: true}
	marked := askedCall(t, strings.Replace(deploy, "Deploy to staging", "<qid:ship> Deploy to staging", 1))
	reworded := askedCall(t, strings.Replace(deploy, "Deploy to staging", "<qid:ship> Shall it go out", 1))
	before := given
	before.Question = marked.Questions[0]
	for name, tt := range map[string]struct {
		rule Rule
		call Call
		past PastAnswer
		want string
	}{
		"the same question": {Rule{}, c, given, "you have answered this, and"},
		"the same options":  {Rule{Match: Match{Marker: "ship"}}, reworded, before, "you have answered this, and"},
		"another question":  {Rule{}, marked, given, notAnswered},
	} {
		e := FindEvidence(tt.rule, tt.call, tt.call.Questions[0], Choice{Options: []int{0}}, []PastAnswer{tt.past})
		if got := e.about(tt.rule, false); e.Covered() || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: covered %v, %q, want %q", name, e.Covered(), got, tt.want)
		}
	}
}

// TestPaused: the last answer to exactly the same question counts.
func TestPaused(t *testing.T) {
	r := Rule{ID: "r", Match: Match{Header: "Deploy"}, Mode: NeverAsk, Answer: Answer{Label: "Yes"}}
	at := 0
	answer := func(text, label string) PastAnswer {
		at++
		return PastAnswer{At: time.Unix(int64(at), 0), Question: askedCall(t, strings.Replace(deploy, "Deploy to staging", text, 1)).Questions[0], Labels: []string{label}}
	}
	seen := []PastAnswer{answer("a", "No"), answer("b", "No"), answer("c", "Yes (Recommended)"), answer("b", "Yes (Recommended)"), answer("c", "No"), answer("d", "Yes (Recommended)"), answer("a", "No")}
	var got []string
	for _, s := range r.Paused(seen) {
		got = append(got, s.Question.Text[:1]+" "+s.Answer())
	}
	if want := []string{"a No", "c No"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	r.Mode = AlwaysAsk
	if got := r.Paused(seen); got != nil {
		t.Errorf("a rule that asks: %v", got)
	}
}
