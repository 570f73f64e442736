package rules

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/tui/rulestate"
	"neverask/tui/rulestate/rulestatetest"
)

// TestFormLosesNothing: fields of a rule that were not edited stay the same, to the last
// character.
func TestFormLosesNothing(t *testing.T) {
	match := question.Match{Text: " Which? ", Exact: " e ", Header: "h ", Options: []string{"a|b", ` c\`, "d"}, Marker: " m", Pattern: " p", Source: "s ", Tool: " x"}
	for _, answer := range []question.Answer{
		{Label: "Yes"}, {Label: "recommended"}, {Label: " a"}, {Labels: []string{"one"}}, {Labels: []string{"a|b", " c"}}, {Text: " t "}, {Word: question.Usual},
	} {
		want := question.Rule{ID: "a", Match: match, Mode: question.NeverAsk, Answer: answer, Project: "/w/", Note: " n", Created: question.Created{By: "me"}}
		place := &Place{list: list{home: "/home/me"}}
		if got := newRuleForm(place, want, want, "", nil).rule(); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: got %+v", want, got)
		}
	}
}

// TestMergeOfARule: what a rule does is one part, and what it matches is another.
func TestMergeOfARule(t *testing.T) {
	base := question.Rule{ID: "a", Match: question.Match{Text: "t", Header: "h"}, Mode: question.NeverAsk, Answer: question.Answer{Label: "Yes"}, Note: "n"}
	change := func(edit func(*question.Rule)) question.Rule { r := base; edit(&r); return r }
	prefer := change(func(r *question.Rule) { r.Mode = question.PreferMode })
	for name, tt := range map[string]struct {
		mine, now question.Rule
		clash     bool
		want      question.Rule
	}{
		"a note beside a mode": {prefer, change(func(r *question.Rule) { r.Note = "other" }), false, change(func(r *question.Rule) { r.Mode, r.Note = question.PreferMode, "other" })},
		"a mode and an answer": {prefer, change(func(r *question.Rule) { r.Answer.Label = "No" }), true, prefer},
		"two parts of a match": {change(func(r *question.Rule) { r.Match.Text = "x" }), change(func(r *question.Rule) { r.Match.Header = "y" }), true, change(func(r *question.Rule) { r.Match.Text = "x" })},
		"the same twice":       {prefer, prefer, false, prefer},
		"nothing of mine":      {base, prefer, false, prefer},
	} {
		if got, clash := merge(base, tt.mine, tt.now); clash != tt.clash || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %v, %+v", name, clash, got)
		}
	}
}

// TestFormOffersTheOptions: the answer is one of the question's options, or typed.
func TestFormOffersTheOptions(t *testing.T) {
	place := &Place{list: list{home: "/home/me"}}
	asked := &transcript.Question{Text: "Which?", Options: []transcript.Option{{Label: "Yes"}, {Label: "No | maybe"}}}
	for _, c := range []struct {
		answer question.Answer
		multi  bool
		chosen int
	}{
		{question.Answer{Label: "Yes"}, false, 0}, {question.Answer{Label: "No | maybe"}, false, 1}, {question.Answer{Text: "Yes"}, false, 2}, {question.Answer{}, false, 2},
		{question.Answer{Word: question.Usual}, false, 2}, {question.Answer{Labels: []string{"Yes"}}, true, 0}, {question.Answer{Labels: []string{"Yes", "No | maybe"}}, true, 2},
	} {
		asked.Multi = c.multi
		want := question.Rule{ID: "a", Match: question.Match{Text: "Which?"}, Mode: question.NeverAsk, Answer: c.answer}
		f := newRuleForm(place, want, want, "", asked)
		x := f.Field("answer")
		if !slices.Equal(x.Choices, []string{"Yes", "No | maybe", somethingElse}) || x.Chosen != c.chosen || !reflect.DeepEqual(f.rule(), want) {
			t.Errorf("%+v: choice %d of %q makes %+v", c.answer, x.Chosen, x.Choices, f.rule())
		}
		if typed := slices.Contains(f.meaningful(), f.Field("words")); typed != (c.chosen == 2) {
			t.Errorf("%+v is typed: %v", c.answer, typed)
		}
		x.Chosen = 1
		if got := f.rule().Answer; c.multi && !slices.Equal(got.Labels, []string{"No | maybe"}) || !c.multi && got.Label != "No | maybe" {
			t.Errorf("%+v becomes %+v", c.answer, got)
		}
	}
}

// TestArrowsInTheForm: the arrows choose among listed options, and lead past their ends to the next field. What is
// wrong stands at its field wherever the cursor is, and enter says why there is nothing to save.
func TestArrowsInTheForm(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 80, 24)
	d.Keys("e", "enter")
	d.Sees("nothing has changed: esc closes the form")
	d.Keys("down")
	d.Sees("▸ answer            ● Yes (Recommended)", "↑ ↓ choose")
	d.Keys("down")
	d.Sees("▸ answer            ○ Yes (Recommended)", "● No")
	d.Keys("up")
	d.Sees("● Yes (Recommended)")
	d.Keys("up")
	d.Sees("▸ When Claude asks", "● Yes (Recommended)")
	d.Keys("down", "j", "j")
	d.Sees("● something else …")
	d.Keys("ctrl+u", "down")
	d.Sees("▸ same", "· to do: fill in the answer")
	d.Keys("up", "enter")
	d.Sees("not saved: fill in the answer")
}

// TestTabGoesAround: after the last field comes the first, and before the first the last.
func TestTabGoesAround(t *testing.T) {
	f := newRuleForm(&Place{}, question.Rule{}, question.Rule{}, "", nil)
	keys := f.Keys()
	first := f.Current()
	keys[1].Do(nil)
	last := f.Current()
	if keys[0].Do(nil); last == first || f.Current() != first {
		t.Errorf("from %q to %q, and on to %q", first.Name, last.Name, f.Current().Name)
	}
}

// TestCounted: texts are sorted by the numbers in them.
func TestCounted(t *testing.T) {
	if two, ten := counted("number {2}?"), counted("number {10}?"); two >= ten {
		t.Errorf("%q is not before %q", two, ten)
	}
}

// TestFormOfSameness: the default is not written to the file.
func TestFormOfSameness(t *testing.T) {
	place := &Place{list: list{home: "/home/me"}}
	for _, c := range []struct {
		match       question.Match
		same        question.Sameness
		chosen      int
		other, back question.Sameness // after choosing the other one, and after choosing the first again
	}{
		{question.Match{Text: "Which?"}, "", 0, question.SameOptions, ""},
		{question.Match{Text: "Which?"}, question.SameOptions, 1, "", question.SameOptions},
		{question.Match{Text: "Which?"}, question.SameEverything, 0, question.SameOptions, question.SameEverything},
		{question.Match{Marker: "m"}, "", 1, question.SameEverything, ""},
	} {
		want := question.Rule{ID: "a", Match: c.match, Mode: question.NeverAsk, Answer: question.Answer{Label: "Yes"}, Same: c.same}
		f := newRuleForm(place, want, want, "", nil)
		x := f.Field("same")
		if x.Chosen != c.chosen || f.rule().Same != c.same {
			t.Errorf("%+v: choice %d, and the rule has %q", c, x.Chosen, f.rule().Same)
		}
		x.Chosen = 1 - c.chosen
		if got := f.rule().Same; got != c.other {
			t.Errorf("%+v: the other one makes %q", c, got)
		}
		x.Chosen = c.chosen
		if got := f.rule().Same; got != c.back {
			t.Errorf("%+v: and back makes %q", c, got)
		}
	}
}

// TestFormAgainstThePast: a rule that answers otherwise than the person always did is not called valid, and is saved
// at the second press. One whose answer is no option says that it would have answered nothing.
func TestFormAgainstThePast(t *testing.T) {
	w := rulestatetest.New(t)
	for i := range 3 {
		w.Questions = append(w.Questions, rulestatetest.Question(w.Dir(), 30-i, "Manager", "Which package manager?", "pnpm", "pnpm", "npm"))
	}
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 120, 40)
	d.Keys("a", "enter", "tab")
	d.Sees("✓ valid: matches 3 past questions")
	d.Keys("down")
	d.Sees("● npm", "▲ check: you chose “pnpm” 3 of 3 times · matches 3 past questions")
	d.SeesNot("valid", "would have answered")
	d.Keys("enter")
	d.Sees("▲ check: you chose “pnpm” 3 of 3 times: press enter again to save the rule all the same")
	if n := len(state.Rules.List); n > 0 {
		t.Fatalf("%d rules are saved", n)
	}
	d.Keys("down", "y", "a", "r", "n")
	d.Sees("▲ check: matches 3 past questions · would have answered none of them", "the last question has no option “yarn”")
	d.Keys("up", "up", "enter")
	d.Sees("press enter again")
	d.Keys("enter")
	if len(state.Rules.List) != 1 || state.Rules.List[0].Answer.Label != "npm" {
		t.Fatalf("saved: %+v", state.Rules.List)
	}
	d.Keys("enter")
	d.Sees("▲ you chose “pnpm” 3 of 3 times")
}

// tokens puts a question into the world whose chosen option, read without the others, sounds like an act.
func tokens(w *rulestatetest.World, times int) {
	for i := range times {
		w.Questions = append(w.Questions, rulestatetest.Question(w.Dir(), 30-i, "Token store",
			"Where should the CLI keep the API token?", "OS keychain (Recommended)", "OS keychain (Recommended)", "Config file", "Env var only"))
	}
}

// TestOneVerdictForOneAnswer: the answer of a question is judged beside the question's other options, whether the
// wording matches past questions or not. What no past question matches is not called valid.
func TestOneVerdictForOneAnswer(t *testing.T) {
	w := rulestatetest.New(t)
	tokens(w, 3)
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 80, 24)
	d.Keys("a", "enter")
	d.Sees("✓ valid: matches 3 past questions")
	d.Text("  zebra")
	d.Sees("· unmatched: no past question looks like this")
	d.SeesNot("irreversible", "valid", "▲")
	d.Keys("home")
	d.Text("Please: ")
	d.Sees("· unmatched: no past question looks like this")
	d.SeesNot("irreversible", "valid", "▲")
}

// TestVerdictAtItsField: what the safety check finds in the answer stands below the answer, and names no setting.
func TestVerdictAtItsField(t *testing.T) {
	w := rulestatetest.New(t)
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 80, 24)
	d.Keys("a")
	d.Text("What now?")
	d.Keys("tab")
	d.Text("Force push to main")
	rows := strings.Split(d.Screen(), "\n")
	at := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, "▲ check:") })
	if at < 1 || !strings.Contains(rows[at-1], "Force push to main") {
		t.Errorf("not below the answer:\n%s", d.Screen())
	}
	d.SeesNot("oneWay")
}

// TestFormOfANewQuestion: a rule for a question that was asked once says when it answers.
func TestFormOfANewQuestion(t *testing.T) {
	w := rulestatetest.New(t)
	tokens(w, 1)
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 120, 40)
	d.Keys("a", "enter")
	d.Sees("✓ valid: matches 1 past question · would answer when Claude asks the same again",
		" this wording ")
	d.SeesNot("would have answered", "any numbers", "each new one")
	for typed, want := range map[string]string{
		" about `x`":      "this wording, with any value in place of “x”; Claude asks you once about each new one",
		" about {n} in 3": "the wording, with any numbers, paths or quoted names; Claude asks you once about each new one",
	} {
		d.Text(typed)
		d.Sees(want)
		d.Keys(slices.Repeat([]string{"backspace"}, len(typed))...)
	}
}

// TestSomethingElseIsEmpty: the person's own words do not begin with the option that was chosen before.
func TestSomethingElseIsEmpty(t *testing.T) {
	w := rulestatetest.New(t)
	tokens(w, 3)
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 120, 40)
	d.Keys("a", "enter", "tab", "left")
	d.Sees("● something else …")
	d.SeesNot("✓ valid")
	d.Keys("enter")
	if len(state.Rules.List) > 0 {
		t.Fatalf("saved without an answer: %+v", state.Rules.List)
	}
	d.Text("text: hello")
	d.Sees("▸                   text: hello")
	d.Keys("enter", "enter")
	if len(state.Rules.List) != 1 || state.Rules.List[0].Answer.Text != "hello" {
		t.Errorf("saved: %+v", state.Rules.List)
	}
}

// TestFormOfARuleThatAsks: the form of a rule that always asks promises no answer.
func TestFormOfARuleThatAsks(t *testing.T) {
	w := rulestatetest.New(t)
	tokens(w, 3)
	w.Put(rulestatetest.RulesFile, `{"version": 1, "rules": [{"id": "a", "match": {"text": "Where should the CLI keep the API token?"}, "mode": "always-ask", "answer": "OS keychain"}]}`)
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 120, 40)
	d.Keys("e")
	d.Sees("● OS keychain", "not used while the rule asks", "○ always ask: Claude asks you, whatever the answer says · matches 3 past questions")
	d.SeesNot("answers only", "valid", "would have answered")
}

// TestNothingTearsAHint: what is wrong with an empty field is below all of its hint.
func TestNothingTearsAHint(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	w.Put(rulestatetest.RulesFile, "")
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 60, 24)
	d.Keys("a", "end", "enter")
	d.Sees("▸ When Claude asks", "the wording, with any numbers")
	d.SeesNot("to do") // an empty field's purpose says what to do
	d.Keys("tab")
	rows := strings.Split(d.Screen(), "\n")
	at := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, "(the wording") })
	if at < 0 || !strings.Contains(rows[at+2], "each new one)") || !strings.Contains(rows[at+3], "· to do: say which question") {
		t.Errorf("torn:\n%s", d.Screen())
	}
}

// TestLongQuestionsAreWhole: where rows are free, a long question takes several lines of its field, with the cursor or
// without.
func TestLongQuestionsAreWhole(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	w.Put(rulestatetest.RulesFile, `{"version": 1, "rules": [{"id": "a", "match": {"text": "Where should the paper discuss that participants could have their recordings deleted after the study?"}, "mode": "never-ask", "answer": "Both"}]}`)
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 80, 24)
	d.Keys("e")
	d.Sees("▸ When Claude asks  Where should the paper discuss", "their recordings deleted after the study?")
	d.Keys("tab")
	d.Sees("  When Claude asks  Where should the paper discuss", "their recordings deleted after the study?")
}

// TestNeveraskIsNoEvidence: what neverask answered says nothing about what the person does.
func TestNeveraskIsNoEvidence(t *testing.T) {
	w := rulestatetest.New(t)
	tokens(w, 5)
	for i := range 2 {
		w.Questions[3+i].By, w.Questions[3+i].Shown = transcript.Neverask, ""
	}
	w.Put(rulestatetest.RulesFile, `{"version": 1, "rules": [{"id": "a", "match": {"text": "Where should the CLI keep the API token?"}, "mode": "never-ask", "answer": "OS keychain"}]}`)
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 120, 40)
	d.Sees("matches 5 past questions, 2 answered by neverask · would have answered 2 of 3; 1 was asked for the first", "always as you did")
}

// TestLegendOfAForm: the signs of choices are not those of what is in force.
func TestLegendOfAForm(t *testing.T) {
	w := rulestatetest.New(t)
	tokens(w, 3)
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 120, 40)
	d.Keys("a", "enter", "f1")
	d.Text("chosen")
	d.Sees("the one that is chosen", "not chosen")
	d.SeesNot("in force")
}

// TestSearchBeginsAtTheFirstHit: unless the chosen row is a hit.
func TestSearchBeginsAtTheFirstHit(t *testing.T) {
	w := rulestatetest.New(t)
	w.Put(rulestatetest.RulesFile, `{"version": 1, "rules": [{"id": "a", "match": {"text": "Red?"}, "mode": "always-ask"}, {"id": "b", "match": {"text": "Blue one?"}, "mode": "always-ask"},
 {"id": "c", "match": {"text": "Blue two?"}, "mode": "always-ask"}, {"id": "d", "match": {"text": "Green?"}, "mode": "always-ask"}]}`)
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 120, 40)
	d.Keys("end", "/")
	d.Text("blue")
	d.Sees("▸ ○ always ask Blue one?", "1 of 2")
	d.Keys("esc", "down", "/")
	d.Text("blue")
	d.Sees("▸ ○ always ask Blue two?", "2 of 2")
}
