//go:build unix

package tui_test

import (
	"strings"
	"testing"
	"time"
)

// A stale write that takes out a permission, the status line and a plugin's switch is told
// of at once, and what it took out comes back to the byte.
func TestJourneyLostSettings(t *testing.T) {
	t.Parallel()
	const whole = `{
  "model": "opus",
  "statusLine": { "type": "command", "command": "~/line.sh" },
  "permissions": {
    "deny": ["Read(./.env)", "Bash(curl:*)"]
  },
  "enabledPlugins": { "a@m": true, "b@m": false }
}
`
	p := newPerson(t, whole)
	output(t, p, "install", "--yes")
	installed := p.content()
	output(t, p, "status")
	term := p.start(100, 30)
	term.WaitText("● installed")
	stale := installed
	for _, gone := range []string{`  "statusLine": { "type": "command", "command": "~/line.sh" },` + "\n", `, "Bash(curl:*)"`, `"a@m": true, `} {
		if !strings.Contains(stale, gone) {
			t.Fatalf("%q is not in\n%s", gone, stale)
		}
		stale = strings.Replace(stale, gone, "", 1)
	}
	began := time.Now()
	write(t, p, stale)
	term.WaitText("3 settings disappeared")
	t.Logf("told after %s", time.Since(began).Round(10*time.Millisecond))
	term.Key("b")
	see(term, "statusLine", "permissions.deny", `"Bash(curl:*)"`, "enabledPlugins.a", "no longer has this setting")
	term.Key("B")
	see(term, "Restore what disappeared from ~/.claude/settings.json", "statusLine")
	term.Key("enter")
	term.WaitText("▸ No, leave everything as it is")
	term.Key("y")
	see(term, "✓ Restored", "the change is still in place")
	if now := p.content(); now != installed {
		t.Errorf("got\n%s\nwant\n%s", now, installed)
	}
	term.Key("enter")
	term.WaitText("All hooks and settings are in place.")
	leave(t, term, "ctrl+c")
}
