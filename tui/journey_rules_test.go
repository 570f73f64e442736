//go:build unix

package tui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Rules are edited on the screen while another process edits them too: what it
// does appears, what does not collide is kept from both, and what does collide is
// asked about.
func TestJourneyRulesAreEditedElsewhereToo(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "")
	const tests = "tests"
	output(t, p, "rules", "add", "--question", "Run the tests?", "--answer", "Yes", "--id", tests, "--yes")
	output(t, p, "rules", "add", "--question", "Which style?", "--answer", "Tabs", "--yes")
	show := func(id string) string { return output(t, p, "rules", "list", id) }
	holds := func(id string, texts ...string) {
		t.Helper()
		for _, text := range texts {
			if got := show(id); !strings.Contains(got, text) {
				t.Errorf("%s is not in the rule:\n%s", text, got)
			}
		}
	}
	term := p.start(120, 40)
	term.WaitText("Install neverask")
	term.Key("2")
	// Not "2 rules", which stands on the first tab, too: a key that is typed
	// before the rules are read does nothing.
	term.WaitText("▸ ○ off        Run the tests?")

	// What others add appears by itself, while a form is open too.
	term.Key("e")
	term.WaitText("Edit a rule")
	output(t, p, "rules", "add", "--question", "Added elsewhere?", "--answer", "No", "--yes")
	// Another part of the same rule: both edits are kept.
	output(t, p, "rules", "edit", tests, "--note", "theirs", "--yes")
	term.Key("tab", "tab", "right")
	term.WaitText("[◐ reversible]")
	term.Key("enter")
	term.WaitText("saved “Run the tests?”")
	term.WaitText("3 rules")
	term.WaitText("Added elsewhere?")
	holds(tests, `"ask-only-for-one-way"`, `"theirs"`)

	// The same part of it: theirs stays until the person has seen it.
	term.Key("e")
	term.WaitText("Edit a rule")
	output(t, p, "rules", "edit", tests, "--answer", "No", "--mode", "never-ask", "--yes")
	term.Key("tab", "tab", "right")
	term.WaitText("[◇ prefer]")
	term.Key("enter")
	term.WaitText("changed elsewhere")
	holds(tests, `"never-ask"`, `"No"`)
	term.Key("enter")
	term.WaitGone("Edit a rule")
	term.WaitText("saved “Run the tests?”")
	holds(tests, `"prefer"`, `"Yes"`, `"theirs"`)

	// A rule that is deleted elsewhere is not brought back by accident.
	term.Key("e")
	term.WaitText("Edit a rule")
	output(t, p, "rules", "rm", tests, "--yes")
	term.Key("tab", "tab", "right")
	term.WaitText("[○ always ask]")
	term.Key("enter")
	term.WaitText("deleted elsewhere")
	term.Key("esc") // nothing was typed
	term.WaitText("2 rules")
	leave(t, term, "ctrl+c")

	content, err := os.ReadFile(filepath.Join(p.home, "neverask", "config", "preferences.json"))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(content); strings.Count(got, `"id"`) != 2 || !strings.Contains(got, "Which style?") || !strings.Contains(got, "Added elsewhere?") {
		t.Errorf("got:\n%s", got)
	}
}
