package suggest

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
	"neverask/settings/worktree"
)

var start = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

// past builds a history: each add is a day later.
type builder struct{ questions []transcript.Question }

// ask adds a question that the person answered; the answer "" is no answer.
func (b *builder) ask(text, answer string, options ...string) *transcript.Question {
	n := len(b.questions)
	q := transcript.Question{
		Time: start.AddDate(0, 0, n), ToolUseID: fmt.Sprint(n), Tool: "AskUserQuestion", Text: text, Header: "Topic",
		Project: "/work/a", By: transcript.Person, Outcome: transcript.Typed, Answer: answer,
	}
	for i, label := range options {
		q.Options = append(q.Options, transcript.Option{Label: label})
		if label == answer {
			q.Outcome, q.Chosen = transcript.Picked, []int{i}
		}
	}
	if answer == "" {
		q.Outcome, q.By = transcript.Unanswered, transcript.Nobody
	}
	b.questions = append(b.questions, q)
	return &b.questions[n]
}

// past returns what was asked, all of it in the client's dialog.
func (b *builder) past() []transcript.Question { return inDialog(b.questions) }

// inDialog makes it certain that the person has answered what they answered.
func inDialog(questions []transcript.Question) []transcript.Question {
	for i := range questions {
		q := &questions[i]
		if call, err := q.Call(); err == nil && q.Answered() {
			q.Shown = call.Questions[0].Raw().Raw()
		}
	}
	return questions
}

// rules returns preferences with some rules.
func rules(t testing.TB, list ...question.Rule) *question.Compiled {
	t.Helper()
	list = append([]question.Rule{}, list...)
	for i := range list {
		list[i].ID = fmt.Sprint("r", i)
	}
	b, err := json.Marshal(question.Preferences{Version: question.Version, Rules: list})
	musttest.Do(t, err)
	lookup, problems, err := question.Compile(b)
	if err != nil || len(problems) > 0 {
		t.Fatalf("%v %v", problems, err)
	}
	return lookup
}

const tests = "Should I run the tests of `%s` before committing?"

// brief is what is compared of a suggestion.
type brief struct {
	alike, asked, answered, isNew, different int
	rule                                     string
}

func briefs(found []Suggestion) []brief {
	var all []brief
	for _, s := range found {
		r := s.Rule
		match, err := json.Marshal(r.Match)
		if err != nil {
			panic(err)
		}
		answer, err := r.Answer.MarshalJSON()
		if err != nil || r.Mode != question.NeverAsk {
			panic(r)
		}
		rule := fmt.Sprintf("%s %s", match, answer)
		if r.Same != "" {
			rule += " same " + string(r.Same)
		}
		if r.Project != "" {
			rule += " in " + r.Project
		}
		all = append(all, brief{s.Alike, s.Asked, s.Answered, s.New, len(s.Different), rule})
	}
	return all
}

