package rules

import (
	"reflect"
	"slices"
	"testing"

	"neverask/hooks/rule/question"
	"neverask/tui/drawing/drawingtest"
)

// TestFormLosesNothing: what is not touched in the form of a rule stays as it is, to
// the last character.
func TestFormLosesNothing(t *testing.T) {
	match := question.Match{Text: " Which? ", Exact: " e ", Header: "h ", Options: []string{"a|b", ` c\`, "d"}, Marker: " m", Pattern: " p", Source: "s ", Tool: " x"}
	for _, answer := range []question.Answer{
		{Label: "Yes"}, {Label: "recommended"}, {Label: " a"}, {Labels: []string{"one"}}, {Labels: []string{"a|b", " c"}}, {Text: " t "}, {Word: question.Usual},
	} {
		want := question.Rule{ID: "a", Match: match, Mode: question.NeverAsk, Answer: answer, Project: "/w/", Note: " n", Created: question.Created{By: "me"}}
		place := &Place{list: list{home: "/home/me"}}
		if got := newRuleForm(place, want, want, "").rule(); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: got %+v", want, got)
		}
	}
}

// TestMergeOfARule: what a rule does is one part; so is what it matches.
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

// TestFormHasEveryField: what a person gives as a line has one in the form.
func TestFormHasEveryField(t *testing.T) {
	f := newRuleForm(&Place{list: list{home: "/home/me"}}, question.Rule{}, question.Rule{}, "")
	text := f.Field("text")
	if text.Label != "When Claude asks" || f.Fields[0] != text || f.Fields[1].Name != "answer" {
		t.Error("it does not begin with the sentence that a rule is")
	}
	mode := f.Field("mode")
	for word, want := range map[string]string{"● never ask": "answers for you", "◐ reversible": "ask-only-for-one-way in the file; answers for you, except about irreversible actions"} {
		if about := mode.Abouts[slices.Index(mode.Choices, word)]; about != want {
			t.Errorf("%s is explained as %q", word, about)
		}
	}
	text.Label = "question" // as its flag is called
	drawingtest.HasRows(t, &f.Form, question.Fields(), "more", "oneWay")
}

// TestKeysOfTheFold: an arrow is drawn as one.
func TestKeysOfTheFold(t *testing.T) {
	f := newRuleForm(&Place{list: list{home: "/home/me"}}, question.Rule{}, question.Rule{}, "")
	f.Choose(f.Field("more"))
	for _, want := range []string{"enter", "←"} {
		if got := f.Keys()[0].Help().Key; got != want {
			t.Errorf("%s is not %s", got, want)
		}
		f.Field("more").Chosen = 1
	}
}

// TestCounted: numbers in texts are in the order in which people count.
func TestCounted(t *testing.T) {
	if two, ten := counted("number {2}?"), counted("number {10}?"); two >= ten {
		t.Errorf("%q is not before %q", two, ten)
	}
}

// TestFormOfSameness: how alike a question must be has words of its own, and stays missing where
// nobody chose it.
func TestFormOfSameness(t *testing.T) {
	place := &Place{list: list{home: "/home/me"}}
	for _, same := range []question.Sameness{"", question.SameEverything, question.SameOptions} {
		want := question.Rule{ID: "a", Match: question.Match{Text: "Which?"}, Mode: question.NeverAsk, Answer: question.Answer{Label: "Yes"}, Same: same}
		f := newRuleForm(place, want, want, "")
		x := f.Field("same")
		if got := x.Choices; !slices.Equal(got, []string{"default", "everything", "options"}) || f.rule().Same != same {
			t.Errorf("%q: %q, and the rule has %q", same, got, f.rule().Same)
		}
		if used := f.used(); (same != "") != slices.Contains(used, "same") {
			t.Errorf("%q: %q in use", same, used)
		}
		x.Chosen = 2
		if got := f.rule().Same; got != question.SameOptions {
			t.Errorf("%q: chose options, and the rule has %q", same, got)
		}
		x.Chosen = 0
		if got := f.rule().Same; got != "" {
			t.Errorf("%q: chose the default, and the rule has %q", same, got)
		}
	}
}
