//go:build unix

package tui_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const teamProposal = `{"version": 1, "rules": [{"id": "tests", "match": {"text": "Run the tests?"}, "mode": "never-ask", "answer": "Yes"}]}`

// repository makes the directory that the person works in one with a place for a
// proposal.
func (p *person) repository() (proposal string) {
	p.t.Helper()
	proposal = filepath.Join(p.home, "work", ".claude", "neverask.json")
	for _, dir := range []string{filepath.Dir(proposal), filepath.Join(p.home, "work", ".git")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			p.t.Fatal(err)
		}
	}
	return proposal
}

// A proposal that is changed under the eyes of the person is shown anew, and what
// is accepted is taken back by one key.
func TestJourneyProposal(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "")
	proposal := p.repository()
	propose := func(content string) {
		t.Helper()
		if err := os.WriteFile(proposal, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	propose(teamProposal)
	term := p.start(100, 30)
	term.WaitText("~/work proposes 1 rule")
	term.Key("P")
	term.WaitText("What ~/work proposes")
	term.Key("a")
	term.WaitText("Accept exactly this?")
	propose(strings.Replace(teamProposal, "Yes", "No", 1))
	term.WaitText("changed in the meantime")
	term.WaitText("Run the tests? → No")
	term.WaitGone("Accept exactly this?")
	term.Key("y", "enter")
	term.Key("a")
	term.WaitText("▸ No, don't accept")
	if got := output(t, p, "rules", "trust", "list"); got != "" {
		t.Fatalf("accepted without a yes: %s", got)
	}
	term.Key("y")
	term.WaitText("1 rule from projects")
	if got := output(t, p, "rules", "trust", "list"); !strings.Contains(got, "(accepted)") {
		t.Errorf("got %s", got)
	}
	if got := output(t, p, "rules", "list"); !strings.Contains(got, "No") {
		t.Errorf("not what was shown: %s", got)
	}
	// Elsewhere it changes again, which the screen tells by itself.
	propose(teamProposal)
	term.WaitText("has changed its proposal")
	term.Key("z")
	term.WaitText("Undo: accept rules of a project")
	yes(term, "✓ Change undone")
	if got := output(t, p, "rules", "trust", "list"); got != "" {
		t.Errorf("still accepted: %s", got)
	}
	leave(t, term, "ctrl+c")
}

// Whatever a repository holds in the place of a proposal, the program starts,
// says that it is refused, and goes on.
func TestJourneyHostileProposals(t *testing.T) {
	t.Parallel()
	const evil = "\x1b]0;owned\x07\x1b[2J\x1b[31mowned"
	file := func(content string) func(*testing.T, string) {
		return func(t *testing.T, name string) {
			t.Helper()
			if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	link := func(to string) func(*testing.T, string) {
		return func(t *testing.T, name string) {
			t.Helper()
			if err := os.Symlink(to, name); err != nil {
				t.Fatal(err)
			}
		}
	}
	outside := filepath.Join(t.TempDir(), "outside.json")
	file(teamProposal)(t, outside)
	kinds := []struct {
		name string
		make func(t *testing.T, name string)
		says string
	}{
		{"control characters", file(evil), "problem"},
		{"control characters in a name", file(`{"version": 1, "` + strings.ReplaceAll(strings.ReplaceAll(evil, "\x1b", `\u001b`), "\x07", `\u0007`) + `": 1}`), "unknown member"},
		{"huge", file(`{"version": 1, "rules": [` + strings.Repeat(" ", 8<<20) + `]}`), "longer than 64 KB"},
		{"deep", file(strings.Repeat("[", 60000)), "problem"},
		{"allows what cannot be undone", file(strings.Replace(teamProposal, `"mode"`, `"oneWay": "allow", "mode"`, 1)), "oneWay"},
		{"a symlink to outside", link(outside), "problem"},
		{"a symlink to itself", link("neverask.json"), "problem"},
		{"a device", link("/dev/zero"), "problem"},
		{"a pipe", func(t *testing.T, name string) {
			t.Helper()
			if err := syscall.Mkfifo(name, 0o600); err != nil {
				t.Fatal(err)
			}
		}, "not a regular file"},
		{"a directory", func(t *testing.T, name string) {
			t.Helper()
			if err := os.Mkdir(name, 0o700); err != nil {
				t.Fatal(err)
			}
		}, "not a regular file"},
	}
	p := newPerson(t, "")
	proposal := p.repository()
	// All in one run of the program: it lives through each, and notices the next.
	term := p.start(100, 30)
	term.WaitText("not installed")
	for i, k := range kinds {
		k.make(t, proposal)
		term.WaitText("are invalid")
		term.Key("P")
		term.WaitText("What ~/work proposes")
		term.WaitText(k.says)
		term.Key("a", "y", "enter", "G", "a", "y")
		term.WaitText("esc back")
		if strings.Contains(term.Screen(), "add its rules…") {
			t.Errorf("%s: it can be accepted:\n%s", k.name, term.Screen())
		}
		term.Key("esc", []string{"2", "1"}[i%2])
		if err := os.Remove(proposal); err != nil {
			t.Fatal(err)
		}
		term.WaitGone("are invalid")
	}
	if got := output(t, p, "rules", "trust", "list"); got != "" {
		t.Errorf("accepted: %s", got)
	}
	leave(t, term, "ctrl+c")
	raw := string(term.Raw())
	for _, bad := range []string{"\x1b]0;owned", "\x1b[2J\x1b[31mowned", "\x07\x1b[2J"} {
		if strings.Contains(raw, bad) {
			t.Errorf("%q reached the terminal", bad)
		}
	}
}