func TestFind(t *testing.T) {
	yesNo := []string{"Yes", "No"}
	for _, tt := range []struct {
		name  string
		past  func(b *builder)
		rules []question.Rule
		want  []brief
	}{
		{"three times", func(b *builder) {
			for _, file := range []string{"a", "b", "c"} {
				b.ask(fmt.Sprintf(tests, file), "Yes", yesNo...)
			}
		}, nil, []brief{{3, 3, 0, 3, 0, "{\"text\":\"Should I run the tests of `c` before committing?\"} \"Yes\""}}},
		{"twice", func(b *builder) {
			b.ask(tests, "Yes", yesNo...)
			b.ask(tests, "Yes", yesNo...)
		}, nil, nil},
		{"nine in ten", func(b *builder) {
			for i := range 10 {
				b.ask(tests, yesNo[i/9], yesNo...)
			}
		}, nil, []brief{{9, 10, 9, 1, 1, `{"text":"` + tests + `"} "Yes"`}}},
		{"eight in nine", func(b *builder) {
			for i := range 9 {
				b.ask(tests, yesNo[i/8], yesNo...)
			}
		}, nil, nil},
		{"to decline is to answer otherwise", func(b *builder) {
			for range 4 {
				b.ask(tests, "Yes", yesNo...)
			}
			b.ask(tests, "", yesNo...).Outcome = transcript.Declined
		}, nil, nil},
		{"no answer is no evidence", func(b *builder) {
			for range 3 {
				b.ask(tests, "Yes", yesNo...)
				b.ask(tests, "", yesNo...)
				b.ask(tests, "No", yesNo...).By = transcript.OtherHook
				b.ask(tests, "No", yesNo...).By = transcript.Neverask
			}
		}, nil, []brief{{3, 3, 11, 1, 0, `{"text":"` + tests + `"} "Yes"`}}},
		{"the mark of a label comes and goes", func(b *builder) {
			b.ask(tests, "Yes", yesNo...)
			b.ask(tests, "Yes (Recommended)", "Yes (Recommended)", "No")
			b.ask(tests, "yes (recommended)", "No", "yes (recommended)")
		}, nil, []brief{{3, 3, 1, 2, 0, `{"text":"` + tests + `"} "yes"`}}},
		{"always the recommended one", func(b *builder) {
			for _, pair := range [][2]string{{"jest", "vitest"}, {"vitest", "jest"}, {"jest", "mocha"}} {
				b.ask("Which test runner should we use?", pair[0]+" (Recommended)", pair[0]+" (Recommended)", pair[1])
			}
		}, nil, []brief{{3, 3, 0, 3, 0, `{"text":"Which test runner should we use?"} "recommended"`}}},
		{"nearly always the recommended one", func(b *builder) {
			for i := range 20 {
				b.ask("Which test runner should we use?", fmt.Sprintf("r%d (Recommended)", i%4), fmt.Sprintf("r%d (Recommended)", i%4), "none")
			}
			b.ask("Which test runner should we use?", "none", "r1 (Recommended)", "none")
		}, nil, nil},
		{"the recommended one of other options each time", func(b *builder) {
			for _, letter := range []string{"a", "b", "c"} {
				b.ask("Which approach do you prefer?", letter+" (Recommended)", letter+" (Recommended)", letter+letter)
			}
		}, nil, []brief{{3, 3, 0, 3, 0, `{"text":"Which approach do you prefer?"} "recommended"`}}},
		{"several options", func(b *builder) {
			for range 3 {
				q := b.ask("Which checks should I run?", "lint, test", "test", "lint", "race")
				q.Multi, q.Outcome, q.Chosen = true, transcript.Picked, []int{0, 1}
			}
		}, nil, []brief{{3, 3, 2, 1, 0, `{"text":"Which checks should I run?"} {"labels":["test","lint"]}`}}},
		{"the same words", func(b *builder) {
			for _, words := range []string{"use bun", "Use bun", "use bun "} {
				b.ask("Which package manager should I use?", words, "npm", "pnpm")
			}
		}, nil, []brief{{3, 3, 0, 1, 2, `{"text":"Which package manager should I use?"} {"text":"use bun "}`}}},
		{"one-way", func(b *builder) {
			for range 5 {
				b.ask("Should I force push the branch to origin?", "Yes", yesNo...)
				b.ask("Which tests should I look at first?", "Mine", "Mine", "Delete the production database")
			}
		}, nil, nil},
		{"in one project alone", func(b *builder) {
			for i := range 3 {
				b.ask(tests, "Yes", yesNo...)
				b.ask(tests, "No", yesNo...).Project = "/work/b"
				b.ask(tests, "No", yesNo...).Project = "/work/b/sub"
				b.ask(tests, yesNo[i%2], yesNo...).Project = "/work/c"
			}
		}, nil, []brief{
			{6, 6, 5, 1, 0, `{"text":"` + tests + `"} "No"` + " in /work/b"},
			{3, 3, 2, 1, 0, `{"text":"` + tests + `"} "Yes"` + " in /work/a"},
		}},
		{"a marker", func(b *builder) {
			for _, text := range []string{"Which style?", "Tabs or spaces?", "Which format?"} {
				b.ask(text+" <gstack-qid:go-on>", "Yes", yesNo...)
			}
		}, nil, []brief{{3, 3, 2, 1, 0, `{"marker":"go-on"} "Yes"`}}},
		{"a marker with an effort", func(b *builder) {
			for i, text := range []string{"How deep?", "Which depth now?", "And here?"} {
				b.ask(text+" <qid:depth>", fmt.Sprintf("Full (human: ~%dh / CC: ~5min)", i+1), fmt.Sprintf("Full (human: ~%dh / CC: ~5min)", i+1), fmt.Sprintf("Quick (CC: ~%dmin)", i+1))
			}
		}, nil, []brief{{3, 3, 2, 1, 0, `{"marker":"depth"} "Full"`}}},
		{"labels, worded anew each time", func(b *builder) {
			for i, text := range []string{"More about Layout, or move on?", "More about Colors, or move on?", "More about Fonts, or move on?", "More about Icons, or move on?"} {
				q := b.ask(text, "Next area", "More questions", "Next area")
				q.Header, q.Session = fmt.Sprint("Area ", i), fmt.Sprint("s", i%2)
			}
		}, nil, []brief{{4, 4, 1, 3, 0, `{"options":["More questions","Next area"]} "Next area" same options`}}},
		{"labels that say nothing", func(b *builder) {
			for _, text := range []string{"More about Layout, or move on?", "More about Colors, or move on?", "More about Fonts, or move on?"} {
				b.ask(text, "Yes", "Yes", "No").Session = text
			}
		}, nil, nil},
		{"labels in one session", func(b *builder) {
			for _, text := range []string{"More about Layout, or move on?", "More about Colors, or move on?", "More about Fonts, or move on?"} {
				b.ask(text, "Next area", "More questions", "Next area")
			}
		}, nil, nil},
		{"the same words with other options", func(b *builder) {
			for range 3 {
				b.ask("Which approach do you prefer?", "Redis", "Redis", "In memory")
				b.ask("Which approach do you prefer?", "By hand", "By hand (Recommended)", "Generated").Chosen = nil
				q := &b.questions[len(b.questions)-1]
				q.Outcome, q.Answer, q.Chosen = transcript.Picked, "Generated", []int{1}
			}
		}, nil, []brief{
			{3, 3, 2, 1, 0, `{"text":"Which approach do you prefer?","options":["By hand","Generated"]} "Generated"`},
			{3, 3, 2, 1, 0, `{"text":"Which approach do you prefer?","options":["Redis","In memory"]} "Redis"`},
		}},
		{"few words need the header", func(b *builder) {
			for range 3 {
				b.ask("Continue?", "Yes", yesNo...)
				b.ask("Continue?", "No", yesNo...).Header = "Other"
			}
		}, nil, []brief{
			{3, 3, 2, 1, 0, `{"text":"Continue?","header":"Other"} "No"`},
			{3, 3, 2, 1, 0, `{"text":"Continue?","header":"Topic"} "Yes"`},
		}},
		{"a rule is there", func(b *builder) {
			for range 5 {
				b.ask(tests, "Yes", yesNo...)
			}
		}, []question.Rule{{Match: question.Match{Header: "topic"}, Mode: question.AlwaysAsk}}, nil},
		{"a rule for another project is there", func(b *builder) {
			for range 3 {
				b.ask(tests, "Yes", yesNo...)
				b.ask(tests, "No", yesNo...).Project = "/work/b"
			}
		}, []question.Rule{{Match: question.Match{Text: tests}, Mode: question.AlwaysAsk, Project: "/work/b"}},
			[]brief{{3, 3, 2, 1, 0, `{"text":"` + tests + `"} "Yes"`}}},
		{"a server that is never answered", func(b *builder) {
			for range 3 {
				b.ask(tests, "Yes", yesNo...).Tool = "mcp__other__AskUserQuestion"
			}
		}, nil, nil},
		{"cut", func(b *builder) {
			for range 3 {
				b.ask(tests, "Yes", yesNo...).Cut = true
			}
		}, nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b builder
			tt.past(&b)
			found := Find(b.past(), rules(t, tt.rules...), nil)
			if got := briefs(found); !slices.Equal(got, tt.want) {
				t.Errorf("got\n%+v\nwant\n%+v", got, tt.want)
			}
			accepted := tt.rules
			for _, s := range found {
				accepted = append(accepted, s.Rule)
			}
			if again := Find(b.questions, rules(t, accepted...), nil); len(again) > 0 {
				t.Errorf("suggested again after it was accepted: %+v", briefs(again))
			}
		})
	}
}

