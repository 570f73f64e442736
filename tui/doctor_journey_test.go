//go:build unix

package tui_test

import (
	"os"
	"strings"
	"testing"
)

// What another program takes out of a file while the screens are open is told of,
// and put back as it was, on top of what that program wrote.
func TestJourneyLostHooks(t *testing.T) {
	t.Parallel()
	p := newPerson(t, guarded)
	output(t, p, "install", "--yes")
	installed := p.content()
	term := p.start(120, 40)
	term.WaitText("Installed in")
	theirs := strings.Replace(before, "opus", "sonnet", 1) // an older state, with one hook
	write(t, p, theirs)
	see(term, "disappeared (not removed by neverask)", "hooks disappeared", "b restore…")
	term.Key("2")
	term.WaitText("disappeared (not removed by neverask)")
	term.Key("b")
	see(term, "› Needs a look", "hook disappeared: ~/bin/guard", "hook disappeared: neverask's own")
	term.Key("B")
	see(term, "Restore what disappeared from ~/.claude/settings.json", "command ~/bin/guard")
	if p.content() != theirs {
		t.Fatal("written before the yes")
	}
	term.Key("y")
	see(term, "✓ Restored")
	got := p.content()
	for _, want := range []string{"sonnet", `"ratio": 1.50`, "~/bin/guard", "~/bin/note", `"timeout": 1.50`, "neverask-hook"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing:\n%s", want, got)
		}
	}
	if n, want := strings.Count(got, "neverask-hook"), strings.Count(installed, "neverask-hook"); n != want {
		t.Errorf("%d entries of neverask's, want %d:\n%s", n, want, got)
	}
	term.WaitGone("hook disappeared")
	leave(t, term, "ctrl+c")
}

// What was lost before the screens were opened is told of, too; and what is meant
// is not told of again.
func TestJourneyLostBefore(t *testing.T) {
	t.Parallel()
	p := newPerson(t, before)
	output(t, p, "install", "--yes")
	write(t, p, before)
	term := p.start(80, 24)
	see(term, "3 hooks disappeared", "b restore…")
	term.Key("b")
	term.WaitText("c confirm")
	for left := range 3 {
		term.Key("c")
		term.WaitFor("one to go", func(screen string) bool { return strings.Count(screen, "hook disappeared: ") <= []int{3, 2, 0}[left] }) // with the detail of one
	}
	term.Key("esc")
	term.WaitGone("disappeared")
	leave(t, term, "ctrl+c")
	term = p.start(80, 24)
	term.WaitText("Install neverask")
	leave(t, term, "ctrl+c")
	if out := output(t, p, "hooks", "restore", "--list"); out != "" {
		t.Errorf("it is still told of %s", out)
	}
	if p.content() != before {
		t.Error("written")
	}
}

// Somebody writes the file in pieces, or writes the same again: nothing is lost.
func TestJourneyWritersAreNoLoss(t *testing.T) {
	t.Parallel()
	p := newPerson(t, before)
	output(t, p, "install", "--yes")
	installed := p.content()
	term := p.start(80, 24)
	term.WaitText("Installed in")
	for range 5 {
		if err := os.Truncate(p.settings, 0); err != nil {
			t.Fatal(err)
		}
		write(t, p, installed)
	}
	write(t, p, strings.Replace(installed, "opus", "sonnet", 1))
	// The examination comes after all that, and says it if hooks were lost.
	term.Key("D")
	term.WaitText("self-test passed in")
	if screen := term.Screen(); strings.Contains(screen, "lost") {
		t.Errorf("a loss is told of:\n%s", screen)
	}
	leave(t, term, "ctrl+c")
}

func write(t *testing.T, p *person, content string) {
	t.Helper()
	if err := os.WriteFile(p.settings, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
