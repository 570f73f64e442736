package rules

import (
	"reflect"
	"strings"
	"testing"

	"neverask/tui/kit/kittest"
	"neverask/tui/rulestate"
	"neverask/tui/rulestate/rulestatetest"
)

// TestScreens: every kind of screen.
func TestScreens(t *testing.T) {
	for _, s := range []rulestatetest.Screen{
		{Name: "rules", Whole: true},
		{Name: "empty", Before: func(w *rulestatetest.World) { w.Put(rulestatetest.RulesFile, "") }},
		{Name: "lint", Keys: "j j", Before: func(w *rulestatetest.World) {
			w.Put(rulestatetest.RulesFile, `{"version": 1, "rules": [
  {"id": "a", "match": {"header": "Tests"}, "mode": "prefer", "answer": "Yes"},
  {"id": "b", "match": {"text": "Run the tests before committing?"}, "mode": "never-ask", "answer": "Yes"},
  {"id": "c", "match": {"header": "Library"}, "mode": "never-ask", "answer": "moment"},
  {"id": "d", "match": {"text": "Which colour?"}, "mode": "never-ask", "answer": "Blue"},
  {"id": "e", "match": {"header": "Deploy"}, "mode": "never-ask", "answer": "Yes"}
]}`)
		}},
		{Name: "broken-rule", Before: func(w *rulestatetest.World) {
			w.Put(rulestatetest.RulesFile, "{\n  \"version\": 1,\n  \"rules\": [\n    {\"id\": \"a\", \"match\": {\"header\": \"A\"}, \"mode\": \"never-ask\", \"answer\": \"Yes\"},\n    {\"id\": \"b\", \"match\": {}, \"mode\": \"never-ask\", \"answer\": \"Yes\"}\n  ]\n}\n")
		}},
		{Name: "outside", Before: (*rulestatetest.World).ChangeOutside},
		{Name: "detail", Keys: "enter"},
		{Name: "tools", Whole: true, Keys: "down", Before: withTools},
		{Name: "tools-detail", Keys: "down down enter", Before: withTools},
		{Name: "add", Keys: "a down"},
		{Name: "form", Whole: true, Keys: "e"},
		{Name: "form-typed", Whole: true, Keys: "e tab left t e x t : space n o"},
		{Name: "form-fault", Whole: true, Keys: "e ctrl+u"},
		{Name: "typed-confirm", Keys: "j j e x enter"},
	} {
		s.Test(t, func(w *rulestatetest.World, s *rulestate.State) kittest.Place { return New(w, s, w.Home, w.In.Now) }, nil)
	}
}

// withTools writes a question rule, and tool rules of which one is broken.
func withTools(w *rulestatetest.World) {
	w.Put(rulestatetest.RulesFile, `{
  "version": 1,
  "rules": [{"id": "a", "match": {"text": "Run the tests before committing?"}, "mode": "never-ask", "answer": "Yes"}],
  "toolRules": [
    {"id": "push", "tool": "Bash", "when": [{"field": "command", "matches": "\\bgit push\\b"}], "act": "ask", "message": "Really push?",
     "patch": [{"field": "command", "replace": "git push", "with": "git push --dry-run"}, {"field": "timeout", "set": 60000}]},
    {"id": "inside", "tool": "Write|Edit", "when": [{"field": "file_path", "within": "project", "not": true}], "act": "deny", "message": "Stay inside.", "modes": ["default", "plan"]},
    {"id": "bad", "tool": "Bash", "act": "ask", "when": [{"field": "command", "matches": "("}]},
    {"id": "tell", "tool": "mcp__github__*", "act": "context", "message": "Only acme.", "note": "be\u202etter"}
  ]
}`)
	w.Acts, w.Hooked = map[string]int{"push": 12, "tell": 1}, true
}

// TestToolRulesInTheList: tool rules are found with the others, say if no hook runs them, move among
// themselves, and are hidden by a filter for a mode.
func TestToolRulesInTheList(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	withTools(w)
	w.Hooked = false
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 120, 40)
	d.Sees("1 rule, 3 tool rules", "○ not installed: the tool rules do nothing until their hook is installed", "i install")
	d.Keys("/")
	d.Text("github")
	d.Keys("enter")
	d.Sees("1 of 4 rules", "▸ ○ off", "mcp__github__*: every call", "act        · tell", "the tool-rule hook is not installed")
	d.Keys("esc", "J")
	d.Keys("G", "K", "K")
	d.Sees("moved to position 1 among the tool rules")
	if text := w.Get(rulestatetest.RulesFile); strings.Index(text, `"tell"`) > strings.Index(text, `"push"`) {
		t.Errorf("not moved:\n%s", text)
	}
	d.Keys("f")
	d.Text("never ask")
	d.Keys("enter")
	d.SeesNot("mcp__github__*")
}

