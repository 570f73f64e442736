package tui

import (
	"testing"
	"time"

	"neverask/hooks/others/conflict"
)

// The page of a result says what is so after the change, and leads on to what is
// of use then.
func TestResultsSayWhatIsSo(t *testing.T) {
	// A rule whose hook is not installed does nothing.
	d := driverWith(t, func(f *fake) { f.Put(rulesFile, toolsText) }, 120, 40)
	d.Keys("2", "d", "y")
	d.Sees("Rules changed", "✓ Rules changed · the tool rules are off: their hook is not installed")
	d.SeesNot("picks up the change")
	d.Keys("i")
	d.Sees("Where should the hooks go?")

	// Somebody else's hook goes on answering when neverask's is gone.
	d = newDriver(t, newFake(t), 120, 40)
	d.f.Put(userFile, `{"hooks": {"PreToolUse": [{"matcher": "AskUserQuestion", "hooks": [{"type": "command", "command": "~/bin/answer"}]}]}}`)
	d.f.past = append(d.f.past, observed("~/bin/answer", 12*time.Millisecond, conflict.Effect{Decision: "allow", Input: conflict.Answered}))
	d.install()
	d.Keys("u", "y")
	d.Sees("Question hooks removed · ~/bin/answer answers questions. Your rules are kept")
	d.SeesNot("asks every question")

	// Hooks of another file go on answering, too.
	f := newFake(t)
	f.Put(rulesFile, `{"version": 1, "rules": [{"id": "a", "match": {"header": "Tests"}, "mode": "never-ask", "answer": "recommended"}]}`)
	d = newDriver(t, f, 120, 40)
	d.install()
	d.Keys("i", "down", "enter", "y", "u", "enter", "y")
	d.Sees("neverask still answers questions: its hooks are in")
	d.SeesNot("asks every question")
}

// With suggestions waiting, the next step is to look at them.
func TestResultLeadsToSuggestions(t *testing.T) {
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
