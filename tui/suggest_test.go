package tui

import (
	"context"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/settings/musttest"
)

func TestSuggestionsAreDecided(t *testing.T) {
	t.Parallel()
	f := life(t)
	withAdvice(f)
	f.Questions = append(f.Questions, f.Advised[1].Latest)
	d := newDriver(t, f, 120, 40)
	d.Keys("2")
	d.Sees("2 suggestions, 5 rules", "▸ ◆ suggested  Split … into smaller files?")
	d.Keys("S")
	d.Sees("▸ ◆ suggested", "suggestion 1 of 2", "differently from you 1×", "you answered “Leave it”")
	d.Keys("p")
	rules := d.rules()
	if r := rules[len(rules)-1]; r.Project != home+"/work/shop" || r.Created.By != "a suggestion" || f.Decisions["one"] != suggest.AcceptedHere {
		t.Fatalf("%+v %v", r, f.Decisions)
	}
	d.Sees("✓ added “Split", "”, only in ~/work/shop, off until", "suggestion 1 of 1", "changelog")
	d.Keys("e", "enter")
	d.Sees("saved “", "off until the hooks are installed · i to install · z to undo")
	rules = d.rules()
	if r := rules[len(rules)-1]; r.Match.Text != "Add an entry to the changelog?" || f.Decisions["two"] != suggest.Accepted {
		t.Fatalf("%+v %v", r, f.Decisions)
	}
	d.Sees(" 7 rules")
	d.SeesNot("suggested")
	// The person's answers are recorded, both those that agree with the rules and others.
	for _, text := range []string{"Split server.go into smaller files? Split it", "Split server.go into smaller files? Leave it", "Add an entry to the changelog? Yes"} {
		if want := text + " by transcript"; !slices.Contains(f.Learnt, want) || len(f.Learnt) != 3 {
			t.Errorf("%q, want %q", f.Learnt, want)
		}
	}
}

// TestUndoneSuggestionsAreLookedForAgain: after an undo that was planned, they come back after a while.
func TestUndoneSuggestionsAreLookedForAgain(t *testing.T) {
	f := newFake(t)
	withAdvice(f)
	f.Questions = append(f.Questions, f.Advised[1].Latest)
	f.Advised = f.Advised[1:]
	d := newDriver(t, f, 100, 30)
	d.Keys("S", "enter")
	d.Keys("@Changes", "enter", "z", "y", "2")
	d.Sees("Looking for suggestions in your past answers …")
	d.SeesNot("No rules yet")
	d.Keys("1")
	d.Sees("Looking for answers to settle …")
	d.Tick()
	d.SeesNot("Looking")
}

// TestLongListIsReadOn: on a low screen, the help line names the key that reads on, and y agrees at once, as to a plan.
func TestLongListIsReadOn(t *testing.T) {
	t.Parallel()
	f := life(t)
	withAdvice(f)
	third := f.Advised[1]
	third.ID, third.Latest.Text, third.Rule.Match.Text = "three", "Another one?", "Another one?"
	f.Advised = append(f.Advised, third)
	before := f.Get(rulesFile)
	d := newDriver(t, f, 40, 10)
	d.Keys("S", "A")
	d.Sees("Add 2 rules?", "↓ read on", "y yes")
	for range 20 {
		d.Keys("down")
	}
	if d.Sees("Yes, add them"); f.Get(rulesFile) != before {
		t.Fatal("written before the yes")
	}
	d.Keys("esc", "A")
	if d.Keys("y"); f.Get(rulesFile) == before {
		t.Error("not written after a yes")
	}
}

// TestAllClearSuggestionsAreAccepted: suggestions always answered the same are listed and, after
// a yes, added in one change, which one key undoes.
func TestAllClearSuggestionsAreAccepted(t *testing.T) {
	f := life(t)
	withAdvice(f)
	third := f.Advised[1]
	third.ID, third.Latest.Text, third.Rule.Match.Text = "three", "Another one?", "Another one?"
	f.Advised = append(f.Advised, third)
	before := f.Get(rulesFile)
	d := newDriver(t, f, 100, 30)
	d.Keys("S", "A")
	d.Sees("Add 2 rules?", "changelog?”", "“Another one?” → ", "Not “Split … into smaller files?”, which you once answered", "▸ No, one by one")
	d.SeesNot("smaller files?” →") // which was answered differently once
	if f.Get(rulesFile) != before {
		t.Fatal("written before the yes")
	}
	history := func() int {
		all, err := f.History()
		musttest.Do(t, err)
		return len(all)
	}
	changes := history()
	d.Keys("y")
	d.Sees("added 2 rules", "suggestion 1 of 1", "smaller files?")
	if len(d.rules()) != 7 || history() != changes+1 || f.Decisions["two"] != suggest.Accepted || f.Decisions["three"] != suggest.Accepted {
		t.Errorf("%d rules, %d changes, %v", len(d.rules()), history(), f.Decisions)
	}
	d.Keys("z")
	if f.Get(rulesFile) != before || f.Decisions["two"] != suggest.Undecided || f.Decisions["three"] != suggest.Undecided {
		t.Errorf("%v:\n%s", f.Decisions, f.Get(rulesFile))
	}
	d.Sees("3 suggestions, 5 rules")
}

