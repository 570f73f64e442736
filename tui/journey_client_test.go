//go:build linux

package tui_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"neverask/cmd/cmdtest"
	ct "neverask/hooks/claude/clienttest"
	"neverask/tui/termtest"
)

func TestMain(m *testing.M) { os.Exit(ct.Main(m)) }

// A person answers a question alike three times, installs the hooks and accepts
// the suggestion, all on the screen; the real client is then answered.
func TestJourneySuggestion(t *testing.T) {
	t.Parallel()
	l := ct.New(t)
	bin := filepath.Join(cmdtest.Programs(t), "neverask")
	text := func(n int) string { return fmt.Sprintf("Should I fix the %d warnings in pkg/file%d.go?", n, n) }
	session := l.Interactive()
	for n := range 3 {
		l.Turns(ct.Ask(ct.Choice(text(n), "Yes", "No")), ct.Text(fmt.Sprint("after ", n)))
		session.Prompt("go")
		session.WaitDialog(text(n))
		session.Key("enter")
		session.WaitText(fmt.Sprint("after ", n))
	}
	session.Quit()

	start := func() *termtest.Terminal {
		cmd := exec.Command(bin)
		l.Adopt(cmd)
		return termtest.Start(t, cmd, 100, 30)
	}
	term := start()
	term.WaitText("to settle")
	term.WaitText("3 of 3: Yes")
	term.Key("i", "enter")
	term.WaitText("6 to add")
	term.Key("y")
	term.WaitText("✓ Question hooks installed")
	term.WaitText("Installed in")
	term.Key("enter") // the card of what is to settle
	term.WaitText(" 1 of 1")
	term.WaitText("your answer")
	if _, err := os.Stat(l.Home + "/.config/neverask/preferences.json"); !os.IsNotExist(err) {
		t.Fatalf("there are preferences before anything was accepted: %v", err)
	}
	term.Key("enter")
	term.WaitText("● added: “")
	term.Key("enter")
	term.WaitText("1 rule")
	leave(t, term, "ctrl+c")

	l.Turns(ct.Ask(ct.Choice(text(1), "Yes", "No")), ct.Text("finished"))
	session = l.Interactive()
	session.Prompt("go")
	r := session.WaitToolResult(4)
	session.WaitText("finished")
	if strings.Contains(string(session.Raw()), "Esc to cancel") {
		t.Errorf("a dialog was shown:\n%s", session.Screen())
	}
	if !strings.Contains(r.Text, `"`+text(1)+`"="Yes"`) {
		t.Errorf("the tool result is %+v", r)
	}
	session.Quit()

	term = start()
	term.WaitText("answered for you")
	term.Key("3")
	term.WaitText("● neverask")
	leave(t, term, "ctrl+c")
}

const runner = "Which test runner should we use?"

// isAsked has the client ask a question, whose first option is picked.
func isAsked(l *ct.Lab, text string) {
	session := l.Interactive()
	l.Turns(ct.Ask(ct.Choice(text, "vitest", "jest")), ct.Text("first"))
	session.Prompt("go")
	session.WaitDialog(text)
	session.Key("enter")
	session.WaitText("first")
	session.Quit()
}

// isAnswered has the client ask it again, which the hook answers.
func isAnswered(t *testing.T, l *ct.Lab, text string) {
	t.Helper()
	l.Turns(ct.Ask(ct.Choice(text, "vitest", "jest")), ct.Text("second"))
	session := l.Interactive()
	session.Prompt("go")
	if r := session.WaitToolResult(2); !strings.Contains(r.Text, `"`+text+`"="vitest"`) {
		t.Errorf("the tool result is %+v", r)
	}
	session.WaitText("second")
	if strings.Contains(string(session.Raw()), "Esc to cancel") {
		t.Errorf("a dialog was shown:\n%s", session.Screen())
	}
	session.Quit()
}

// newcomer has the client and an empty home, in which the program is started.
func newcomer(t *testing.T, width, height int, environ ...string) (l *ct.Lab, start func() *termtest.Terminal) {
	t.Helper()
	l = ct.New(t)
	bin := filepath.Join(cmdtest.Programs(t), "neverask")
	return l, func() *termtest.Terminal {
		cmd := exec.Command(bin)
		l.Adopt(cmd)
		cmd.Env = append(cmd.Env, environ...)
		return termtest.Start(t, cmd, width, height)
	}
}

// Nothing is there at the first start. Question hooks are installed on the screen, a
// question is asked once, a rule is made of it in the Log, and the next time the hook
// answers it, which the Log tells.
func TestJourneyFirstStart(t *testing.T) {
	t.Parallel()
	l, start := newcomer(t, 100, 30)
	term := start()
	term.WaitText("Install neverask")
	term.Key("i")
	term.WaitText("Where should")
	term.Key("enter")
	term.WaitText("6 to add")
	yes(term, "✓ Question hooks installed")
	term.WaitText("Installed in")
	leave(t, term, "ctrl+c")

	isAsked(l, runner)

	// The transcript, which says what was shown, is whole only now.
	term = start()
	term.WaitText("Installed in")
	term.Key("3")
	see(term, runner, "◆ you", "a add rule…")
	term.Key("a")
	see(term, "● never ask", "✓ valid: matches 1 past question")
	term.Key("enter")
	term.WaitText("saved “" + runner + "”")
	leave(t, term, "ctrl+c")

	isAnswered(t, l, runner)
	term = start()
	term.WaitText("answered for you")
	term.Key("3")
	term.WaitText("● neverask")
	leave(t, term, "ctrl+c")
}
