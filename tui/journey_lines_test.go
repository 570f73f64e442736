//go:build unix

package tui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/tui/termtest"
)

// past gives the person a transcript in which a question was answered alike.
func (p *person) past(text, answer string, times int) {
	p.t.Helper()
	dir := filepath.Join(p.home, ".claude", "projects", "-work")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		p.t.Fatal(err)
	}
	var b strings.Builder
	question := fmt.Sprintf(`{"question":%q,"header":"Tests","multiSelect":false,"options":[{"label":"Yes","description":"Runs them"},{"label":"No","description":""}]}`, text)
	for n := range times {
		common := fmt.Sprintf(`"timestamp":"2026-01-0%dT06:00:10.000Z","cwd":%q,"sessionId":"s1","version":"2.1.329"`, n+1, filepath.Join(p.home, "work"))
		fmt.Fprintf(&b, `{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"toolu_%d","name":"AskUserQuestion","input":{"questions":[%s]}}]},%s}`+"\n", n, question, common)
		fmt.Fprintf(&b, `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"","tool_use_id":"toolu_%d"}]},"toolUseResult":{"questions":[%s],"answers":{%q:%q},"annotations":{}},"permissionDecision":{"decision":"accept","source":"user_temporary"},%s}`+"\n", n, question, text, answer, common)
	}
	if err := os.WriteFile(filepath.Join(dir, "s1.jsonl"), []byte(b.String()), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// menu is the prompt of the menu of places, in lines.
const menu = "A number, a name, or ? for help; an empty line ends:"

// say waits for a prompt at the end of the lines, and answers it.
func say(term *termtest.Terminal, prompt, text string) {
	term.WaitFor("prompt "+prompt, func(screen string) bool { return strings.HasSuffix(strings.TrimSpace(screen), prompt) })
	if text != "" {
		term.Type(text)
	}
	term.Key("enter")
}

// ended checks that lines have come to their end, and that nothing was drawn.
func ended(t *testing.T, term *termtest.Terminal) {
	t.Helper()
	if code := term.Wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if raw := string(term.Raw()); strings.Contains(raw, "\x1b[?1049h") || strings.Contains(raw, "\x1b[2J") {
		t.Error("a screen was drawn")
	}
}

// matchOf are the prompts for what a rule for a question looks at.
func matchOf(text string) []string {
	return []string{"[" + text + "]:", "by character:", "the question:", "between them:", "ID> in the question:", "found in the question:", "of the call:", "MCP server:"}
}

// With ACCESSIBLE=1 everything is asked in lines, and nothing is drawn.
func TestJourneyInLines(t *testing.T) {
	t.Parallel()
	p := newPerson(t, before)
	p.past("Run the tests before committing?", "Yes", 3)
	p.env = append(p.env, "ACCESSIBLE=1")
	rules := func() string { return output(t, p, "rules", "list") }

	term := p.start(160, 60)
	term.WaitText("Apply? [y/N]")
	term.Key("enter")
	term.WaitText(menu)
	term.Type("?\n")
	term.WaitFor("the menu again", func(screen string) bool { return strings.Count(screen, "15. Undo: the last change") == 2 })
	term.Type("8\n")
	term.WaitText("Suggestion 1 of 1: Run the tests before committing?")
	term.WaitText("evidence: 3 of 3: Yes")
	term.WaitText("accept, here, edit, not now, never, quit or skip [skip]:")
	term.Type("nonsense")
	term.Key("enter")
	term.WaitText("\"nonsense\" is none of them")
	if got := rules(); got != "" {
		t.Fatalf("a rule was made: %s", got)
	}
	term.Type("n") // one of them is for good
	term.Key("enter")
	term.WaitText("\"n\" may be not now or never")
	term.Type("acc")
	term.Key("enter")
	term.WaitText("added rule r-")
	if got := rules(); !strings.Contains(got, `"Run the tests before committing?" → "Yes"`) {
		t.Fatal(got)
	}
	if kept, err := filepath.Glob(filepath.Join(p.home, "neverask", "state", "evidence", "*")); len(kept) != 1 || err != nil {
		t.Errorf("evidence of the rule: %q, %v", kept, err)
	} else if b, err := os.ReadFile(kept[0]); strings.Count(string(b), `"by":"transcript"`) != 3 || err != nil {
		t.Errorf("evidence of the rule: %s, %v", b, err)
	}
	if got := p.content(); got != before {
		t.Errorf("an empty line installs:\n%s", got)
	}

	// Another answer, after one that does not hold.
	fields := matchOf("Run the tests before committing?")
	say(term, menu, "log")
	term.WaitText("Run the tests before committing? → Yes")
	say(term, "or press Enter to finish:", "nothing like it")
	term.WaitText("there is no such question")
	say(term, menu, "rules")
	term.WaitText("1. never ask: Run the tests before committing? → Yes")
	say(term, "or press Enter to finish:", "?")
	term.WaitText("A number shows all of a rule")
	say(term, "or press Enter to finish:", "1")
	say(term, "edit, delete or back [back]:", "edit")
	say(term, "[never-ask]:", "prefer")
	for _, field := range fields {
		say(term, field, "")
	}
	say(term, "[Yes]:", "text: maybe")
	say(term, "worktrees:", "")
	say(term, "note, for yourself:", "typed")
	say(term, "back or again [again]:", "")
	term.WaitText("cannot prefer free text")
	say(term, "[prefer]:", "")
	for _, field := range fields {
		say(term, field, "")
	}
	say(term, "[text: maybe]:", "No")
	say(term, "worktrees:", "")
	say(term, "note, for yourself [typed]:", "")
	say(term, "again, back or save [save]:", "")
	term.WaitFor("the changed rule", func(string) bool {
		got := rules()
		return strings.Contains(got, "prefer") && strings.Contains(got, `→ "No"`)
	})

	say(term, "or press Enter to finish:", "undo")
	term.WaitFor("the rule as it was", func(string) bool { return strings.Contains(rules(), `→ "Yes"`) })
	say(term, "or press Enter to finish:", "")
	say(term, menu, "undo") // the suggestion
	say(term, "Apply? [y/N]", "y")
	term.WaitFor("no rule any more", func(string) bool { return rules() == "" })
	say(term, menu, "2")
	say(term, "or press Enter to finish:", "")
	say(term, menu, "")
	ended(t, term)
}
