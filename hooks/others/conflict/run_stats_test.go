package conflict

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/settings/musttest"
)

// stats are what an archive tells of lines: event, name and milliseconds.
func stats(t *testing.T, lines ...string) []transcript.HookStat {
	t.Helper()
	root := t.TempDir()
	var b strings.Builder
	for _, line := range lines {
		f := strings.Split(line, "|")
		b.WriteString(`{"attachment":{"type":"hook_success","hookName":"` + f[0] + `","toolUseID":"t","hookEvent":"` + f[0] + `","stdout":"x","exitCode":0,"command":"` + f[1] +
			`","durationMs":` + f[2] + `},"type":"attachment","timestamp":"2026-11-21T09:00:00Z"}` + "\n")
	}
	musttest.Write(t, filepath.Join(root, "s.jsonl"), b.String())
	a := transcript.Open(root, t.TempDir())
	if _, err := a.Update(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return a.HookStats()
}

func TestFigures(t *testing.T) {
	hook := func(event, command, status string) (h config.Hook) {
		h.Group.Event = event
		h.Handler = config.Handler{Type: "command", Command: command, StatusMessage: status}
		return h
	}
	background := hook("Stop", "background", "")
	background.Handler.Async = true
	wakes := hook("Stop", "wakes", "Working")
	wakes.Handler.AsyncRewake = true
	elsewhere := hook("Stop", "${CLAUDE_PLUGIN_ROOT}/run", "")
	elsewhere.Source.Root = "/plugin"
	all := []config.Hook{
		hook("Stop", "lint", ""), hook("PostToolUse", "lint", ""), hook("Stop", "named", "Working"),
		hook("Stop", "one", "Same"), hook("Stop", "other", "Same"), hook("Stop", "twice", ""), hook("Stop", "twice", ""),
		background, elsewhere, hook("Stop", "never", ""), wakes,
	}
	figures := RunStats(all, stats(t,
		"Stop|lint|10", "Stop|lint|30", "Stop|lint|20", "Stop|Working|7", "Stop|named|9", "Stop|Same|5", "Stop|other|50", "Stop|twice|3",
		"Stop|background|4", "Stop|wakes|4", "Stop|/plugin/run|6", "Stop||8", "PreToolUse|never|1",
	))
	var seen, middle []int
	for _, f := range figures {
		seen, middle = append(seen, f.Seen), append(middle, int(f.Median().Milliseconds()))
	}
	if want := []int{3, 0, 2, 0, 1, 1, 1, 0, 1, 0, 0}; !slices.Equal(seen, want) {
		t.Errorf("seen %v, want %v", seen, want)
	}
	if want := []int{20, 0, 8, 0, 50, 3, 3, 0, 6, 0, 0}; !slices.Equal(middle, want) {
		t.Errorf("in the middle %v, want %v", middle, want)
	}
}
