//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// TestClientTell: a standing answer reaches the first request of a session, in its project
// alone, and again when the session has forgotten it. It goes with its rule.
func TestClientTell(t *testing.T) {
	ct.Daily(t, 3)
	l := newLab(t)
	theirs := l.Script("theirs", `echo "said by another hook"`)
	before := `{"hooks": {"SessionStart": [{"matcher": "startup", "hooks": [{"type": "command", "command": "` + theirs + `"}]}]}}`
	l.Settings(before)
	link := filepath.Join(l.Root, "link")
	for _, err := range []error{os.Symlink(l.Project, link), os.Mkdir(filepath.Join(l.Root, "other"), 0o700)} {
		musttest.Do(t, err)
	}
	l.install()
	l.neverask("install", "--scope", "local", "--yes") // the same entries once more
	everywhere := l.rule("--tell", "Reviews run in the foreground")
	here := l.rule("--tell", "Start with wave 1", "--project", link)
	l.rule("--tell", "Two columns for pages", "--project", filepath.Join(l.Root, "other"))

	// first is what the first request of a session says.
	first := func(args ...string) string {
		t.Helper()
		n := len(l.Requests())
		l.Headless(nil, append(args, "hello")...)
		for _, r := range l.Requests()[n:] {
			if r.Main {
				return r.Text()
			}
		}
		t.Fatal("nothing was requested")
		return ""
	}
	says := func(text string, want map[string]int) {
		t.Helper()
		for part, n := range want {
			if got := strings.Count(text, part); got != n {
				t.Errorf("%q is there %d times, not %d:\n%s", part, got, n, text)
			}
		}
	}
	const lines = "\n- Start with wave 1\n- Reviews run in the foreground"
	says(first(), map[string]int{lines: 1, "in their own words": 1, "Two columns": 0, "said by another hook": 1})

	// A session in a terminal: after a clear it is told again.
	s := l.Interactive()
	prompt := func(text string) string {
		t.Helper()
		l.NextTurns(ct.Text("done with " + text))
		s.Prompt(text)
		s.WaitText("done with " + text)
		all := l.Requests()
		for i := len(all) - 1; ; i-- {
			if all[i].Main {
				return all[i].Text()
			}
		}
	}
	says(prompt("hello 01"), map[string]int{lines: 1})
	s.Type("/clear")
	s.WaitText("/clear")
	s.Key("enter")
	s.WaitFor("the empty screen", func(screen string) bool { return !strings.Contains(screen, "hello 01") })
	says(prompt("hello 02"), map[string]int{lines: 1, "hello 01": 0, "hello 02": 1})
	s.Quit()

	// A session that is resumed hears what holds now.
	l.neverask("rules", "edit", here, "--tell", "Start with wave 2", "--yes")
	text := first("--continue")
	says(text, map[string]int{"done with hello 02": 1, "- Start with wave 2": 1, "replace those given earlier": strings.Count(text, "in their own words")})
	if strings.LastIndex(text, "Start with wave 2") < strings.LastIndex(text, "Start with wave 1") {
		t.Errorf("the older line is the last:\n%s", text)
	}

	// At most ten.
	for i := range 10 {
		l.rule("--tell", fmt.Sprint("Number ", i, " is fine"))
	}
	says(first(), map[string]int{"- Start with wave 2": 1, "- Number 7 is fine": 1, "Number 8": 0})

	// It goes with the rule, and with neverask everything.
	l.neverask("off")
	says(first(), map[string]int{"- Start with wave 2": 0})
	l.neverask("on")
	l.neverask("rules", "rm", here, "--yes")
	says(first(), map[string]int{"wave": 0, "- Reviews run": 1})
	l.neverask("rules", "rm", everywhere, "--yes")
	says(first(), map[string]int{"Reviews run": 0, "- Number 8 is fine": 1})
	l.neverask("uninstall", "--scope", "local", "--yes")
	l.neverask("uninstall", "--yes")
	says(first(), map[string]int{"in their own words": 0, "said by another hook": 1})
	if after, err := os.ReadFile(l.SettingsPath()); err != nil || string(after) != before {
		t.Errorf("after uninstalling: %q, %v", after, err)
	}
}
