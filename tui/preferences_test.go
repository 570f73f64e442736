package tui

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
)

// allowOneWay goes to where a rule is to answer one-way questions.
func (d *driver) allowOneWay() {
	d.keys("e")
	for range 20 {
		if x := d.m.Current().Layer.(*ruleForm).Current(); x.Name == "oneWay" {
			break
		}
		d.keys("tab")
	}
	d.keys("right", "enter")
}

// rules are those of the file.
func (d *driver) rules() (all []question.Rule) {
	d.t.Helper()
	p, problems, err := preferences.Open(d.f.root+rulesFile, d.f.in.Store, nil).Read()
	if err != nil || len(problems) > 0 {
		d.t.Fatal(err, problems)
	}
	return p.Rules
}

func (d *driver) rule(id string) question.Rule {
	d.t.Helper()
	all := d.rules()
	at := slices.IndexFunc(all, func(r question.Rule) bool { return r.ID == id })
	if at < 0 {
		d.t.Fatalf("no rule %s in %v", id, all)
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

// text types a text.
func (d *driver) text(s string) {
	for _, r := range s {
		if r == ' ' {
			d.keys("space")
			continue
		}
		d.send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func onPreferences(t *testing.T) *driver {
	t.Helper()
	d := newDriver(t, life(t), 120, 40)
	d.keys("2")
	return d
}

// A rule that is told to ask keeps its answer in the file, so that it comes back
// in another window and after a restart, too.
func TestCycleKeepsTheAnswer(t *testing.T) {
	d := onPreferences(t)
	for _, want := range []question.Mode{question.PreferMode, question.AlwaysAsk, question.NeverAsk} {
		d.keys("space")
		if r := d.rule("tests"); r.Mode != want || r.Answer.Label != "Yes" {
			t.Fatalf("%s: %+v", want, r)
		}
		again := newDriver(t, d.f, 120, 40)
		again.keys("2")
		d = again
	}
	d.keys("j", "j", "space")
	if r := d.rule("deploy"); r.OneWay != "" {
		t.Error("a rule that prefers keeps its permission for one-way questions")
	}
	d.keys("j", "space")
	d.sees("mode unchanged: this rule has no answer; press e to add one")
	if d.rule("format").Mode != question.AlwaysAsk {
		t.Error("the mode has changed")
	}
}

func TestCycleSkipsWhatCannotBe(t *testing.T) {
	d := onPreferences(t)
	d.f.put(rulesFile, `{"version": 1, "rules": [{"id": "a", "match": {"header": "Name"}, "mode": "never-ask", "answer": {"text": "free"}}]}`)
	d.keys("r", "space")
	d.sees("prefer skipped")
	if d.rule("a").Mode != question.AlwaysAsk {
		t.Error(d.rule("a").Mode)
	}
}

func TestUndoAndRedoOfEdits(t *testing.T) {
	d := onPreferences(t)
	before := d.f.get(rulesFile)
	d.keys("d")
	d.sees("deleted “" + runTests + "”")
	after := d.f.get(rulesFile)
	d.keys("z")
	d.sees("undo: “" + runTests + "” restored")
	if d.f.get(rulesFile) != before {
		t.Error("undo gives another file:\n", d.f.get(rulesFile))
	}
	d.keys("Z")
	d.sees("redo: “" + runTests + "” removed")
	if d.f.get(rulesFile) != after {
		t.Error("redo gives another file")
	}
	if len(d.m.Layers) > 0 {
		t.Error("undo of an edit asks for a confirmation")
	}
}

func TestUndoOfOtherFilesIsShownFirst(t *testing.T) {
	d := newDriver(t, life(t), 120, 40)
	d.install()
	d.keys("2", "z")
	d.sees("hooks", "a apply…")
}

func TestMove(t *testing.T) {
	d := onPreferences(t)
	d.keys("J", "J")
	if got := d.ids(); got != "library deploy tests format wide" {
		t.Error(got)
	}
	d.keys("K")
	if got := d.ids(); got != "library tests deploy format wide" {
		t.Error(got)
	}
	if r, _ := onTabRule(d); r.ID != "tests" {
		t.Errorf("%s is chosen", r.ID)
	}
	d.keys("o", "J", "K", "o", "o", "o", "o", "o", "/", "t", "enter", "J")
	if got := d.ids(); got != "library tests deploy format wide" {
		t.Error("moved in an order that is not the file's:", got)
	}
}

func onTabRule(d *driver) (question.Rule, bool) { return d.m.tabs[1].tab.(*preferencesTab).chosen() }

func TestAddAndEdit(t *testing.T) {
	d := onPreferences(t)
	d.keys("a", "enter")
	if d.helps("enter") {
		t.Error("an empty form can be saved")
	}
	d.sees("say what to answer")
	d.text("Which library should parse dates?")
	d.keys("enter") // not yet
	for range 20 {
		if d.m.Current().Layer.(*ruleForm).Current().Name == "answer" {
			break
		}
		d.keys("tab")
	}
	d.text("Luxon q?")
	d.sees("matches 1 past question", "✓ valid")
	d.keys("ctrl+w", "ctrl+w")
	d.text("luxon")
	d.keys("enter")
	rules := d.rules()
	added := rules[len(rules)-1]
	if added.Match.Text != "Which library should parse dates?" || added.Answer.Label != "luxon" || added.Mode != question.NeverAsk || added.Created.By != "neverask" {
		t.Fatalf("%+v", added)
	}
	if r, _ := onTabRule(d); r.ID != added.ID {
		t.Error("the new rule is not chosen")
	}
	d.keys("e", "right", "enter")
	if r := d.rule(added.ID); r.Mode != question.AskOnlyForOneWay || r.Created != added.Created {
		t.Errorf("%+v", r)
	}
}

func TestAddFromAQuestion(t *testing.T) {
	d := onPreferences(t)
	d.keys("a")
	d.sees("Which question should the new rule answer?", "write the rule from scratch")
	d.text("date")
	d.sees("1 of ", "Which library should parse dates?", "2. Temporal  ✓ chosen")
	d.keys("enter")
	d.sees("New rule", "Which library should parse dates?", "Temporal")
	d.keys("enter")
	rules := d.rules()
	if r := rules[len(rules)-1]; r.Match.Text != "Which library should parse dates?" || r.Answer.Label != "Temporal" || r.Created.By != "a question" {
		t.Errorf("%+v", r)
	}
	before := len(rules)
	d.keys("a", "esc")
	if len(d.rules()) != before || !d.m.OnPlace() {
		t.Error(d.screen())
	}
}

func TestDifferentAnswersAreCounted(t *testing.T) {
	d := onPreferences(t)
	d.keys("e")
	for range 20 {
		if d.m.Current().Layer.(*ruleForm).Current().Name == "answer" {
			break
		}
		d.keys("tab")
	}
	d.keys("ctrl+u")
	d.text("No")
	d.sees("matches 6 past questions", "would have answered 0 of 6; 1 was new when it came; 5 came again after", "you answered 3 differently")
}

func TestOneWayNeedsTheWords(t *testing.T) {
	d := onPreferences(t)
	d.allowOneWay()
	d.sees("Answer irreversible questions?", "To allow it, type: yes, I understand")
	if d.helps("enter") {
		t.Error("enter allows it")
	}
	d.text("yes")
	d.keys("enter")
	if d.rule("tests").OneWay != "" {
		t.Fatal("allowed without the words")
	}
	d.text(", I understand")
	d.keys("enter")
	if d.rule("tests").OneWay != question.OneWayAllow {
		t.Error("not allowed")
	}
	if len(d.m.Layers) > 0 {
		t.Error("the form is still open")
	}
}

func TestEditsFromOutsideAppear(t *testing.T) {
	d := onPreferences(t)
	d.f.put(rulesFile, strings.Replace(d.f.get(rulesFile), `"Yes", "created"`, `"Only at noon", "created"`, 1))
	d.tick()
	d.tick()
	d.sees("Only at noon")
}

// outside changes rules as another process does.
func (d *driver) outside() *preferences.Book {
	return preferences.Open(d.f.root+rulesFile, d.f.in.Store, func() time.Time { return noon })
}

func TestEditsFromOutsideAreMerged(t *testing.T) {
	ctx := context.Background()
	d := onPreferences(t)
	d.keys("e")
	for range 20 {
		if d.m.Current().Layer.(*ruleForm).Current().Name == "note" {
			break
		}
		d.keys("tab")
	}
	d.text("mine")
	if _, err := d.outside().Change(ctx, "tests", "test", func(r question.Rule) (question.Rule, error) {
		r.Answer = question.Answer{Label: "No"}
		return r, nil
	}); err != nil {
		t.Fatal(err)
	}
	d.keys("enter")
	if r := d.rule("tests"); r.Note != "mine" || r.Answer.Label != "No" {
		t.Errorf("%+v", r)
	}
}

func TestClashesAreAskedAbout(t *testing.T) {
	ctx := context.Background()
	d := onPreferences(t)
	d.keys("e", "right")
	if _, err := d.outside().Change(ctx, "tests", "test", func(r question.Rule) (question.Rule, error) {
		r.Answer, r.Note = question.Answer{Label: "No"}, "theirs"
		return r, nil
	}); err != nil {
		t.Fatal(err)
	}
	d.keys("enter")
	d.sees("changed elsewhere")
	if r := d.rule("tests"); r.Mode != question.NeverAsk || r.Answer.Label != "No" {
		t.Fatalf("overwritten: %+v", r)
	}
	d.keys("enter")
	if r := d.rule("tests"); r.Mode != question.AskOnlyForOneWay || r.Answer.Label != "Yes" || r.Note != "theirs" {
		t.Errorf("%+v", r)
	}
}

func TestGoneAndChangedRulesAreLeftAlone(t *testing.T) {
	ctx := context.Background()
	d := onPreferences(t)
	if _, err := d.outside().Change(ctx, "tests", "test", func(r question.Rule) (question.Rule, error) { r.Note = "new"; return r, nil }); err != nil {
		t.Fatal(err)
	}
	d.keys("d")
	d.sees("the rule was not changed")
	if d.rule("tests").Note != "new" {
		t.Error("changed")
	}
	if err := d.outside().Remove(ctx, "tests"); err != nil {
		t.Fatal(err)
	}
	d.keys("space")
	d.sees("the rule is gone")
}

func TestBrokenFileIsNotEdited(t *testing.T) {
	d := onPreferences(t)
	broken := "{\n  \"version\": 1,\n"
	d.f.put(rulesFile, broken)
	d.keys("r")
	d.sees("preferences.json:3:1", "Fix the file")
	for _, k := range []string{"a", "e", "d", "space"} {
		if d.helps(k) {
			t.Errorf("%s is offered", k)
		}
		d.keys(k, "esc")
	}
	if d.f.get(rulesFile) != broken {
		t.Error("written")
	}
}

func TestChangesFromOutsideAreConfirmed(t *testing.T) {
	d := driverWith(t, changedOutside, 80, 24)
	d.keys("2")
	d.sees("▲ 2 changes: made outside neverask; press c to review")
	d.keys("c")
	d.sees("Did you make these changes?", "appeared: the rule is new", "widened: it answers, and asked before")
	d.keys("esc")
	d.sees("2 changes")
	d.keys("c", "y")
	d.sees("confirmed: 2 changes")
	d.seesNot("made outside neverask")
	if d.helps("c") || d.f.outside != nil {
		t.Error("they are still to be confirmed")
	}
}

func TestMoveAcrossABrokenRule(t *testing.T) {
	f := life(t)
	f.put(rulesFile, `{"version": 1, "rules": [
  {"id": "a", "match": {"header": "A"}, "mode": "always-ask"},
  {"id": "b", "match": {}, "mode": "always-ask"},
  {"match": {"header": "C"}, "mode": "always-ask"},
  {"id": "d", "match": {"header": "D"}, "mode": "always-ask"}
]}`)
	d := newDriver(t, f, 120, 40)
	d.keys("2", "J", "G", "K", "K")
	headers := func() string {
		return strings.Join(regexp.MustCompile(`"header": "(.)"|"match": {}`).FindAllString(f.get(rulesFile), -1), " ")
	}
	if got := headers(); got != `"match": {} "header": "D" "header": "C" "header": "A"` {
		t.Error(got)
	}
	d.keys("j", "e", "shift+tab", "down")
	d.sees("Edit a rule")
	d.keys("esc", "d")
	if got := headers(); got != `"match": {} "header": "D" "header": "A"` {
		t.Error(got)
	}
}

// The next key is about the rule as it was saved, however long reading takes that
// the edit has asked for.
func TestEditIsOnTheScreenWithItsMessage(t *testing.T) {
	d := onPreferences(t)
	d.hold = true
	d.keys("space")
	edit := d.held[len(d.held)-1]
	d.held = nil
	d.send(edit())
	d.sees("◇ prefer: “Run the tests before committing?”")
	if r, _ := d.m.overview.rules.chosen(); r.Mode != question.PreferMode {
		t.Errorf("the rule on the screen is %+v", r)
	}
	d.keys("e")
	d.sees("Edit a rule", "[◇ prefer]")
	d.release()
	d.sees("[◇ prefer]")
}

// When the file of the rules is gone, the screens say so and what gives it back;
// taking an edit back says that there is nothing to take it back in.
func TestPreferencesAreGone(t *testing.T) {
	d := onPreferences(t)
	d.keys("d", "d")
	if err := os.Remove(d.f.root + rulesFile); err != nil {
		t.Fatal(err)
	}
	d.keys("z")
	d.sees("Cannot undo", "preferences.json is gone, so there is nothing in", "Nothing was written")
	d.seesNot("neither", "The file is unchanged")
	d.keys("enter", "r")
	d.sees("preferences.json is gone, and the rules that were in it", "gives back the 4 rules that were there before its last change")
	d.seesNot("No rules yet")
	d.keys("1", "r")
	d.sees("the file is gone, so Claude asks you everything", "gives back the 4 rules that were there before its last change")
	d.seesNot("no rules yet")
}
