//go:build unix

package config

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"neverask/settings/musttest"
)

// TestOddFiles: nothing that stands where a settings file belongs holds a review
// up, and a file that somebody has made read-only is not to be edited, not even
// by root.
func TestOddFiles(t *testing.T) {
	root := t.TempDir()
	tree(t, root, map[string]string{"home/.claude/settings.json": "{" + hooksText("user") + "}", "work/sub/.claude/x": "", "work/sub/.claude/skills/s/x": ""})
	musttest.Do(t, os.Chmod(filepath.Join(root, "home/.claude/settings.json"), 0o400))
	pipes := []string{"work/sub/.claude/settings.json", "work/sub/.mcp.json", "work/sub/.claude/skills/s/SKILL.md"}
	for _, name := range pipes {
		musttest.Do(t, syscall.Mkfifo(filepath.Join(root, name), 0o600))
	}
	done := make(chan Sources)
	go func() {
		QuestionTools(site(root))
		done <- Find(site(root))
	}()
	select {
	case s := <-done:
		if len(s.List) == 0 || s.List[0].ReadOnly == "" {
			t.Errorf("it may be edited: %+v", s.List)
		}
		if len(s.Findings) < 1 || !strings.Contains(s.Findings[0].Msg, "not a regular file") {
			t.Errorf("found %+v", s.Findings)
		}
	case <-time.After(time.Minute):
		t.Fatal("it waits for a pipe")
	}
}
