package tui

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/suggest"
	"neverask/settings/musttest"
	"neverask/tui/kit"
)

// widen edits the match of a rule that may answer one-way questions.
func (d *driver) widen() {
	d.Choose("Deploy to production?")
	d.Keys("e")
	d.toField("text")
	d.Text(" Now?")
	d.Keys("enter")
}

// toField puts the cursor into a field of the form.
func (d *driver) toField(name string) {
	d.T.Helper()
	for range 20 {
		d.Keys("shift+tab")
	}
	for range 20 {
		x := d.m.Current().Layer.(interface{ Current() *kit.Field }).Current()
		if x.Name == name {
			return
		}
		d.Keys("tab")
	}
	d.T.Fatalf("no field %s:\n%s", name, d.Screen())
}

// rules returns the rules in the file.
func (d *driver) rules() (all []question.Rule) {
	d.T.Helper()
	p, problems, err := preferences.Open(d.f.Root+rulesFile, d.f.In.Store, nil).Read()
	if err != nil || len(problems) > 0 {
		d.T.Fatal(err, problems)
	}
	return p.Rules
}

func (d *driver) rule(id string) question.Rule {
	d.T.Helper()
	all := d.rules()
	at := slices.IndexFunc(all, func(r question.Rule) bool { return r.ID == id })
	if at < 0 {
		d.T.Fatalf("no rule %s in %v", id, all)
	}
	return all[at]
}

func (d *driver) ids() string {
	var all []string
	for _, r := range d.rules() {
		all = append(all, r.ID)
	}
	return strings.Join(all, " ")
}

func onPreferences(t *testing.T) *driver {
	t.Helper()
	d := newDriver(t, life(t), 120, 40)
	d.Keys("2")
	return d
}

// A rule that always asks keeps its answer in the file, so that another window or a
// restart can bring it back.
func TestCycleKeepsTheAnswer(t *testing.T) {
	t.Parallel()
	d := onPreferences(t)
	for _, want := range []question.Mode{question.AskOnlyForOneWay, question.PreferMode, question.AlwaysAsk, question.NeverAsk} {
		d.Keys("space")
		if r := d.rule("tests"); r.Mode != want || r.Answer.Label != "Yes" {
			t.Fatalf("%s: %+v", want, r)
		}
		again := newDriver(t, d.f, 120, 40)
		again.Keys("2")
		d = again
	}
	d.Keys("j", "j", "space")
	if r := d.rule("deploy"); r.OneWay != "" {
		t.Error("a rule in another mode keeps its permission for one-way questions")
	}
	d.Keys("j", "space")
	d.Sees("mode unchanged: this rule has no answer · e to add one")
	if d.rule("format").Mode != question.AlwaysAsk {
		t.Error("the mode has changed")
	}
}

// TestLostMarksAreTold: what takes away the mark of an answer as wrong says so.
func TestLostMarksAreTold(t *testing.T) {
	t.Parallel()
	d := onPreferences(t)
	d.f.Put(rulesFile, `{"version": 1, "rules": [{"id": "a", "match": {"header": "Name"}, "mode": "always-ask", "answer": "Yes",
		"note": "`+question.WrongNote(time.Now(), "Yes", "Which name?", "toolu_1")+`"}]}`)
	d.Keys("r", "space")
	d.Sees("✓ set to never ask: “header Name” · its answer is no longer marked as wrong · z to undo")
	d.Keys("z", "d")
	d.Sees("· its answer is no longer marked as wrong · z to undo")
	d.Keys("z", "space", "space", "d")
	d.Sees("deleted")
	d.SeesNot("marked as wrong · z")
}

func TestCycleSkipsWhatCannotBe(t *testing.T) {
	d := onPreferences(t)
	d.f.Put(rulesFile, `{"version": 1, "rules": [{"id": "a", "match": {"header": "Name"}, "mode": "never-ask", "answer": {"text": "free"}}]}`)
	d.Keys("r", "space", "space")
	d.Sees("prefer skipped")
	if d.rule("a").Mode != question.AlwaysAsk {
		t.Error(d.rule("a").Mode)
	}
}

