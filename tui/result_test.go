package tui

import (
	"testing"
)

// If suggestions are waiting, the result leads to them.
func TestResultLeadsToSuggestions(t *testing.T) {
	t.Parallel()
	for rules, want := range map[string]string{
		`[]`: "no rules yet, so Claude still asks everything · S to review 2 suggestions",
		`[{"id": "a", "match": {"header": "Tests"}, "mode": "never-ask", "answer": "recommended"}]`: "your past answers suggest more rules · S to review 2 suggestions",
	} {
		f := life(t)
		withAdvice(f)
		f.Put(rulesFile, `{"version": 1, "rules": `+rules+`}`)
		d := newDriver(t, f, 120, 40)
		d.Keys("i", "enter", "y")
		d.Sees(want)
		d.Keys("S")
		d.Sees(" 1 of 2")
	}
}
