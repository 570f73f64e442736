//go:build unix

package tui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

// twoHooks is a settings file with two third-party hooks: one for all tools, which
// denies questions, and one for questions, which answers them.
const twoHooks = "{\r\n\t\"hooks\": {\r\n\t\t\"PreToolUse\": [\r\n" +
	"\t\t\t{ \"matcher\": \"*\", \"hooks\": [{ \"type\": \"command\", \"command\": \"~/hooks/refuse\" }] },\r\n" +
	"\t\t\t{ \"matcher\": \"AskUserQuestion\", \"hooks\": [{ \"type\": \"command\", \"command\": \"~/hooks/answer\", \"timeout\": 20 }] }\r\n" +
	"\t\t]\r\n\t}\r\n}\r\n"

// The hooks leave a trace of every run.
const (
	refuse = `#!/bin/sh
cat > /dev/null
echo run >> ~/hooks/refused
echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}'
`
	answer = `#!/bin/sh
cat > /dev/null
echo run >> ~/hooks/answered
printf '%s' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":'
printf '%s' '{"questions":[{"question":"Which?","header":"Q","multiSelect":false,"options":[{"label":"One","description":""},{"label":"Two","description":""}]}],"answers":{"Which?":"Two"}}}}'
`
)

func newTwoHooks(t *testing.T) *person {
	t.Helper()
	p := newPerson(t, twoHooks)
	for name, script := range map[string]string{"refuse": refuse, "answer": answer} {
		path := filepath.Join(p.home, "hooks", name)
		musttest.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
		musttest.Do(t, os.WriteFile(path, []byte(script), 0o700))
	}
	return p
}

// trace returns how often a hook has run.
func (p *person) trace(name string) int {
	b, _ := os.ReadFile(filepath.Join(p.home, "hooks", name))
	return strings.Count(string(b), "run\n")
}

// Two conflicts: one hook is tested and narrowed, the other is parked; then
// everything is undone.
func TestJourneyConflicts(t *testing.T) {
	t.Parallel()
	p := newTwoHooks(t)
	term := p.start(120, 40)
	see(term, "✗ 1 hook and ▲ 1 in the way", "Install neverask")
	term.Key("i")
	term.WaitText("Where should the hooks go?")
	term.Key("enter")
	see(term, "~/hooks/refuse", "denies", "▸ narrow")

	term.Key("t")
	see(term, "Run this hook to see what it does?", "▸ No, do not run it")
	if n := p.trace("refused"); n != 0 {
		t.Fatalf("run %d times before the yes", n)
	}
	term.Key("y")
	term.WaitText("ran once: denied")
	if n := p.trace("refused"); n != 1 {
		t.Errorf("run %d times", n)
	}
	if n := p.trace("answered"); n != 0 {
		t.Error("another hook was run")
	}

	term.Key("enter")
	see(term, "~/hooks/answer", "answers", "▸ park")
	term.Key("enter")
	see(term, "· parks ~/hooks/answer", "· narrows ~/hooks/refuse", "refuse no longer runs on questions (narrow)", "kept by neverask; uninstall puts it back (park)", "y apply")
	if got := p.content(); got != twoHooks {
		t.Fatalf("written before the yes:\n%s", got)
	}
	term.Key("y")
	see(term, "✓ installed question hooks", "no rules yet")
	got := p.content()
	for text, want := range map[string]bool{
		`"matcher": "^(?!(?:AskUserQuestion|mcp__.+__AskUserQuestion)$).*"`: true, "~/hooks/refuse": true, "~/hooks/answer": false, "neverask-hook": true,
	} {
		if strings.Contains(got, text) != want {
			t.Errorf("%q is in the file: %v\n%s", text, !want, got)
		}
	}
	see(term, "Installed in", "z undo")
	term.Key("z")
	see(term, "Undo: ", "y apply")
	term.Key("y")
	term.WaitText("✓ undone")
	if got := p.content(); got != twoHooks {
		t.Errorf("undone:\n%q\nwant:\n%q", got, twoHooks)
	}
	leave(t, term, "ctrl+c")
}

// A hook that hangs is killed when the program quits while it is tested.
func TestJourneyQuitWhileTesting(t *testing.T) {
	t.Parallel()
	p := newTwoHooks(t)
	hang := "#!/bin/sh\necho $$ > ~/hooks/pid\nsleep 1000\n"
	musttest.Do(t, os.WriteFile(filepath.Join(p.home, "hooks", "refuse"), []byte(hang), 0o700))
	term := p.start(120, 40)
	see(term, "Install neverask")
	term.Key("C")
	term.WaitText("~/hooks/refuse")
	term.WaitText("▸ ▲ races")
	term.Key("down")
	term.WaitText("▸ · info")
	term.Key("t")
	term.WaitText("Run this hook to see what it does?")
	term.Key("y")
	term.WaitText("running it…")
	pid := ""
	for range 1000 {
		if b, _ := os.ReadFile(filepath.Join(p.home, "hooks", "pid")); strings.HasSuffix(string(b), "\n") {
			pid = strings.TrimSpace(string(b))
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if pid == "" {
		t.Fatal("it was not run")
	}
	leave(t, term, "ctrl+c")
	// A zombie does not run.
	if stat, err := os.ReadFile("/proc/" + pid + "/stat"); err == nil && !strings.Contains(string(stat), ") Z ") {
		t.Errorf("it still runs: %s", stat)
	}
}

// see waits for all the texts.
func see(term *termtest.Terminal, texts ...string) {
	for _, text := range texts {
		term.WaitText(text)
	}
}
