package tui

import (
	"context"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
)

func TestSuggestionsAreDecided(t *testing.T) {
	f := life(t)
	withAdvice(f)
	f.asked = append(f.asked, f.advised[1].Latest)
	d := newDriver(t, f, 120, 40)
	d.keys("2")
	d.sees("Suggested", "13 of 14", "s to review 2")
	d.keys("s")
	d.sees("Suggestion 1 of 2", "differently from you 1×", "you answered “Leave it”")
	d.keys("p")
	rules := d.rules()
	if r := rules[len(rules)-1]; r.Project != home+"/work/shop" || r.Created.By != "a suggestion" || f.decisions["one"] != suggest.AcceptedHere {
		t.Fatalf("%+v %v", r, f.decisions)
	}
	d.sees("Suggestion 1 of 1", "changelog")
	d.keys("e", "enter")
	rules = d.rules()
	if r := rules[len(rules)-1]; r.Match.Text != "Add an entry to the changelog?" || f.decisions["two"] != suggest.Accepted {
		t.Fatalf("%+v %v", r, f.decisions)
	}
	d.sees("No suggestions left", "Split server.go into smaller files?”: accepted for one project", "changelog?”: accepted")
	// What the person answered as the rules do is their evidence.
	for i, text := range []string{"Split server.go into smaller files? Split it", "Add an entry to the changelog? Yes"} {
		if want := rules[len(rules)-2+i].ID + ": " + text + " by transcript"; !slices.Contains(f.learnt, want) || len(f.learnt) != 2 {
			t.Errorf("%q, want %q", f.learnt, want)
		}
	}
	d.keys("enter")
	if !d.m.OnPlace() {
		t.Error("the review is still open:\n", d.screen())
	}
	d.seesNot("Suggested")
}

func TestSuggestionsCanBeRefused(t *testing.T) {
	f := life(t)
	withAdvice(f)
	d := newDriver(t, f, 80, 24)
	d.keys("2", "s", "n", "x")
	if f.decisions["one"] != suggest.Later || f.decisions["two"] != suggest.Never || len(d.rules()) != 5 {
		t.Error(f.decisions)
	}
	d.keys("esc")
	d.seesNot("Suggest")
}

// z in the review takes decisions back, one by one: those that only hid a
// suggestion, and those that added a rule.
func TestDecisionsAreTakenBack(t *testing.T) {
	f := life(t)
	withAdvice(f)
	before := f.get(rulesFile)
	d := newDriver(t, f, 80, 24)
	d.keys("enter")
	if d.helps("z") {
		t.Error("z is offered before anything was decided")
	}
	d.keys("right", "x", "y")
	d.sees("No suggestions left", "smaller files?”: accepted", "changelog?”: never again")
	if f.get(rulesFile) == before {
		t.Fatal("no rule was added")
	}
	d.keys("z")
	d.sees("Suggestion 1 of 1", "smaller files?”", "undone:")
	if f.get(rulesFile) != before || f.decisions["one"] != suggest.Undecided {
		t.Errorf("%v:\n%s", f.decisions, f.get(rulesFile))
	}
	d.keys("z")
	d.sees("Suggestion 2 of 2", "changelog", "is suggested again")
	if f.decisions["two"] != suggest.Undecided || d.helps("z") {
		t.Error(f.decisions)
	}
	// Z makes both again, in the order in which they were made.
	d.keys("Z", "Z")
	d.sees("No suggestions left", "smaller files?”: accepted", "changelog?”: never again")
	if rules := d.rules(); rules[len(rules)-1].Match.Text != "Split server.go into smaller files?" || f.decisions["one"] != suggest.Accepted || f.decisions["two"] != suggest.Never {
		t.Errorf("%v:\n%s", f.decisions, f.get(rulesFile))
	}
	if d.helps("Z") {
		t.Error("Z is offered when everything is made again")
	}
	d.keys("z", "z")
	if f.get(rulesFile) != before || !d.helps("Z") {
		t.Errorf("not taken back:\n%s", f.get(rulesFile))
	}
	d.keys("e", "enter")
	if d.helps("Z") {
		t.Error("Z is offered after another decision")
	}
	rules := d.rules()
	added := rules[len(rules)-1]
	if _, err := d.outside().Add(context.Background(), question.Rule{Match: question.Match{Text: "Theirs?"}, Mode: question.AlwaysAsk}, "test"); err != nil {
		t.Fatal(err)
	}
	d.keys("z")
	d.sees("changelog", "is suggested again")
	if ids := d.ids(); strings.Contains(ids, added.ID) || len(d.rules()) != 6 {
		t.Errorf("%s was not taken back alone: %s", added.ID, ids)
	}
}

// The suggestion on the screen stays when the list is made anew.
func TestNewSuggestionsDoNotMoveTheOldOnes(t *testing.T) {
	f := life(t)
	withAdvice(f)
	d := newDriver(t, f, 80, 24)
	d.keys("enter", "right")
	d.sees("Suggestion 2 of 2", "changelog")
	third := f.advised[1]
	third.ID, third.Latest.Text = "three", "Another one?"
	advice := d.m.tabs[1].tab.(*preferencesTab).advice
	d.send(advisedMsg{advice.latest.Load(), append([]suggest.Suggestion{third}, f.advised...), nil})
	d.sees("Suggestion 3 of 3", "changelog")
	d.keys("n")
	if len(f.decisions) != 1 || f.decisions["two"] != suggest.Later {
		t.Error(f.decisions)
	}
}
