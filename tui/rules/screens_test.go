package rules

import (
	"testing"

	"neverask/tui/follow"
	"neverask/tui/follow/followtest"
	"neverask/tui/kit/kittest"
)

// TestScreens: each screen that really differs.
func TestScreens(t *testing.T) {
	for _, s := range []followtest.Screen{
		{Name: "rules", Whole: true},
		{Name: "empty", Before: func(w *followtest.World) { w.Put(followtest.RulesFile, "") }},
		{Name: "lint", Keys: "j j", Before: func(w *followtest.World) {
			w.Put(followtest.RulesFile, `{"version": 1, "rules": [
  {"id": "a", "match": {"header": "Tests"}, "mode": "prefer", "answer": "Yes"},
  {"id": "b", "match": {"text": "Run the tests before committing?"}, "mode": "never-ask", "answer": "Yes"},
  {"id": "c", "match": {"header": "Library"}, "mode": "never-ask", "answer": "moment"},
  {"id": "d", "match": {"text": "Which colour?"}, "mode": "never-ask", "answer": "Blue"},
  {"id": "e", "match": {"header": "Deploy"}, "mode": "never-ask", "answer": "Yes"}
]}`)
		}},
		{Name: "broken-rule", Before: func(w *followtest.World) {
			w.Put(followtest.RulesFile, "{\n  \"version\": 1,\n  \"rules\": [\n    {\"id\": \"a\", \"match\": {\"header\": \"A\"}, \"mode\": \"never-ask\", \"answer\": \"Yes\"},\n    {\"id\": \"b\", \"match\": {}, \"mode\": \"never-ask\", \"answer\": \"Yes\"}\n  ]\n}\n")
		}},
		{Name: "outside", Keys: "c", Before: (*followtest.World).ChangeOutside},
		{Name: "detail", Keys: "enter"},
		{Name: "explain", Keys: "x"},
		{Name: "add", Keys: "a down"},
		{Name: "form", Keys: "e"},
		{Name: "form-open", Whole: true, Keys: "e tab tab tab enter down"},
		{Name: "typed-confirm", Keys: "e tab tab tab enter tab tab tab tab tab tab tab tab tab tab right enter"},
	} {
		s.Test(t, func(w *followtest.World, s *follow.State) kittest.Place { return New(w, s, w.Home, w.In.Now) }, nil)
	}
}

// TestWithoutEffect: a rule that Claude asks in spite of promises nothing, and says what lets it answer.
func TestWithoutEffect(t *testing.T) {
	w := followtest.New(t)
	w.Live()
	w.Put(followtest.RulesFile, `{"version": 1, "rules": [{"id": "a", "match": {"text": "Bump the minor version?"}, "mode": "never-ask", "answer": "Yes"}]}`)
	state := follow.New(w, false, false)
	d := w.Show(New(w, state, w.Home, w.In.Now), state, 120, 40)
	d.Sees("▲ no effect  Bump", "● never ask · but Claude asks every time: it may be irreversible", "“answer anyway”")
	d.SeesNot("once", "answers for you")
}
