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

// With ACCESSIBLE=1 the status and the commands that go on from there are printed, nothing
// is asked and nothing is drawn.
func TestJourneyInLines(t *testing.T) {
	t.Parallel()
	p := newPerson(t, before)
	p.env = append(p.env, "ACCESSIBLE=1")
	term := p.start(160, 60)
	see(term, "not installed", "From here:", "neverask install", "neverask rules suggest", "neverask help")
	ended(t, term)
	if got := p.content(); got != before {
		t.Errorf("written:\n%s", got)
	}

	term = termtest.Start(t, p.command("install"), 160, 60)
	say(term, "Apply? [y/N]", "y")
	ended(t, term)
	if got := p.content(); !strings.Contains(got, "neverask-hook") {
		t.Errorf("not installed:\n%s", got)
	}
}
