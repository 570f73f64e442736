package transcript

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
)

// askedBefore is a question of the past that the person answered in the dialog.
func askedBefore(n int, text, answer string) Question {
	q := Question{
		Time: time.Unix(int64(n), 0), Project: "/work/a", Tool: question.Tool, Text: text, Header: "Step", Answer: answer, By: Person, Outcome: Typed,
		Options: []Option{{"Yes", "Runs it"}, {"No", ""}},
	}
	for i, o := range q.Options {
		if o.Label == answer {
			q.Outcome, q.Chosen = Picked, []int{i}
		}
	}
	return inDialog(q)
}

// inDialog has the client tell that the person was shown a question.
func inDialog(q Question) Question {
	call, err := q.Call()
	if err != nil {
		panic(err)
	}
	q.Shown = call.Questions[0].Raw().Raw()
	return q
}

func contentsOf(questions []Question) (asked []Asked) {
	var contents Contents
	for i := range questions {
		asked = append(asked, Asked{&questions[i], contents.Of(&questions[i])})
	}
	return asked
}

func TestReplay(t *testing.T) {
	yes := question.Rule{Match: question.Match{Header: "Step"}, Mode: question.NeverAsk, Answer: question.Answer{Label: "Yes"}}
	ruled := func(change func(*question.Rule)) question.Rule {
		r := yes
		change(&r)
		return r
	}
	changed := func(q Question, change func(*Question)) Question {
		change(&q)
		return q
	}
	const go1, go2 = "Continue with step 1?", "Continue with step 2?"
	unsure := func(q *Question) { q.Shown = "" }
	logAlone := func(q *Question) {
		q.Shown, q.By, q.Logged, q.Options = "", Neverask, true, []Option{{Label: "Yes"}, {Label: "No"}}
	}
	for _, tt := range []struct {
		name  string
		rule  question.Rule
		asked []Question
		want  Replay
	}{
		{"what was seen is answered", yes, []Question{askedBefore(1, go1, "Yes"), askedBefore(2, go1, "Yes"), askedBefore(3, go1, "Yes")},
			Replay{Matched: 3, Answered: 2, New: 1, Seen: 3}},
		{"each value is new once", yes, []Question{askedBefore(1, go1, "Yes"), askedBefore(2, go2, "Yes"), askedBefore(3, go1, "Yes"), askedBefore(4, go2, "Yes")},
			Replay{Matched: 4, Answered: 2, New: 2, Seen: 4}},
		{"another answer", yes, []Question{askedBefore(1, go1, "Yes"), askedBefore(2, go1, "No"), askedBefore(3, go1, "Yes")},
			Replay{Matched: 3, Answered: 2, New: 1, Seen: 2, Overruled: 1}},
		{"another answer when it was asked", yes, []Question{askedBefore(1, go1, "No"), askedBefore(2, go1, "No"), askedBefore(3, go1, "Yes"), askedBefore(4, go1, "Yes")},
			Replay{Matched: 4, Answered: 1, New: 1, Otherwise: 2, Seen: 2}},
		{"a client that does not tell", yes, []Question{changed(askedBefore(1, go1, "Yes"), unsure), changed(askedBefore(2, go1, "Yes"), unsure), askedBefore(3, go1, "Yes"), askedBefore(4, go1, "Yes")},
			Replay{Matched: 4, Answered: 1, New: 1, Unsure: 2, Seen: 2}},
		{"a hook's answers", yes, []Question{changed(askedBefore(1, go1, "Yes"), func(q *Question) { q.By = Neverask }), askedBefore(2, go1, "Yes"), changed(askedBefore(3, go1, "No"), func(q *Question) { q.By = OtherHook })},
			Replay{Matched: 3, Answered: 1, New: 1, Unsure: 1, Seen: 1}},
		{"neverask's answers that only its log has", yes, []Question{
			askedBefore(1, go1, "Yes"), changed(askedBefore(2, go1, "Yes"), logAlone), changed(askedBefore(3, go1, "No"), logAlone),
		}, Replay{Matched: 3, Answered: 1, New: 2, Seen: 1}},
		{"the labels alone say something else than the whole question", ruled(func(r *question.Rule) { r.Match.Text = "Deploy to production?" }), []Question{
			changed(askedBefore(1, "Deploy to production?", "Yes"), func(q *Question) { logAlone(q); q.Judged = true }),
			changed(askedBefore(2, "Deploy to production?", "Yes"), func(q *Question) { logAlone(q); q.Judged, q.OneWay = true, true }),
		}, Replay{Matched: 2, Answered: 1, OneWay: 1}},
		{"declined", yes, []Question{askedBefore(1, go1, "Yes"), changed(askedBefore(2, go1, ""), func(q *Question) { q.Outcome, q.Shown = Declined, "" })},
			Replay{Matched: 2, Answered: 1, New: 1, Seen: 1, Overruled: 1}},
		{"what an option does", yes, []Question{askedBefore(1, go1, "Yes"), inDialog(changed(askedBefore(2, go1, "Yes"), func(q *Question) { q.Options = []Option{{"Yes", "Runs it twice"}, {"No", ""}} }))},
			Replay{Matched: 2, New: 2, Seen: 2}},
		{"a preview", yes, []Question{askedBefore(1, go1, "Yes"), changed(askedBefore(2, go1, "Yes"), func(q *Question) {
			q.Shown = strings.Replace(q.Shown, `"Runs it"`, `"Runs it","preview":"one line"`, 1)
		}), askedBefore(3, go1, "Yes")}, Replay{Matched: 3, Answered: 1, New: 1, Otherwise: 1, Seen: 3}},
		{"the order of options", yes, []Question{askedBefore(1, go1, "Yes"), inDialog(changed(askedBefore(2, go1, "Yes"), func(q *Question) {
			q.Options, q.Chosen = []Option{{"No", ""}, {"Yes", "Runs it"}}, []int{1}
		}))}, Replay{Matched: 2, Answered: 1, New: 1, Seen: 2}},
		{"another harmless command", yes, []Question{askedBefore(1, "Run `ls`?", "Yes"), askedBefore(2, "Run `git status`?", "Yes"), askedBefore(3, "Run `./deploy`?", "Yes")},
			Replay{Matched: 3, New: 2, OneWay: 1, Seen: 2}},
		{"names", yes, []Question{askedBefore(1, "Keep `getUser`?", "Yes"), askedBefore(2, "Keep `getOrder`?", "Yes")}, Replay{Matched: 2, New: 2, Seen: 2}},
		{"what cannot be undone", yes, []Question{askedBefore(1, "Delete the production database?", "Yes"), askedBefore(2, "Delete the production database?", "Yes")},
			Replay{Matched: 2, OneWay: 2}},
		{"what cannot be undone, allowed", ruled(func(r *question.Rule) {
			r.Match, r.OneWay = question.Match{Text: "Delete the production database?"}, question.OneWayAllow
		}),
			[]Question{askedBefore(1, "Delete the production database?", "Yes"), askedBefore(2, "Delete the production database?", "Yes")}, Replay{Matched: 2, Answered: 1, New: 1, Seen: 2}},
		{"not offered", ruled(func(r *question.Rule) { r.Answer.Label = "Later" }), []Question{askedBefore(1, go1, "Yes"), askedBefore(2, go1, "Yes")}, Replay{Matched: 2}},
		{"preferred", ruled(func(r *question.Rule) { r.Mode = question.PreferMode }), []Question{askedBefore(1, go1, "Yes"), askedBefore(2, go1, "Yes")}, Replay{Matched: 2}},
		{"asked", ruled(func(r *question.Rule) { r.Mode = question.AlwaysAsk }), []Question{askedBefore(1, go1, "Yes"), askedBefore(2, go1, "Yes")}, Replay{Matched: 2}},
		{"a text", ruled(func(r *question.Rule) { r.Answer = question.Answer{Text: "later"} }), []Question{askedBefore(1, go1, "later"), askedBefore(2, go1, "later")},
			Replay{Matched: 2, Answered: 1, New: 1, Seen: 2}},
		{"cut", yes, []Question{askedBefore(1, go1, "Yes"), changed(askedBefore(2, go1, "Yes"), func(q *Question) { q.Cut, q.Text = true, go2 })},
			Replay{Matched: 2, New: 1, Seen: 1}},
		{"a project", ruled(func(r *question.Rule) { r.Project = "/work/b" }), []Question{askedBefore(1, go1, "Yes"), changed(askedBefore(2, go1, "Yes"), func(q *Question) { q.Project = "/work/b/c" })},
			Replay{Matched: 1, New: 1, Seen: 1}},
		{"seen in another project", yes, []Question{askedBefore(1, go1, "Yes"), changed(askedBefore(2, go1, "Yes"), func(q *Question) { q.Project = "/work/b" })},
			Replay{Matched: 2, Answered: 1, New: 1, Seen: 2}},
		{"other questions", ruled(func(r *question.Rule) { r.Match.Header = "Other" }), []Question{askedBefore(1, go1, "Yes")}, Replay{}},
		{"usual", ruled(func(r *question.Rule) { r.Answer = question.Answer{Word: question.Usual} }), []Question{askedBefore(1, go1, "Yes"), askedBefore(2, go1, "Yes"), askedBefore(3, go1, "Yes")},
			Replay{Matched: 3, Answered: 2, New: 1, Seen: 3}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var p Replayer
			got := p.Replay(tt.rule, contentsOf(tt.asked))
			for _, q := range got.Different {
				if q.Answer == "Yes" {
					t.Errorf("%s was answered as the rule does", q.Text)
				}
			}
			if n := len(got.Different); n < got.Overruled {
				t.Errorf("%d different, %d overruled", n, got.Overruled)
			}
			got.Different = nil
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// TestReplayOfServers: what the settings keep from being answered is not answered.
func TestReplayOfServers(t *testing.T) {
	lookup, _, err := question.Compile([]byte(`{"version":1,"rules":[],"mcp":{"x":"answers"}}`))
	musttest.Do(t, err)
	r := question.Rule{Match: question.Match{Header: "Step"}, Mode: question.NeverAsk, Answer: question.Answer{Label: "Yes"}}
	for tool, want := range map[string]Replay{
		question.Tool:              {Matched: 2, Answered: 1, New: 1, Seen: 2},
		"mcp__x__" + question.Tool: {Matched: 2, Answered: 1, New: 1, Seen: 2},
		"mcp__y__" + question.Tool: {Matched: 2},
	} {
		questions := []Question{askedBefore(1, "Continue?", "Yes"), askedBefore(2, "Continue?", "Yes")}
		for i := range questions {
			questions[i].Tool = tool
		}
		p := Replayer{Settings: lookup}
		if got := p.Replay(r, contentsOf(questions)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", tool, got, want)
		}
	}
}

// TestReplayIsWhatIsDecided compares a replay with decisions one by one that have all
// of the evidence so far.
func TestReplayIsWhatIsDecided(t *testing.T) {
	t.Parallel()
	texts := []string{"Run `ls`?", "Run `git status`?", "Run `./x`?", "Run ``ls``?", "Run `ls` and `./x`?", "Run `git log` and `./x`?", "Run `ls?", "Keep `getUser`?", "Keep `getOrder`?", "Keep `getToken`?", "Keep `ls`?", "Keep `git log`?", "Keep `getOrder` and `ls`?", "Keep `getOrder` and `git log`?", "Continue with 1?", "Drop the database?"}
	answered := 0
	for seed := range uint64(80) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		r := question.Rule{Match: question.Match{Header: "Step"}, Mode: question.NeverAsk, Answer: question.Answer{Label: "Yes"}}
		if seed%4 == 0 {
			r.Match.Text = "Keep `getUser`?"
		}
		var questions []Question
		for i := range 60 {
			q := askedBefore(i, texts[rnd.IntN(len(texts))], []string{"Yes", "Yes", "Yes", "No"}[rnd.IntN(4)])
			if rnd.IntN(4) == 0 {
				q.Options[0].Description = "Runs it again"
				q = inDialog(q)
			}
			if rnd.IntN(4) == 0 {
				slices.Reverse(q.Options)
				q.Chosen[0] = 1 - q.Chosen[0]
				q = inDialog(q)
			}
			if rnd.IntN(6) == 0 {
				q.Shown = ""
			}
			questions = append(questions, q)
		}
		var want Replay
		var past []question.PastAnswer
		for i, q := range questions {
			call, err := q.Call()
			musttest.Do(t, err)
			at := new(Replayer).Situation(q.Project)
			at.Past = func(question.Call, question.Question) []question.PastAnswer { return past }
			c := question.Decide(call, alone{rules: []question.Rule{r}}, at, nil).Choices[0]
			answers := c.Ruled == question.Answered
			// One that the check is not sure of is answered once the person knows it.
			answerable := question.Decide(call, alone{rules: []question.Rule{r}}, r.Confirmed(call, new(Replayer).Situation(q.Project)), nil).Choices[0].Ruled == question.Answered
			if answers {
				want.Answered++
			} else if own, ok := q.PastAnswer(); ok {
				past = append(past, own)
			}
			if answerable && q.Answer != "Yes" {
				want.Different = append(want.Different, questions[i])
				if answers {
					want.Overruled++
				}
			}
		}
		got := new(Replayer).Replay(r, contentsOf(questions))
		answered += got.Answered
		if got.Answered != want.Answered || got.Overruled != want.Overruled || !reflect.DeepEqual(got.Different, want.Different) {
			t.Fatalf("seed %d: answered %d, %d of %d differently, want %d, %d of %d", seed, got.Answered, got.Overruled, len(got.Different), want.Answered, want.Overruled, len(want.Different))
		}
		if n := r.CountAgreeing(AnswersTo(r, questions)); got.OneWay == 0 && r.Match.Text == "" || got.Seen > n || got.Answerable()+got.OneWay != got.Matched {
			t.Fatalf("seed %d: %s; %d seen, but %d pieces of evidence", seed, got.Summary(), got.Seen, n)
		}
	}
	if answered < 1000 {
		t.Errorf("only %d were answered", answered)
	}
}

func TestSummary(t *testing.T) {
	for want, r := range map[string]Replay{
		"would have answered 9 of 12; 3 were asked for the first time":                                                                            {Matched: 12, Answered: 9, New: 3},
		"would have answered 0 of 4; 1 was asked for the first time; 1 had no earlier answer that counts; 2 had been answered differently before": {Matched: 4, New: 1, Unsure: 1, Otherwise: 2},
		"would have answered 0 of 2; 2 are irreversible":                                                                                          {Matched: 2, OneWay: 2},
	} {
		if got := r.Summary(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
