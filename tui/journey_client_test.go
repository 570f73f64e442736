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
	leave(t, term, "q")

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
	leave(t, term, "q")
}