// TestOpensTheFile: the editor opens at the chosen rule, of either kind, or else at the error.
func TestOpensTheFile(t *testing.T) {
	w := rulestatetest.New(t)
	withTools(w)
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 120, 40)
	d.M.Getenv = func(name string) string { return map[string]string{"EDITOR": "vi -n"}[name] }
	d.Editor = func([]string) error {
		w.Put(rulestatetest.RulesFile, strings.Replace(w.Get(rulestatetest.RulesFile), "Really push?", "Push now?", 1))
		return nil
	}
	d.Keys("o", "down", "o")
	d.Sees("Push now?")
	want := [][]string{{"vi", "-n", "+3", w.Path(rulestatetest.RulesFile)}, {"vi", "-n", "+5", w.Path(rulestatetest.RulesFile)}}
	if !reflect.DeepEqual(d.Edited, want) {
		t.Errorf("%q", d.Edited)
	}
	w.Put(rulestatetest.RulesFile, "{\n\"version\": 1,\n\"rules\": [7]}")
	d.Keys("r")
	d.Tick()
	d.Keys("o")
	if last := d.Edited[len(d.Edited)-1]; last[2] != "+3" {
		t.Errorf("%q", last)
	}
}

// TestWithoutEffect: a rule without effect promises nothing, and says what would let it answer.
func TestWithoutEffect(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	w.Put(rulestatetest.RulesFile, `{"version": 1, "rules": [{"id": "a", "match": {"text": "Bump the minor version?"}, "mode": "never-ask", "answer": "Yes"}]}`)
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 120, 40)
	d.Sees("▲ no effect  Bump", "▲ never ask · but Claude asks every time: it may be irreversible", "which o opens, \"oneWay\": \"allow\" can let it answer", "o open")
	d.SeesNot("once", "answers for you")
}

// TestTheRestOfADetail: the key that a cut detail names shows all of it, in the list of rules and in that of questions.
func TestTheRestOfADetail(t *testing.T) {
	for height, keys := range map[int][]string{18: nil, 20: {"a", "down", "down", "down", "down"}} {
		w := rulestatetest.New(t)
		w.Live()
		state := rulestate.New(w, false, false)
		d := w.Show(New(w, state, w.Home, w.In.Now), state, 80, height)
		d.Keys(keys...)
		d.Sees("… press → for all")
		d.Keys("right")
		d.Sees("› Details")
		d.SeesNot("press → for all")
	}
}

// TestQuestionsToAddFrom: the list counts only questions, and marks those that may be irreversible.
func TestQuestionsToAddFrom(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	w.Questions = append(w.Questions, rulestatetest.Question("/srv/a", 0, "Push", "Force push to main?", "No"))
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 100, 30)
	d.Keys("a")
	d.Sees(" when question ", "6 questions", "1 of 6 ", "⚠ Force push to main?")
	d.SeesNot("last question", "⚠ Run the tests")
	d.Keys("end")
	d.Sees("▸ none of these")
	d.SeesNot(" of 7", " of 6")
}

// TestTypingFindsAQuestionToAddFrom: no letter does anything else, and a slash starts as everywhere.
func TestTypingFindsAQuestionToAddFrom(t *testing.T) {
	w := rulestatetest.New(t)
	w.Live()
	w.Questions = append(w.Questions, rulestatetest.Question("/srv/a", 0, "Push", "Is id quite qualified?", "No"))
	state := rulestate.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 100, 30)
	for _, text := range []string{"id q", "/id q", "quite", "Is"} {
		d.Keys("a")
		d.Text(text)
		d.Sees("› Add", "/ "+strings.TrimPrefix(text, "/"), "1 of 6 questions", "▸", "Is id quite qualified?")
		d.Keys("esc")
		d.Sees("› Add", "6 questions")
		d.Keys("esc")
		d.SeesNot("› Add")
	}
}
