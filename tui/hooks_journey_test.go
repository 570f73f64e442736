//go:build unix

package tui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/tui/termtest"
)

// guarded is a settings file with a layout of its own and several hooks.
const guarded = "{\r\n\t\"model\": \"opus\",\r\n\t\"hooks\": {\r\n\t\t\"PreToolUse\": [\r\n\t\t\t{ \"matcher\": \"Bash\", \"hooks\": [\r\n" +
	"\t\t\t\t{ \"type\": \"command\", \"command\": \"~/bin/guard\", \"timeout\": 1.50, \"mine\": true },\r\n\t\t\t\t{ \"type\": \"command\", \"command\": \"~/bin/note\" }\r\n\t\t\t] }\r\n\t\t],\r\n" +
	"\t\t\"Stop\": [{ \"hooks\": [{ \"type\": \"command\", \"command\": \"echo done\" }] }]\r\n\t}\r\n}\r\n"

// programs are those that the hooks of the settings run.
func programs(t *testing.T, settings string) {
	t.Helper()
	bin := filepath.Join(filepath.Dir(filepath.Dir(settings)), "bin")
	if err := os.MkdirAll(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"guard", "note"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
}

// yes applies the plan on the screen.
func yes(term *termtest.Terminal, done string) {
	term.Key("y")
	term.WaitText(done)
}

// A hook is parked, and put back byte for byte: also after somebody else has
// changed something in between.
func TestJourneyParkAndUnpark(t *testing.T) {
	t.Parallel()
	p := newPerson(t, guarded)
	programs(t, p.settings)
	term := p.start(80, 24)
	term.WaitText("Install neverask")
	term.Key("4")
	see(term, "PreToolUse  a tool is about to be used", "~/bin/guard", "31 more events without hooks")
	term.Key("down")
	term.WaitText("▸ ├ ● active")
	term.Key("space")
	see(term, "Park a hook of ~/.claude/settings.json", "command ~/bin/guard")
	if got := p.content(); got != guarded {
		t.Fatalf("written before the yes:\n%s", got)
	}
	yes(term, "✓ Hook parked")
	see(term, "○ parked", "1 parked")
	if got := p.content(); strings.Contains(got, "guard") || !strings.Contains(got, "~/bin/note") {
		t.Errorf("got:\n%s", got)
	}
	theirs := strings.Replace(p.content(), "opus", "sonnet", 1)
	if err := os.WriteFile(p.settings, []byte(theirs), 0o600); err != nil {
		t.Fatal(err)
	}
	term.WaitText("▸   ○ parked")
	term.Key("space")
	term.WaitText("Restore a hook to ~/.claude/settings.json")
	yes(term, "✓ Hook restored")
	term.WaitGone("○ parked")
	if got, want := p.content(), strings.Replace(guarded, "opus", "sonnet", 1); got != want {
		t.Errorf("got:\n%q\nwant:\n%q", got, want)
	}
	leave(t, term, "ctrl+c")
}

// An older change is taken back while a newer one stays.
func TestJourneyUndoAnOlderChange(t *testing.T) {
	t.Parallel()
	p := newPerson(t, guarded)
	programs(t, p.settings)
	term := p.start(120, 40)
	term.WaitText("Install neverask")
	term.Key("4")
	term.WaitText("  all of these:") // nothing else lists groups
	term.Key("down")
	term.WaitText("▸ ├ ● active")
	term.Key("d")
	term.WaitText("Delete a hook from")
	yes(term, "✓ Hook deleted")
	term.WaitText("echo done")
	term.Key("G", "up")
	see(term, "▸   ● active", "at         Stop")
	term.Key("space")
	term.WaitText("Park a hook of")
	yes(term, "✓ Hook parked")
	term.WaitText("○ parked")

	term.Key(":")
	term.WaitText("Go to or do anything")
	term.Type("go changes")
	term.WaitText("▸ Changes: ")
	term.Key("enter")
	see(term, "2 changes", "delete ~/bin/guard", "park echo done")
	term.Key("down")
	see(term, "✓ can be undone: only its own entries")
	term.Key("enter")
	see(term, "1 removed", "command ~/bin/guard")
	term.Key("z")
	term.WaitText("Undo: ")
	yes(term, "✓ Change undone")
	see(term, "3 changes", "○ undone")
	if got, want := p.content(), strings.Replace(guarded, `[{ "hooks": [{ "type": "command", "command": "echo done" }] }]`, "[]", 1); got != want {
		t.Errorf("got:\n%q\nwant:\n%q", got, want)
	}
	leave(t, term, "ctrl+c")
}

// With --readonly everything can be looked at, and nothing changed.
func TestJourneyReadOnly(t *testing.T) {
	t.Parallel()
	p := newPerson(t, guarded)
	term := termtest.Start(t, p.command("--readonly"), 120, 40)
	see(term, "read-only: nothing can be changed here", "Install neverask")
	term.Key("i", "4")
	term.WaitText("  all of these:") // nothing else lists groups
	term.Key("down", "space", "o", "d", "x")
	term.WaitText("When this happens:")
	term.Type("Bash")
	term.WaitText("PreToolUse Bash: 0 of 2 hooks run; 2 fail")
	leave(t, term, "ctrl+c")
	if got := p.content(); got != guarded {
		t.Errorf("written:\n%s", got)
	}
	if _, err := os.Stat(filepath.Join(p.home, "neverask", "state", "changes.jsonl")); err == nil {
		t.Error("a change was recorded")
	}
}