// Keys that do nothing here say so, in place of what the key before said.
func TestKeysThatDoNothingSayWhy(t *testing.T) {
	t.Parallel()
	d := onPreferences(t)
	for _, try := range []struct{ keys, said string }{
		{"s J", "sorted by question: rules are moved in the order of the file, to which s returns"},
		{"n", "nothing to put off here"},
		{"1 R", "nothing to record here"},
		{"C S", "nothing to review here"},
		{"esc 4 E g enter x", "Details › What runs"},
	} {
		d.Keys(strings.Fields(try.keys)...)
		d.Sees(try.said)
	}
	d.Keys("esc", "esc", "1")
	for range 12 {
		d.Tick()
	}
	d.Keys("S")
	d.Sees("▸1 Home", "no suggestions: one comes after 3 equal answers")
}

func TestUndoOfEdits(t *testing.T) {
	t.Parallel()
	d := onPreferences(t)
	before := d.f.Get(rulesFile)
	tests := d.rule("tests")
	d.Keys("d")
	d.Sees("deleted “" + runTests + "”")
	if got := d.f.Decisions[suggest.ID(tests)]; got != suggest.Later {
		t.Errorf("its suggestion is %q", got)
	}
	d.Keys("z")
	d.Sees("✓ undone: the rule is back: “" + runTests + "”")
	if d.f.Get(rulesFile) != before {
		t.Error("undo gives another file:\n", d.f.Get(rulesFile))
	}
	if len(d.m.Layers) > 0 {
		t.Error("undo of an edit asks for a confirmation")
	}
}

func TestUndoOfOtherFilesIsShownFirst(t *testing.T) {
	t.Parallel()
	d := newDriver(t, life(t), 120, 40)
	d.install()
	d.Keys("2", "z")
	d.Sees("hooks", "y apply")
}

func TestMove(t *testing.T) {
	t.Parallel()
	d := onPreferences(t)
	d.Keys("J", "J")
	if got := d.ids(); got != "library deploy tests format wide" {
		t.Error(got)
	}
	d.Keys("K")
	if got := d.ids(); got != "library tests deploy format wide" {
		t.Error(got)
	}
	if r, _ := onTabRule(d); r.ID != "tests" {
		t.Errorf("%s is chosen", r.ID)
	}
	d.Sees("moved to position 2 · z to undo")
	d.Keys("x") // a message belongs to its place
	d.SeesNot("moved to position")
	d.Keys("esc", "s", "J", "K", "s", "s", "s", "s", "s", "/", "t", "enter", "J")
	if got := d.ids(); got != "library tests deploy format wide" {
		t.Error("moved in an order that is not the file's:", got)
	}
}

func onTabRule(d *driver) (question.Rule, bool) { return d.m.rules.Chosen() }

func TestAddAndEdit(t *testing.T) {
	t.Parallel()
	d := onPreferences(t)
	d.Keys("a", "end", "enter")
	d.Sees("the wording, with any numbers")
	d.SeesNot("enter save")
	d.Text("Which library should parse dates?")
	d.Sees("fill in the answer", "enter next missing field")
	d.Keys("enter") // not yet
	d.Sees("○ date-fns", "○ Temporal", "● something else …")
	d.toField("words")
	d.Text("Luxon q?")
	d.Sees("matches 1 past question", "▲ check", "no option “Luxon q?”")
	d.Keys("ctrl+w", "ctrl+w")
	d.Text("luxon")
	d.Keys("enter", "enter") // the person chose another one
	rules := d.rules()
	added := rules[len(rules)-1]
	if added.Match.Text != "Which library should parse dates?" || added.Answer.Label != "luxon" || added.Mode != question.NeverAsk || added.Created.By != "neverask" {
		t.Fatalf("%+v", added)
	}
	if r, _ := onTabRule(d); r.ID != added.ID {
		t.Error("the new rule is not chosen")
	}
	d.Keys("e")
	d.toField("answer")
	d.Keys("left", "enter")
	if r := d.rule(added.ID); r.Answer.Label != "Temporal" || r.Created != added.Created {
		t.Errorf("%+v", r)
	}
}

func TestAnAnswerIsAnOption(t *testing.T) {
	t.Parallel()
	d := onPreferences(t)
	d.Keys("e")
	d.toField("answer")
	d.Keys("left")
	d.toField("words")
	d.Text("x")
	d.Sees("▲ check: the last question has no option “x”", "▲ check: matches 6 past questions", "Yes")
	d.SeesNot("valid")
	d.Keys("enter")
	d.Sees("the last question has no option", "z to undo")
	d.Keys("e")
	d.toField("answer")
	d.Keys("left")
	d.Sees("● No", "▲ check: you chose “Yes (Recommended)” 3 of 3 times")
	d.SeesNot("no option “")
}

