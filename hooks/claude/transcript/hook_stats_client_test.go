//go:build linux

package transcript_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/claude/transcript"
)

// TestClientHookStats has hooks at Bash print, fail, refuse, take too long and be
// silent, and repeats the session by forking it.
func TestClientHookStats(t *testing.T) {
	ct.Daily(t, 3)
	t.Parallel()
	l := ct.New(t)
	hook := func(name, body string) map[string]any {
		return map[string]any{"type": "command", "command": l.Script(name, body)}
	}
	prints, slow := hook("prints", `echo '{"systemMessage":"said"}'`), hook("slow", "sleep 30")
	prints["statusMessage"] = "Saying something"
	slow["timeout"] = 1
	group := func(matcher string, all ...any) any { return []any{map[string]any{"matcher": matcher, "hooks": all}} }
	l.Settings(l.JSON(map[string]any{"hooks": map[string]any{
		"PostToolUse": group("Bash", prints, hook("fails", "echo bad >&2; exit 1"), hook("refuses", "echo bad >&2; exit 2"), hook("silent", "cat >/dev/null"), slow),
		"PreToolUse":  group("Bash", hook("allows", `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'`)),
		"Stop":        group("", hook("stops", "echo fine")),
	}}))
	bash := ct.ToolUse("Bash", map[string]string{"command": "true", "description": "do nothing"})
	l.Turns(bash, ct.Text("one"), bash, ct.Text("two"), bash, ct.Text("three"))
	l.Headless(nil, "-p", "first")
	projects := filepath.Join(l.Home, ".claude", "projects")
	names, err := filepath.Glob(filepath.Join(projects, "*", "*.jsonl"))
	if err != nil || len(names) != 1 {
		t.Fatalf("%q, %v", names, err)
	}
	session := filepath.Base(names[0][:len(names[0])-len(".jsonl")])
	l.Headless(nil, "-p", "second", "--resume", session)
	l.Headless(nil, "-p", "third", "--resume", session, "--fork-session")

	a := transcript.Open(projects, filepath.Join(l.Root, "state"))
	if _, err := a.Update(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if a.Stats().Files != 2 {
		t.Errorf("%d transcripts, want the session and its fork", a.Stats().Files)
	}
	var got []string
	for _, s := range a.HookStats() {
		got = append(got, fmt.Sprintf("%s %s seen %d errors %d blocked %d ended %d", s.Event, filepath.Base(s.Name), s.Seen, s.Errors, s.Blocked, s.Cancelled+s.TimedOut))
		measured := s.Name != "" && s.Blocked == 0
		if (s.Median() > 0) != measured || s.Median() > s.Max || s.Max > 30*time.Second || s.Last.Before(s.First) || s.First.IsZero() {
			t.Errorf("%s %s: %v in the middle, at most %v, from %v to %v", s.Event, s.Name, s.Median(), s.Max, s.First, s.Last)
		}
	}
	compare(t, got, []string{
		"PostToolUse . seen 3 errors 0 blocked 0 ended 3",
		"PostToolUse fails seen 3 errors 3 blocked 0 ended 0",
		"PostToolUse refuses seen 3 errors 0 blocked 3 ended 0",
		"PostToolUse Saying something seen 3 errors 0 blocked 0 ended 0",
		"PreToolUse allows seen 3 errors 0 blocked 0 ended 0",
		"Stop stops seen 3 errors 0 blocked 0 ended 0",
	})
}
