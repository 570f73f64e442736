package transcript

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/settings/musttest"
)

// runAt is the record of a hook at Bash on a day of November.
func runAt(day, second int, kind, more string) string {
	end := strings.Replace(ends(second), "2026-11-21", fmt.Sprintf("2026-11-%02d", day), 1)
	return fmt.Sprintf(ran, kind, "PostToolUse:Bash", fmt.Sprintf("toolu_%d_%d", day, second), "PostToolUse", more, end)
}

// took is a run of the hook "lint" that printed something.
func took(day, second, ms int) string {
	return runAt(day, second, "success", fmt.Sprintf(`"stdout":"\"command\":\"no\",\"durationMs\":9","command":"lint \"x\"","durationMs":%d`, ms))
}

func at(day, second int) time.Time {
	return time.Date(2026, 11, day, 6, 0, second, 500e6, time.UTC)
}

func TestHookStats(t *testing.T) {
	a, _ := archive(t,
		took(21, 10, 40), took(21, 11, 30), took(22, 12, 79),
		runAt(21, 13, "non_blocking_error", `"stderr":"bad","stdout":"","exitCode":1,"command":"lint \"x\"","durationMs":61`),
		runAt(21, 14, "blocking_error", `"blockingError":{"blockingError":"[guard]: bad","command":"guard"}`),
		runAt(21, 15, "cancelled", `"command":"guard","durationMs":5000,"timedOut":true,"timeoutMs":5000`),
		runAt(21, 16, "cancelled", `"command":"guard","durationMs":9000,"timedOut":false,"timeoutMs":600000`),
		runAt(21, 17, "cancelled", `"timedOut":false`),
		runAt(21, 18, "system_message", `"content":"hi"`),
		runAt(21, 19, "permission_decision", `"decision":"allow"`),
		`{"type":"user","message":"`+strings.ReplaceAll(took(21, 20, 1), `"`, `\"`)+`"}`,
		hooked("PreToolUse", "toolu_1", "theirs", "{}"),
	)
	type figures struct {
		event, name                                string
		seen, errors, blocked, cancelled, timedOut int
		first, last                                time.Time
		median, max                                time.Duration
	}
	want := []figures{
		{"PostToolUse", "", 1, 0, 0, 1, 0, at(21, 17), at(21, 17), 0, 0},
		{"PostToolUse", "guard", 3, 0, 1, 1, 1, at(21, 14), at(21, 16), 5 * time.Second, 5 * time.Second},
		{"PostToolUse", `lint "x"`, 4, 1, 0, 0, 0, at(21, 10), at(22, 12), 50500 * time.Microsecond, 79 * time.Millisecond},
		{"PreToolUse", "theirs", 1, 0, 0, 0, 0, at(21, 11), at(21, 11), 65 * time.Millisecond, 65 * time.Millisecond},
	}
	check := func() {
		t.Helper()
		var got []figures
		for _, s := range a.HookStats() {
			got = append(got, figures{string(s.Event), s.Name, s.Seen, s.Errors, s.Blocked, s.Cancelled, s.TimedOut, s.First, s.Last, s.Median(), s.Max})
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got\n%+v\nwant\n%+v", got, want)
		}
	}
	check()
	if failed := a.HookStats()[1].Failed(); failed != 1 {
		t.Errorf("%d failed: a refusal and an interruption are none, want 1", failed)
	}
	musttest.Do(t, a.Save())
	a = Open(a.root, filepath.Dir(a.index))
	update(t, a)
	if a.Stats().NewBytes > 0 {
		t.Error("the index was not used")
	}
	check()
}

// TestHookStatsOfWhatIsNew reads a transcript that grows, and what is the same
// in another one that goes on by itself.
func TestHookStatsOfWhatIsNew(t *testing.T) {
	first := []string{took(21, 10, 40), took(21, 11, 40)}
	a, path := archive(t, first...)
	before := a.HookStats()
	appendTo(t, path, took(21, 12, 40)+"\n"+took(22, 13, 40)+"\n")
	update(t, a)
	fork := append(slices.Clone(first), took(23, 14, 500))
	musttest.Write(t, filepath.Join(filepath.Dir(path), "fork.jsonl"), strings.ReplaceAll(strings.Join(fork, "\n")+"\n", `"s1"`, `"s2"`))
	update(t, a)
	got := a.HookStats()
	if len(got) != 1 || got[0].Seen != 5 || got[0].Max != 500*time.Millisecond || !got[0].Last.Equal(at(23, 14)) {
		t.Errorf("got %+v", got)
	}
	if before[0].Seen != 2 || before[0].Median() != 40*time.Millisecond {
		t.Errorf("what was returned before has changed: %+v", before)
	}
}

func TestHookStatsAreBounded(t *testing.T) {
	var lines []string
	for i := range maxTallies + 10 {
		lines = append(lines, runAt(21, 10, "success", fmt.Sprintf(`"command":"hook %d","durationMs":%d`, i, i)))
	}
	for i := range 5000 {
		lines = append(lines, runAt(21, 11, "success", fmt.Sprintf(`"command":"hook 1","durationMs":%d`, i*1000)))
	}
	a, _ := archive(t, lines...)
	all := a.HookStats()
	if len(all) != maxTallies {
		t.Errorf("%d tallies", len(all))
	}
	i := slices.IndexFunc(all, func(s HookStat) bool { return s.Name == "hook 1" })
	if s := all[i]; s.Seen != 5001 || len(s.waits) > 800 {
		t.Errorf("seen %d times, in %d slots", s.Seen, len(s.waits))
	}
}

func TestAddChangesNeither(t *testing.T) {
	a, _ := archive(t, took(21, 10, 40), took(21, 11, 40), took(21, 12, 40))
	b, _ := archive(t, took(22, 10, 40), took(22, 11, 500))
	x, y := a.HookStats()[0], b.HookStats()[0]
	sum := x.Add(y)
	if sum.Seen != 5 || sum.Median() != 40*time.Millisecond || sum.Max != 500*time.Millisecond || !sum.First.Equal(x.First) || !sum.Last.Equal(y.Last) {
		t.Errorf("got %+v", sum)
	}
	if !reflect.DeepEqual(x, a.HookStats()[0]) || !reflect.DeepEqual(y, b.HookStats()[0]) {
		t.Error("a summary has changed")
	}
}
