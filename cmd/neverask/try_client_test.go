//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	ct "neverask/hooks/claude/clienttest"
	"neverask/tui/termtest"
)

// TestClientTry: the real client is answered by the person's rules for one session,
// and nothing is left of it.
func TestClientTry(t *testing.T) {
	ct.Daily(t, 3)
	l := newLab(t)
	temp := t.TempDir()
	l.Env["TMPDIR"] = temp
	l.Settings(`{"model":   "sonnet"}`)
	l.seenRule(libraries(), "--question", library, "--answer", "moment")
	ours := func() string {
		var all strings.Builder
		for _, dir := range []string{".config/neverask", ".local/state/neverask", ".local/share/neverask"} {
			if _, err := os.Stat(filepath.Join(l.Home, dir)); err == nil {
				all.WriteString(treeOf(t, filepath.Join(l.Home, dir)))
			}
		}
		settings, _ := os.ReadFile(l.SettingsPath())
		return all.String() + string(settings)
	}
	before := ours()
	l.Turns(ct.Ask(libraries()), ct.Text("finished"))
	argv := append(l.command("try", "--"), l.claude()...)
	cmd := exec.Command(argv[0], argv[1:]...)
	l.Adopt(cmd)
	term := termtest.Start(t, cmd, 120, 40, termtest.StartWith(l.Start), termtest.Timeout(2*time.Minute))
	term.WaitText("❯")
	term.Type("which one?")
	term.WaitText("which one?")
	term.Key("enter")
	term.WaitText("finished")
	if got := l.toolResults(1)[0]; !strings.Contains(got.Text, `"`+library+`"="moment"`) {
		t.Errorf("the answer is %+v", got)
	}
	for ended := false; !ended; {
		term.Key("ctrl+c")
		select {
		case <-term.Done():
			ended = true
		case <-time.After(300 * time.Millisecond):
		}
	}
	if raw := string(term.Raw()); !strings.Contains(raw, "tried: 1 question, 1 answered for you (1 by ") || !strings.Contains(raw, "neverask install keeps it") {
		t.Errorf("said\n%s", term.Screen())
	}
	if after := ours(); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
	if left, _ := filepath.Glob(filepath.Join(temp, "neverask-try-*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}
