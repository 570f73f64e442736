package tui

import (
	"os"
	"strings"
	"testing"

	"neverask/hooks/claude/transcript"
)

// What may be let pass is told on the rule's page, chosen in a form, and taken back.
func TestRuleIsWidened(t *testing.T) {
	f := life(t)
	f.Put(rulesFile, `{"version": 1, "rules": [{"id": "typos", "match": {"text": "Fix the 3 typos?"}, "mode": "never-ask", "answer": "Yes"}]}`)
	f.Questions = []transcript.Question{asked(2, "Typos", "Fix the 3 typos?", "Yes", "Yes", "No"), asked(1, "Typos", "Fix the 12 typos?", "Yes", "Yes", "No")}
	rules := func() string {
		content, err := os.ReadFile(f.Root + rulesFile)
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	d := newDriver(t, f, 120, 40)
	d.Keys("2")
	d.Sees("may be widened: you gave the same answer for 3 and 12", "press w to accept others")
	d.Keys("w")
	d.Sees("Widen “Fix the {n} typos?”", "Claude asks you once about each value you haven't seen")
	d.Keys("right", "right")
	d.Sees("[any number up to 20]", "is answered without asking")
	d.Keys("enter")
	if got := rules(); !strings.Contains(got, `"n": "any number up to 20"`) {
		t.Errorf("not in the file: %s", got)
	}
	d.Sees("widened: n may be any number up to 20")
	d.SeesNot("may be widened")
	d.Keys("z")
	if got := rules(); strings.Contains(got, "widen") {
		t.Errorf("not taken back: %s", got)
	}
}
