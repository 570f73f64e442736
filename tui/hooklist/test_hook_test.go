package hooklist

import (
	"strings"
	"testing"

	"neverask/tui/kit"
)

const refusing = `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "echo not here >&2; exit 2"}, {"type": "prompt", "prompt": "Is it safe?"}]}]}}`

// A hook without a conflict is run once, after a yes to its command, and the result is shown.
func TestHookIsTested(t *testing.T) {
	w := newWorld(t)
	w.Put(userFile, refusing)
	d := show(w, 100, 30)
	d.Choose("echo not here")
	d.Keys("t")
	d.Sees("Run this hook to see what it does?", "echo not here >&2; exit 2", "input      a made-up PreToolUse Bash call:", "▸ No, do not run it")
	d.Keys("n")
	d.SeesNot("› Test")
	d.Keys("t", "y")
	d.Sees("─ Hooks › Test ─", "ended      exit code 2", "stderr     not here", "command    echo not here >&2; exit 2", "input      a made-up PreToolUse Bash call")
	d.Keys("esc")
	d.Sees("─ Hooks ─")
	d.Choose("Is it safe?")
	if d.Helps("t") {
		t.Errorf("what Claude Code runs by itself is tested:\n%s", d.Screen())
	}
}

// Read-only, no hook is run, because it may change something.
func TestReadOnlyTestsNoHook(t *testing.T) {
	w := newWorld(t)
	w.Put(userFile, refusing)
	d := show(w, 100, 30)
	d.M.ReadOnly = true
	d.Choose("echo not here")
	for _, keys := range [][]string{{"t"}, {"enter", "t"}} {
		d.Keys(keys...)
		d.Sees(kit.ReadOnlyText)
		d.SeesNot("Run this hook")
		if d.Helps("t") {
			t.Error("t is offered")
		}
	}
}

// A stopped test has no result, and nothing waits for it.
func TestTestIsStopped(t *testing.T) {
	w := newWorld(t)
	w.Put(userFile, refusing)
	d := show(w, 100, 30)
	d.Choose("echo not here")
	d.Keys("t")
	d.Hold = true
	d.Keys("y")
	d.Sees("─ Hooks › Test ─", "running it, for at most", "esc stop the test")
	d.Keys("q")
	d.Sees("─ Hooks › Test ─")
	d.Keys("esc")
	d.Release()
	d.Sees("─ Hooks ─", "the test was stopped")
	if d.M.Busy() {
		t.Error("something is waited for")
	}
}

// TestWhatAHookPrintedIsClipped between two characters, and only if it is long.
func TestWhatAHookPrintedIsClipped(t *testing.T) {
	long := "x" + strings.Repeat("é", 3000)
	for text, want := range map[string]string{"": "", "short": "short", strings.Repeat("y", 4000): strings.Repeat("y", 4000), long: "x" + strings.Repeat("é", 1999) + "…"} {
		if got := clip(text); got != want {
			t.Errorf("%.20q: %d bytes, want %d", text, len(got), len(want))
		}
	}
}

// TestOccasion: the call to ask about is one that the hook runs for.
func TestOccasion(t *testing.T) {
	on := func(event, matcher string) *entry {
		e := new(entry)
		e.Group.Event, e.Group.Matcher = event, &matcher
		return e
	}
	for _, tt := range []struct {
		event string
		e     *entry
		want  string
	}{
		{"", nil, ""},
		{"UserPromptSubmit", nil, "UserPromptSubmit"},
		{"PreToolUse", on("PreToolUse", "Edit|Write"), "PreToolUse Edit"},
		{"SessionStart", nil, "SessionStart startup"},
	} {
		if got := occasion(tt.event, tt.e); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.event, got, tt.want)
		}
	}
}
