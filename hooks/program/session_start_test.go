package program

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/hooks/off"
	"neverask/settings/musttest"
)

// starting is the payload of a session that starts in a directory.
func starting(dir, source string) string {
	return `{"session_id":"s1","transcript_path":"/t","cwd":"` + dir + `","hook_event_name":"SessionStart","source":"` + source + `","model":"m"}`
}

// tells reports whether the hook tells a session that starts in a directory a line.
func (w *world) tells(dir, source string) bool {
	w.t.Helper()
	out := w.run(starting(dir, source))
	if out != "" && !strings.HasPrefix(out, `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"`) {
		w.t.Errorf("the hook says %s", out)
	}
	return strings.Contains(out, "- Reviews run in the foreground")
}

func TestSessionStart(t *testing.T) {
	dir := t.TempDir()
	project, copied, link := filepath.Join(dir, "project"), filepath.Join(dir, "copied"), filepath.Join(dir, "link")
	for _, args := range [][]string{
		{"init", "-q", project}, {"-C", project, "-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "--allow-empty", "-m", "first"}, {"-C", project, "worktree", "add", "-q", copied},
	} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	musttest.Do(t, os.Symlink(project, link))
	musttest.Do(t, os.MkdirAll(filepath.Join(copied, "sub"), 0o700))
	for _, of := range []string{project, link, project + "/"} {
		w := newWorld(t, fmt.Sprintf(`{"version":1,"tell":[{"line":"Reviews run in the foreground","project":%q}]}`, of))
		for _, in := range []string{project, link, project + "/sub/gone", copied, copied + "/sub"} {
			if !w.tells(in, "startup") {
				t.Errorf("a rule of %s does not hold in %s", of, in)
			}
		}
		for _, in := range []string{dir, project + "2", "/", ""} {
			if w.tells(in, "startup") {
				t.Errorf("a rule of %s holds in %s", of, in)
			}
		}
	}
	w := newWorld(t, `{"version":1,"tell":[{"line":"Reviews run in the foreground","project":"/gone/for/good"}]}`)
	if got := w.run(starting("/work", "startup")); got != "" {
		t.Errorf("a directory that is gone: %s", got)
	}
}

func TestSessionStartSources(t *testing.T) {
	w := newWorld(t, `{"version":1,"tell":[{"line":"Reviews run in the foreground"},{"line":"Delete all old branches"},{"line":"two\nlines"},7]}`)
	for _, source := range []string{"startup", "resume", "clear", "compact", "fork", "something new"} {
		if !w.tells("/work", source) {
			t.Errorf("nothing is told at %s", source)
		}
	}
	if out := w.run(starting("/work", "startup")); strings.Contains(out, "branches") || strings.Contains(out, "two") {
		t.Errorf("what does not hold is told: %s", out)
	}
	musttest.Do(t, off.Write(w.paths.Off(), []off.Period{{Since: w.clock, Project: "/work", Until: w.clock.Add(time.Hour)}}))
	if w.tells("/work/sub", "startup") || !w.tells("/elsewhere", "startup") {
		t.Error("off is not heeded")
	}
	w.clock = w.clock.Add(2 * time.Hour)
	if !w.tells("/work", "startup") {
		t.Error("off does not end")
	}
}

// TestSessionStartOnDoubt: without lines the hook is silent, and whatever cannot be read is.
func TestSessionStartOnDoubt(t *testing.T) {
	for _, preferences := range []string{"", `{"version":1}`, testsRule, `{"version":1,"tell":[]}`} {
		w := newWorld(t, preferences)
		if out := w.run(starting("/work", "startup")); out != "" || len(w.complaints()) > 0 {
			t.Errorf("%s: the hook says %s, %v", preferences, out, w.complaints())
		}
	}
	const line = `"tell":[{"line":"Reviews run in the foreground"}]`
	for _, preferences := range []string{`{"version":2,` + line + `}`, `{"version":1,` + line + `,` + line + `}`, `{"version":1,` + line} {
		w := newWorld(t, preferences)
		if out := w.run(starting("/work", "startup")); out != "" || len(w.complaints()) != 1 {
			t.Errorf("%s: the hook says %s, %v", preferences, out, w.complaints())
		}
	}
	w := newWorld(t, `{"version":1,`+line+`}`)
	for _, args := range []string{ActivityArgument, RulesArgument} {
		if out := w.run(starting("/work", "startup"), args); out != "" {
			t.Errorf("%s: the hook says %s", args, out)
		}
	}
}

// BenchmarkSessionStart tells ten of twenty lines, beside fifty rules.
func BenchmarkSessionStart(b *testing.B) {
	var lines []string
	for i := range 20 {
		lines = append(lines, fmt.Sprintf(`{"id":"n%d","line":"Number %[1]d of the usual plans is written as one Markdown file, phase by phase"}`, i))
	}
	w := newWorld(b, strings.TrimSuffix(manyRules(50), "}")+`,"tell":[`+strings.Join(lines, ",")+`]}`)
	beside(b, w.install(b), func(int) string { return starting("/work", "startup") }, "Number 9 of the usual plans")
}