func TestOneWayNeedsTheWords(t *testing.T) {
	t.Parallel()
	d := onPreferences(t)
	d.widen()
	d.Sees("Answer irreversible questions?", "To allow it, type: yes, I understand")
	if d.Helps("enter") {
		t.Error("enter allows it")
	}
	d.Text("yes")
	d.Keys("enter")
	if d.rule("deploy").Match.Text != "Deploy to production?" {
		t.Fatal("allowed without the words")
	}
	d.Text(", I understand")
	d.Keys("enter")
	if r := d.rule("deploy"); r.Match.Text != "Deploy to production? Now?" || r.OneWay != question.OneWayAllow {
		t.Error("not allowed")
	}
	if len(d.m.Layers) > 0 {
		t.Error("the form is still open")
	}
}

func TestEditsFromOutsideAppear(t *testing.T) {
	t.Parallel()
	d := onPreferences(t)
	d.f.Put(rulesFile, strings.Replace(d.f.Get(rulesFile), `"Yes", "created"`, `"Only at noon", "created"`, 1))
	d.Tick()
	d.Tick()
	d.Sees("Only at noon")
}

// outside changes rules as another process does.
func (d *driver) outside() *preferences.Book {
	return preferences.Open(d.f.Root+rulesFile, d.f.In.Store, func() time.Time { return noon })
}

func TestEditsFromOutsideAreMerged(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := onPreferences(t)
	d.Keys("e")
	d.toField("text")
	d.Text(" Mine?")
	if _, err := d.outside().Change(ctx, "tests", "test", func(r question.Rule) (question.Rule, error) {
		r.Answer = question.Answer{Label: "No"}
		return r, nil
	}); err != nil {
		t.Fatal(err)
	}
	d.Keys("enter")
	if r := d.rule("tests"); r.Match.Text != runTests+" Mine?" || r.Answer.Label != "No" {
		t.Errorf("%+v", r)
	}
}

func TestClashesAreAskedAbout(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := onPreferences(t)
	d.Keys("e")
	d.toField("same")
	d.Keys("right")
	if _, err := d.outside().Change(ctx, "tests", "test", func(r question.Rule) (question.Rule, error) {
		r.Answer, r.Note = question.Answer{Label: "No"}, "theirs"
		return r, nil
	}); err != nil {
		t.Fatal(err)
	}
	d.Keys("enter")
	d.Sees("changed elsewhere")
	if r := d.rule("tests"); r.Same != "" || r.Answer.Label != "No" {
		t.Fatalf("overwritten: %+v", r)
	}
	d.Keys("enter")
	if r := d.rule("tests"); r.Same != question.SameOptions || r.Answer.Label != "Yes" || r.Note != "theirs" {
		t.Errorf("%+v", r)
	}
}

func TestGoneAndChangedRulesAreLeftAlone(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := onPreferences(t)
	if _, err := d.outside().Change(ctx, "tests", "test", func(r question.Rule) (question.Rule, error) { r.Note = "new"; return r, nil }); err != nil {
		t.Fatal(err)
	}
	d.Keys("d")
	d.Sees("the rule was not changed")
	if d.rule("tests").Note != "new" {
		t.Error("changed")
	}
	musttest.Do(t, d.outside().Remove(ctx, "tests"))
	d.Keys("space")
	d.Sees("the rule is gone")
}

func TestBrokenFileIsNotEdited(t *testing.T) {
	t.Parallel()
	d := onPreferences(t)
	broken := "{\n  \"version\": 1,\n"
	d.f.Put(rulesFile, broken)
	d.Keys("r")
	d.Sees("preferences.json:3:1", "Fix the file")
	for _, k := range []string{"a", "e", "d", "space"} {
		if d.Helps(k) {
			t.Errorf("%s is offered", k)
		}
		d.Keys(k, "esc")
	}
	if d.f.Get(rulesFile) != broken {
		t.Error("written")
	}
}