// z in the review takes back decisions one by one, both those that only hid a
// suggestion and those that added a rule.
func TestDecisionsAreTakenBack(t *testing.T) {
	t.Parallel()
	f := life(t)
	withAdvice(f)
	before := f.Get(rulesFile)
	d := newDriver(t, f, 110, 24)
	d.Keys("S")
	d.Keys("down", "N", "up", "enter")
	d.Sees("✓ added “", "” everywhere, off until the hooks are installed · i to install ·", "z to undo", "6 rules")
	if f.Get(rulesFile) == before {
		t.Fatal("no rule was added")
	}
	d.Keys("z")
	d.Sees("suggestion 1 of 1", "smaller files?”", "✓ undone: ")
	if f.Get(rulesFile) != before || f.Decisions["one"] != suggest.Undecided {
		t.Errorf("%v:\n%s", f.Decisions, f.Get(rulesFile))
	}
	d.Keys("z")
	d.Sees("changelog", "is suggested again")
	if f.Decisions["two"] != suggest.Undecided {
		t.Error(f.Decisions)
	}
	d.Keys("e", "enter")
	rules := d.rules()
	added := rules[len(rules)-1]
	if _, err := d.outside().Add(context.Background(), question.Rule{Match: question.Match{Text: "Theirs?"}, Mode: question.AlwaysAsk}, "test"); err != nil {
		t.Fatal(err)
	}
	d.Keys("z")
	d.Sees("changelog", "is suggested again")
	if ids := d.ids(); strings.Contains(ids, added.ID) || len(d.rules()) != 6 {
		t.Errorf("%s was not taken back alone: %s", added.ID, ids)
	}
}

// The suggestion on the screen stays when the list is rebuilt.
func TestNewSuggestionsDoNotMoveTheOldOnes(t *testing.T) {
	f := life(t)
	withAdvice(f)
	d := newDriver(t, f, 80, 24)
	d.Keys("S", "down")
	d.Sees("suggestion 2 of 2", "changelog")
	third := f.Advised[1]
	third.ID, third.Latest.Text = "three", "Another one?"
	f.Advised = append([]suggest.Suggestion{third}, f.Advised...)
	f.Put(rulesFile, strings.Replace(f.Get(rulesFile), "at night", "by night", 1)) // starts a new search
	for range 4 {
		d.Tick()
	}
	d.Sees("suggestion 3 of 3", "changelog")
	d.Keys("n")
	if len(f.Decisions) != 1 || f.Decisions["two"] != suggest.Later {
		t.Error(f.Decisions)
	}
}

// After the last suggestion was declined, the review says how many are hidden, and not that there were none.
func TestDeclinedSuggestionsAreCounted(t *testing.T) {
	t.Parallel()
	f := life(t)
	withAdvice(f)
	d := newDriver(t, f, 100, 30)
	d.Keys("S", "n", "N", "1")
	for range 3 {
		d.Tick()
	}
	d.Keys("?")
	d.SeesNot("review rules suggested")
	d.Keys("esc", "S")
	d.Sees("no more suggestions: 2 are hidden, because you declined them or removed their rules")
}

// TestNothingIsLookedForInNoQuestions: without past questions, no suggestion can arrive.
func TestNothingIsLookedForInNoQuestions(t *testing.T) {
	d := driverWith(t, func(f *fake) { f.Put(rulesFile, `{"version": 1}`); f.Questions = nil }, 80, 24)
	d.Keys("2", "a")
	d.Text("Which port?")
	d.Keys("tab")
	d.Text("80")
	d.Keys("enter", "d")
	d.SeesNot("Looking for suggestions")
	d.Sees("No rules yet")
}

// TestSuggestionsWhileTheyAreLookedFor: S opens the review at once; it says that the search is
// under way or why there are no suggestions.
func TestSuggestionsWhileTheyAreLookedFor(t *testing.T) {
	t.Parallel()
	f := life(t)
	withAdvice(f)
	later := f.Advised
	f.Advised = nil
	d := newDriver(t, f, 100, 30)
	d.Keys("2")
	d.Tick()
	d.Keys("S")
	d.Sees("no suggestions: one comes after 3 equal answers to a question without a rule")
	f.Advised = later
	d.Keys("d", "S")
	d.Sees("▸2 Rules", "looking for suggestions in your past answers …")
	for range 3 {
		d.Tick()
	}
	d.Sees("2 suggestions, 4 rules")
}

// TestEditedSuggestionIsAnAnswer: who chooses another option in a suggestion's form has answered its latest question, as
// in the form of a past question.
func TestEditedSuggestionIsAnAnswer(t *testing.T) {
	f := newFake(t)
	withAdvice(f)
	f.Advised = f.Advised[1:]
	d := newDriver(t, f, 100, 40)
	d.Keys("S", "e")
	d.toField("answer")
	d.Keys("down", "enter", "enter")
	rules := d.rules()
	given := rules[len(rules)-1].Answer.Label
	if want := "Add an entry to the changelog? " + given + " by picked"; given == "Yes" || !slices.Contains(f.Learnt, want) {
		t.Errorf("%q, want %q", f.Learnt, want)
	}
}
