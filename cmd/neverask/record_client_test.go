//go:build linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/record/eventlog"
	"neverask/settings/musttest"
)

// events reads what was recorded, as "EVENT TOOL".
func (l lab) events() (all []string) {
	l.t.Helper()
	files, err := eventlog.OpenActivity(filepath.Join(l.Home, ".local/state/neverask/activity")).Files(time.Time{})
	musttest.Do(l.t, err)
	for _, f := range files {
		for a := range f.Activities() {
			all = append(all, strings.TrimSpace(string(a.Event)+" "+a.Tool))
		}
	}
	return all
}

// TestClientRecords: one binary answers and records, at the same event too. A question is
// answered once, what tools did is recorded, and taking the hooks out gives the bytes back.
func TestClientRecords(t *testing.T) {
	ct.Daily(t, 3)
	l := newLab(t)
	before := "{\n  \"permissions\": {\"allow\": [\"Bash(echo:*)\"]},\n  \"hooks\": {\"Stop\": [ ]}\n}"
	l.Settings(before)
	l.neverask("install", "--yes")
	l.neverask("log", "--record", "on", "--yes")
	if out := l.neverask("status"); !strings.Contains(out, "Recording        on: 13 events") || !strings.Contains(out, "Question hooks   installed") {
		t.Errorf("status says\n%s", out)
	}
	l.seenRule(libraries(), "--question", library, "--answer", "recommended")
	l.Turns(ct.ToolUse("Bash", map[string]string{"command": "echo first", "description": "say first"}))
	s := l.host()
	l.answered(s, ct.Ask(libraries()))
	if r := l.toolResults(2)[1]; !strings.Contains(r.Text, `"`+library+`"="date-fns (Recommended)"`) {
		t.Errorf("the question was answered with %+v", r)
	}
	s.Close()
	l.recordedNow("SessionEnd")
	events := strings.Join(l.events(), "\n")
	for _, want := range []string{"SessionStart", "UserPromptSubmit", "PreToolUse Bash", "PostToolUse Bash", "PreToolUse AskUserQuestion", "PostToolUse AskUserQuestion", "PostToolBatch", "Stop", "SessionEnd"} {
		if n := strings.Count("\n"+events+"\n", "\n"+want+"\n"); n == 0 || n > 1 && strings.Contains(want, " ") {
			t.Errorf("%s was recorded %d times in\n%s", want, n, events)
		}
	}
	if out := l.neverask("log", "--questions"); strings.Count(out, library) != 1 {
		t.Errorf("the log says\n%s", out)
	}

	l.neverask("log", "--record", "off", "--yes")
	l.neverask("uninstall", "--yes")
	l.asks(l.host(), libraries())
	if after, err := os.ReadFile(l.SettingsPath()); err != nil || string(after) != before {
		t.Errorf("after uninstalling: %q, %v", after, err)
	}
	l.neverask("uninstall", "--purge", "--yes")
	for _, dir := range []string{".local/state", ".local/share/neverask", ".config/neverask"} {
		if _, err := os.Stat(filepath.Join(l.Home, dir)); !os.IsNotExist(err) {
			t.Errorf("%s is left: %v", dir, err)
		}
	}
}