func TestEvidence(t *testing.T) {
	var b builder
	for i := range 14 {
		b.ask(tests, "Yes", "Yes", "No").Project = fmt.Sprint("/work/", "abc"[i%3:i%3+1])
	}
	found := Find(b.questions, rules(t), nil)
	if len(found) != 1 {
		t.Fatalf("got %+v", found)
	}
	if got, want := found[0].Evidence("last 2d ago"), "14 of 14: Yes · last 2d ago · 3 projects"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestSummary: what cannot be known to have been seen is suggested, too, and said.
func TestSummary(t *testing.T) {
	for _, tt := range []struct {
		name                        string
		text                        func(i int) string
		answer, mark, does, differs string
		shown                       int // so many are certain, the first ones
		last                        string
	}{
		{"an old client", func(int) string { return tests }, "Yes", "", "would have answered 0 of 10; 1 was asked for the first time; 9 had no earlier answer that counts",
			"", 0, ""},
		{"an old client, with values", func(i int) string { return fmt.Sprintf(tests, fmt.Sprint("f", i)) }, "Yes", "", "would have answered 0 of 10; 10 were asked for the first time",
			"", 0, ""},
		{"an old client, recommended", func(i int) string { return tests }, "Yes", " (Recommended)", "would have answered 0 of 10; 1 was asked for the first time; 9 had no earlier answer that counts",
			"", 0, ""},
		{"an old client, typed", func(int) string { return tests }, "use bun", "", "would have answered 0 of 10; 1 was asked for the first time; 9 had no earlier answer that counts",
			"", 0, ""},
		{"one is certain", func(int) string { return tests }, "Yes", "", "would have answered 9 of 10; 1 was asked for the first time",
			"", 1, ""},
		{"all are certain, the last is another", func(int) string { return tests }, "Yes", "", "would have answered 9 of 10; 1 was asked for the first time",
			"it would have answered differently from you 1×", 10, "No"},
		{"a new value, answered otherwise", func(i int) string { return fmt.Sprintf(tests, fmt.Sprint("f", i)) }, "Yes", "", "would have answered 0 of 10; 10 were asked for the first time",
			"you answered differently 1×, and would have been asked", 10, "No"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b builder
			for i := range 10 {
				answer := tt.answer + tt.mark
				if i == 9 && tt.last != "" {
					answer = tt.last
				}
				b.ask(tt.text(i), answer, "Yes"+tt.mark, "No")
			}
			inDialog(b.questions[:tt.shown])
			found := Find(b.questions, rules(t), nil)
			if len(found) != 1 {
				t.Fatalf("%d suggestions", len(found))
			}
			s := found[0]
			for got, want := range map[string]string{s.Summary(): tt.does, s.Differences(): tt.differs} {
				if got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			}
		})
	}
}

