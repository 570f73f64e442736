package tui

import (
	"reflect"
	"testing"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/toolrule"
	"neverask/tui/kit"
)

// TestFormLosesNothing: what is not touched in the form of a rule stays as it is, to
// the last character.
func TestFormLosesNothing(t *testing.T) {
	match := question.Match{Text: " Which? ", Exact: " e ", Header: "h ", Options: []string{"a|b", ` c\`, "d"}, Marker: " m", Pattern: " p", Source: "s ", Tool: " x"}
	for _, answer := range []question.Answer{
		{Label: "Yes"}, {Label: "recommended"}, {Label: " a"}, {Labels: []string{"one"}}, {Labels: []string{"a|b", " c"}}, {Text: " t "}, {Word: question.Usual},
	} {
		want := question.Rule{ID: "a", Match: match, Mode: question.NeverAsk, Answer: answer, Project: "/w/", Note: " n", Created: question.Created{By: "me"}}
		tab := &preferencesTab{home: home}
		if got := newRuleForm(tab, want, want, "").rule(); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: got %+v", want, got)
		}
	}
}

// TestConditionsOfTheForm: of several conditions only the one that was touched is read
// anew.
func TestConditionsOfTheForm(t *testing.T) {
	base := toolrule.Rule{ID: "a", Tool: "Bash ", Act: toolrule.Ask, When: []toolrule.Condition{{Field: "command", Matches: " a "}, {Field: "command", Matches: "b"}}}
	for typed, want := range map[string]toolrule.Condition{
		"command !~ c": {Field: "command", Matches: "c", Not: true}, "file_path != ~/w": {Field: "file_path", Within: home + "/w", Not: true}, "": {},
	} {
		f := &toolForm{list: &toolRules{tab: &preferencesTab{home: home}, pane: kit.Pane{}}, base: base}
		f.fill(base)
		f.Fields[3].Line = kit.NewInput(typed)
		after := base
		after.When = base.When[:1:1]
		if want.Field != "" {
			after.When = append(after.When, want)
		}
		if got, err := f.rule(base); err != nil || !reflect.DeepEqual(got, after) {
			t.Errorf("%q: got %+v, %v", typed, got, err)
		}
		if got, err := f.rule(toolrule.Rule{Tool: "Edit", Act: toolrule.Deny, Message: "m"}); typed == "" && (err != nil || got.Tool != "Edit" || got.Message != "m") {
			t.Errorf("of another rule: %+v, %v", got, err)
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
		"a mode and values":    {prefer, change(func(r *question.Rule) { r.Widen = question.Widening{{Slot: "n", Words: "anything"}} }), true, prefer},
		"two parts of a match": {change(func(r *question.Rule) { r.Match.Text = "x" }), change(func(r *question.Rule) { r.Match.Header = "y" }), true, change(func(r *question.Rule) { r.Match.Text = "x" })},
		"the same twice":       {prefer, prefer, false, prefer},
		"nothing of mine":      {base, prefer, false, prefer},
	} {
		if got, clash := merge(base, tt.mine, tt.now); clash != tt.clash || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %v, %+v", name, clash, got)
		}
	}
}

// TestFormsHaveEveryField: what a person gives as a line has one in the form of its
// rule, under its label, and says there what it is for. The forms have no others.
func TestFormsHaveEveryField(t *testing.T) {
	tab := &preferencesTab{home: home}
	questions, tools := newRuleForm(tab, question.Rule{}, question.Rule{}, ""), &toolForm{list: &toolRules{tab: tab}}
	tools.fill(toolrule.Rule{Act: toolrule.Ask})
	hasRows(t, &questions.Form, question.Fields(), map[string]bool{"kind": true, "oneWay": true})
	hasRows(t, &tools.Form, toolrule.Fields(), map[string]bool{"when": true})
}

// hasRows checks the rows of a form; others are those of fields that are given in another
// way.
func hasRows[T any](t *testing.T, form *kit.Form, fields strictjson.Fields[T], others map[string]bool) {
	t.Helper()
	given := map[string]bool{}
	for _, f := range fields {
		v := f.Of(new(T))
		if given[f.Name] = v.Given(); !v.Given() {
			continue
		}
		x := form.Field(f.Name)
		switch {
		case x == nil || x.Label != f.Label || len(x.Label) >= kit.LabelWidth:
			t.Errorf("%s: the form has no such row: %+v", f.Name, x)
		case x.Explain() == "" && f.Name != "answer":
			t.Errorf("%s: nothing says what it is for", f.Name)
		}
	}
	for _, x := range form.Fields {
		if !given[x.Name] && !others[x.Name] {
			t.Errorf("the form has a row %s", x.Name)
		}
	}
}