// TestRulesFromOutsideAreSeen: rules added outside neverask are named on Rules, and then count as
// seen; Home, a session and --readonly do not mark them as seen.
func TestRulesFromOutsideAreSeen(t *testing.T) {
	t.Parallel()
	d := driverWith(t, changedOutside, 80, 24)
	d.Sees("▲ 2 rules from outside neverask")
	d.Keys("r")
	if d.f.FromOutside == nil {
		t.Error("Home took them for seen")
	}
	d.Keys("2")
	d.Sees("▲ 2 rules: appeared outside neverask: Run the tests before committing?")
	if d.f.FromOutside != nil {
		t.Error("they are still not seen")
	}
	d.Keys("1", "r")
	d.SeesNot("New rules")
	d = driverWith(t, changedOutside, 80, 24)
	d.m.state.Rules.ReadOnly = true
	d.Keys("2")
	if d.f.FromOutside == nil {
		t.Error("--readonly took them for seen")
	}
	d = driverWith(t, changedOutside, 80, 24)
	d.m.state.InSession = true
	d.Keys("2")
	if d.f.FromOutside == nil {
		t.Error("a session took them for seen")
	}
}

func TestMoveAcrossABrokenRule(t *testing.T) {
	t.Parallel()
	f := life(t)
	f.Put(rulesFile, `{"version": 1, "rules": [
  {"id": "a", "match": {"header": "A"}, "mode": "always-ask"},
  {"id": "b", "match": {}, "mode": "always-ask"},
  {"match": {"header": "C"}, "mode": "always-ask"},
  {"id": "d", "match": {"header": "D"}, "mode": "always-ask"}
]}`)
	d := newDriver(t, f, 120, 40)
	d.Keys("2", "J", "G", "K", "K")
	headers := func() string {
		return strings.Join(regexp.MustCompile(`"header": "(.)"|"match": {}`).FindAllString(f.Get(rulesFile), -1), " ")
	}
	if got := headers(); got != `"match": {} "header": "D" "header": "C" "header": "A"` {
		t.Error(got)
	}
	d.Keys("j", "e", "shift+tab", "down")
	d.Sees("Edit a rule")
	d.Keys("esc", "d")
	if got := headers(); got != `"match": {} "header": "D" "header": "A"` {
		t.Error(got)
	}
}

// The next key acts on the rule as saved, even if the reading after the edit takes
// long.
func TestEditIsOnTheScreenWithItsMessage(t *testing.T) {
	t.Parallel()
	d := onPreferences(t)
	d.Hold = true
	d.Keys("space")
	edit := d.Held[len(d.Held)-1]
	d.Held = nil
	d.Send(edit())
	d.Sees("✓ set to reversible: “Run the tests before committing?”")
	if r, _ := d.m.rules.Chosen(); r.Mode != question.AskOnlyForOneWay {
		t.Errorf("the rule on the screen is %+v", r)
	}
	d.Keys("e")
	d.Sees("Edit a rule")
	d.Release()
	d.Keys("esc")
	d.Sees("mode       ○ reversible")
}

// If the file of rules is gone, the screens say so and name its backup; undo of an
// edit says that it cannot be done without the file.
func TestPreferencesAreGone(t *testing.T) {
	t.Parallel()
	d := onPreferences(t)
	d.Keys("d", "d")
	musttest.Do(t, os.Remove(d.f.Root+rulesFile))
	d.Keys("z")
	d.Sees("Cannot undo", "preferences.json is gone, so there is nothing in", "Nothing was written")
	d.SeesNot("neither")
	d.Keys("enter", "r")
	d.Sees("preferences.json is gone and your rules with it", "→ neverask undo --list ", "copy its earlier content", "neverask/backups/")
	d.SeesNot("No rules yet", "z undo")
	d.Keys("1", "r")
	d.Sees("▲ The rules are gone", "preferences.json is gone and your rules with it")
	d.SeesNot("No rules yet")
}

// TestMovedRuleIsNamed: when two rules swap positions, the change names the one that was moved, up
// or down.
func TestMovedRuleIsNamed(t *testing.T) {
	t.Parallel()
	for keys, want := range map[string][]string{
		"J":   {"move the rule “Run the tests", "“Run the tests before committing?”   position 1 → 2"},
		"j K": {"move the rule “Library", "”   position 2 → 1"},
	} {
		d := onPreferences(t)
		d.Keys(strings.Fields(keys)...)
		d.Keys("@Changes", "enter")
		d.Sees(want...)
	}
}