func TestHere(t *testing.T) {
	var b builder
	for _, dir := range []string{"/work/a", "/work/b/sub", "/work/b"} {
		b.ask(tests, "Yes", "Yes", "No").Project = dir
	}
	s := Find(b.questions, rules(t), nil)[0]
	if want := []string{"/work/a", "/work/b"}; !slices.Equal(s.Projects, want) || s.Where() != "" {
		t.Errorf("projects %v, for %q", s.Projects, s.Where())
	}
	for dir, want := range map[string]string{"/work/b/sub/deep": "/work/b", "/work/a": "/work/a", "/work/ab": "", "/elsewhere": ""} {
		r, ok := s.Here(dir)
		if r.Project != want || ok != (want != "") || (Suggestion{Rule: r}).Where() != want {
			t.Errorf("%s: %q, %v", dir, r.Project, ok)
		}
	}
}

func TestDecisions(t *testing.T) {
	m := Memory{filepath.Join(t.TempDir(), "state", "suggestions.jsonl")}
	if got := m.Decisions(start); len(got) != 0 {
		t.Errorf("got %v", got)
	}
	var b builder
	for range 3 {
		b.ask(tests, "Yes", "Yes", "No")
		b.ask(tests, "Yes", "Yes", "No").Project = "/work/b"
	}
	id := Find(b.questions, rules(t), nil)[0].ID
	b.ask(tests, "Yes", "Yes", "No")
	for _, tt := range []struct {
		decision Decision
		days     int
		want     []string // the projects of the rules that are suggested then
	}{
		{Later, 29, nil},
		{Later, 30, []string{""}},
		{Never, 1000, nil},
		{Undecided, 0, []string{""}},
		{AcceptedHere, 1000, []string{"/work/a", "/work/b"}},
		{Accepted, 1, []string{""}}, // the preferences are what hides it
	} {
		musttest.Do(t, m.Record(id, tt.decision, start))
		var got []string
		for _, s := range Find(b.questions, rules(t), m.Decisions(start.AddDate(0, 0, tt.days))) {
			if got = append(got, s.Rule.Project); s.Rule.Project == "" && s.ID != id {
				t.Errorf("the ID was %s and is %s", id, s.ID)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s, after %d days: %q, want %q", tt.decision, tt.days, got, tt.want)
		}
	}
	for _, line := range []string{"torn", "{}", `{"id":3}`, `{"decision":"never"}`} {
		musttest.Do(t, m.log().Append([]byte(line)))
	}
	var writers sync.WaitGroup
	for i := range 50 {
		writers.Go(func() {
			if err := m.Record(fmt.Sprint(i), Never, start); err != nil {
				t.Error(err)
			}
		})
	}
	writers.Wait()
	if got := m.Decisions(start); len(got) != 51 {
		t.Errorf("%d decisions", len(got))
	}
}

// TestReplayIsWhatTheRuleDoes compares what suggestions promise with what the
// preferences decide when each of them is accepted and evidence grows.
func TestReplayIsWhatTheRuleDoes(t *testing.T) {
	t.Parallel()
	all := templates(t)
	s := speaker{Rand: newRand(7)}
	questions := s.asked(all[:60], 6)
	for i := range questions {
		q := &questions[i]
		if s.IntN(20) == 0 {
			q.Chosen = []int{1}
			q.Answer = q.Options[1].Label
		}
	}
	inDialog(questions)
	for i := range questions {
		if s.IntN(10) == 0 {
			questions[i].Shown = "" // of a client that did not say who answered
		}
	}
	found := Find(questions, rules(t), nil)
	if len(found) < 30 {
		t.Fatalf("%d suggestions", len(found))
	}
	answers, doubts := 0, 0
	for _, s := range found {
		want := transcript.Replay{Seen: s.Rule.CountAgreeing(transcript.AnswersTo(s.Rule, questions))}
		lookup := rules(t, s.Rule)
		var past []question.PastAnswer
		for _, q := range questions {
			call, err := q.Call()
			musttest.Do(t, err)
			d := question.Decide(call, lookup, question.Situation{
				Within: func(dir string) bool { return worktree.Below(q.Project, dir) },
				Past:   func(question.Call, question.Question) []question.PastAnswer { return past },
			}, nil)
			c := d.Choices[0]
			if c.Rule == "" {
				continue
			}
			want.Matched++
			asked := d.Outcome != question.OutcomeAnswer
			if !asked {
				want.Answered++
			} else if c.New != "" {
				if own, ok := q.PastAnswer(); ok {
					past = append(past, own)
				}
			}
			if (!asked || c.New != "") && c.Answer(call.Questions[0]) != q.Answer {
				want.Different = append(want.Different, q)
				if !asked {
					want.Overruled++
				}
			}
		}
		got := s.Replay
		answers, doubts = answers+got.Answered, doubts+got.Unsure+got.Otherwise
		if n := got.Answered + got.New + got.Unsure + got.Otherwise + got.OneWay; n != got.Matched {
			t.Errorf("%s: %d of %d are accounted for", s.Latest.Text, n, got.Matched)
		}
		got.New, got.Unsure, got.Otherwise, got.OneWay = 0, 0, 0, 0
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: promised %s, %d different, but %s, %d different", s.Latest.Text, s.Summary(), len(got.Different), want.Summary(), len(want.Different))
		}
	}
	if answers == 0 || doubts == 0 {
		t.Errorf("%d answered, %d asked again", answers, doubts)
	}
}
