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

// A person answers a question alike three times, installs the hooks and accepts
// the suggestion, all on the screen; the real client is then answered.
func TestJourneySuggestion(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
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
	term.WaitText("Suggested")
	term.WaitText("3 of 3: Yes")
	term.Key("i", "enter")
	term.WaitText("4 to add")
	term.Key("a", "y")
	term.WaitText("✓ Question hooks installed")
	term.Key("enter")
	term.WaitText("● installed")
	term.Key("enter")
	term.WaitText("Suggestion 1 of 1")
	term.WaitText("would be taken")
	if _, err := os.Stat(l.Home + "/.config/neverask/preferences.json"); !os.IsNotExist(err) {
		t.Fatalf("there are preferences before anything was accepted: %v", err)
	}
	term.Key("y")
	term.WaitText("● added: “")
	term.Key("enter")
	term.WaitText("1 never ask")
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
	term.WaitText("1 answered for you")
	term.Key("3")
	term.WaitText("● neverask")
	leave(t, term, "ctrl+c")
}

// Nothing is there at the first start. Question hooks are installed on the screen, a
// question is asked once, a rule is made of it in the Log, and the next time the hook
// answers it, which the Log tells.
func TestJourneyFirstStart(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	const text = "Which test runner should we use?"
	l := ct.New(t)
	bin := filepath.Join(cmdtest.Programs(t), "neverask")
	start := func() *termtest.Terminal {
		cmd := exec.Command(bin)
		l.Adopt(cmd)
		return termtest.Start(t, cmd, 100, 30)
	}
	term := start()
	term.WaitText("Press i to install")
	term.Key("i")
	term.WaitText("Where should")
	term.Key("enter")
	term.WaitText("4 to add")
	yes(term, "✓ Question hooks installed")
	term.Key("enter")
	term.WaitText("● installed")
	leave(t, term, "ctrl+c")

	session := l.Interactive()
	l.Turns(ct.Ask(ct.Choice(text, "vitest", "jest")), ct.Text("first"))
	session.Prompt("go")
	session.WaitDialog(text)
	session.Key("enter")
	session.WaitText("first")
	session.Quit()

	// The transcript, which says what was shown, is whole only now.
	term = start()
	term.WaitText("● installed")
	term.Key("3")
	see(term, text, "◆ you", "a new rule…")
	term.Key("n")
	see(term, "● never ask", "✓ valid: matches 1 past question")
	term.Key("enter")
	term.WaitText("saved “" + text + "”")
	leave(t, term, "ctrl+c")

	l.Turns(ct.Ask(ct.Choice(text, "vitest", "jest")), ct.Text("second"))
	session = l.Interactive()
	session.Prompt("go")
	if r := session.WaitToolResult(2); !strings.Contains(r.Text, `"`+text+`"="vitest"`) {
		t.Errorf("the tool result is %+v", r)
	}
	session.WaitText("second")
	if strings.Contains(string(session.Raw()), "Esc to cancel") {
		t.Errorf("a dialog was shown:\n%s", session.Screen())
	}
	session.Quit()
	term = start()
	term.WaitText("1 answered for you")
	term.Key("3")
	term.WaitText("● neverask")
	leave(t, term, "ctrl+c")
}
