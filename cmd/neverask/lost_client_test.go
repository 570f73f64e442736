//go:build linux

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestClientWritesItsOwnSettings: Claude Code 2.1.329 notices an install while it runs, and
// writes its own settings into what is there then, so that no hook is lost.
func TestClientWritesItsOwnSettings(t *testing.T) {
	l := newLab(t)
	s := l.Interactive()
	l.install()
	with, _ := l.settings()
	s.Type("/model sonnet")
	s.WaitText("/model sonnet")
	s.Key("enter")
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if now, _ := l.settings(); now != with {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the client has not written its settings\n%s", s.Screen())
		}
	}
	s.Quit()
	if out := l.neverask("hooks", "restore", "--list"); out != "neverask: nothing was lost\n" {
		t.Errorf("the client has taken hooks out:\n%s", out)
	}
}

// TestClientWithoutHooksIsTold: questions of a session that ran without its
// settings are told of, and those of others are not.
func TestClientWithoutHooksIsTold(t *testing.T) {
	l := newLab(t)
	l.install()
	ask := func(args ...string) {
		s := l.host(args...)
		l.question(s, libraries(), "moment")
		s.Close()
	}
	ask()
	if out := l.neverask("status"); strings.Contains(out, "did not reach neverask's hook") {
		t.Errorf("a session with the hook counts as one without:\n%s", out)
	}
	ask("--settings", `{"disableAllHooks":true}`)
	// What was asked just after the install does not count.
	journal := ".local/state/neverask/changes.jsonl"
	b, err := os.ReadFile(filepath.Join(l.Home, journal))
	if err != nil {
		t.Fatal(err)
	}
	l.write(journal, regexp.MustCompile(`"time":"[^"]*"`).ReplaceAllString(string(b), `"time":"`+time.Now().Add(-time.Hour).Format(time.RFC3339)+`"`))
	if out := l.neverask("status"); !strings.Contains(out, "1 question of the last week did not reach neverask's hook") {
		t.Errorf("the session without the hook is not told of:\n%s", out)
	}
}
