//go:build unix

package program

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/thirdparty/chain"
	"neverask/settings/must"
)

// TestChainedElsewhere: hooks are chained for one event and some tools.
func TestChainedElsewhere(t *testing.T) {
	w := newWorld(t, testsRule)
	w.chained(hooks.EventPreToolUse, "first denies2")
	for _, payload := range []string{
		event("PreToolUse", "mcp__x__AskUserQuestion", input(tests)), event("PreToolUse", "Bash", input(tests)),
		post(tests, `{"Run the tests?":"No"}`), event("PermissionRequest", "AskUserQuestion", input(tests)), "hello",
	} {
		if got := w.all(payload); got != "||0" {
			t.Errorf("%s: %s", payload, got)
		}
	}
	if got := w.ran("denies2"); got != 0 {
		t.Errorf("it ran %d times", got)
	}
}

// TestChainedOfAProject: the settings of a project count in that project alone.
func TestChainedOfAProject(t *testing.T) {
	for _, tt := range []struct {
		start, cwd     string
		project, local bool
	}{
		{"/work", "/work", true, true}, {"/work/", "/", true, true}, {"/work/sub", "/", false, true}, {"/workshop", "/work", false, false},
		{"", "/work", true, true}, {"", "/work/sub", false, true}, {"", "/", false, false}, {"", "", true, true},
	} {
		for file, want := range map[string]bool{"settings.json": tt.project, "settings.local.json": tt.local} {
			w := newWorld(t, testsRule)
			w.env["CLAUDE_PROJECT_DIR"] = tt.start
			w.chainFile(chain.Format([]chain.Entry{{
				ID: "a", Active: true, File: "/work/.claude/" + file, Project: "/work", Event: hooks.EventPreToolUse,
				Tools: []string{"AskUserQuestion"}, Mode: chain.First, Command: chain.Command{Line: "exit 2", Limit: time.Minute},
			}}))
			payload := in(tt.cwd, pre(tests))
			if status := Main(nil, strings.NewReader(payload), &bytes.Buffer{}, w.hook()); (status == 2) != want {
				t.Errorf("%s, %+v: exit status %d", file, tt, status)
			}
		}
	}
}

// TestChainedRunsWithoutOurs: whatever is wrong with us, a guard stands.
func TestChainedRunsWithoutOurs(t *testing.T) {
	for name, payload := range map[string]string{
		"bad preferences": pre(tests), "no questions": event("PreToolUse", "AskUserQuestion", "{}"), "a panic": strings.Replace(pre(color), `"/work"`, `""`, 1),
	} {
		w := newWorld(t, testsRule)
		if name == "bad preferences" {
			w.prefer("{")
		}
		looked := 0 // for the project, of a session without a directory: who is chained there, and then for rules
		w.chained(hooks.EventPreToolUse, "fallback denies2")
		env := w.hook()
		var stderr bytes.Buffer
		env.Stderr = &stderr
		env.Getenv = func(name string) string {
			if name == "CLAUDE_PROJECT_DIR" {
				if looked++; looked == 2 {
					panic("no such thing")
				}
			}
			return w.getenv(name)
		}
		if status := Main(nil, strings.NewReader(payload), &bytes.Buffer{}, env); status != 2 || stderr.String() != "no\n" {
			t.Errorf("%s: status %d, %q", name, status, stderr.String())
		}
		if got := w.complaints(); len(got) != 1 {
			t.Errorf("%s: complaints %q", name, got)
		}
	}
}

// TestChainedPart: what is remembered of a call that we answer in part is what
// reached the client.
func TestChainedPart(t *testing.T) {
	w := newWorld(t, testsRule)
	w.chained(hooks.EventPreToolUse, "first asks")
	if got := w.all(pre(color, tests)); got != says("asks") {
		t.Errorf("got %s", got)
	}
	if got := w.run(post(color+","+tests, `{"Which color?":"Red"}`)); got != "" {
		t.Errorf("an answer that was not given comes back: %s", got)
	}
	w.wantLog("Which color?: Red by user", "Run the tests?:  by unknown, rule r1")

	w = newWorld(t, testsRule)
	w.chained(hooks.EventPreToolUse, "first says", "fallback denies2")
	if got := w.all(pre(color, tests)); !strings.Contains(got, `"ask"`) || !strings.Contains(got, `\nhello"`) {
		t.Errorf("got %s", got)
	}
	if got := w.run(post(color, `{"Which color?":"Red"}`)); !strings.Contains(got, `"Run the tests?":"Yes (Recommended)"`) {
		t.Errorf("the answer does not come back: %s", got)
	}
	w.wantLog("Which color?: Red by user", "Run the tests?: Yes (Recommended) by neverask, rule r1")

	// Nothing can be remembered, so we are silent after all, and the hook for
	// that case has its turn. The one that has run does not run again.
	w = newWorld(t, testsRule)
	w.chained(hooks.EventPreToolUse, "first says", "fallback denies2")
	must.Write(t, w.paths.Pending(), "")
	if got := w.all(pre(color, tests)); got != "|no|2" || w.ran("says") != 1 {
		t.Errorf("got %s, ran %d times", got, w.ran("says"))
	}
}

// TestUnreadableChain: who knows what was chained there. The person is asked, and
// an answer that was given already is not lost.
func TestUnreadableChain(t *testing.T) {
	for name, content := range map[string]string{
		"garbage": "{", "empty": "", "another version": `{"version":2,"entries":[]}`, "an odd entry": `{"version":1,"entries":[{"id":"a"}]}`,
		"long": `{"version":1,"entries":[]` + strings.Repeat(" ", 1<<20) + "}",
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, testsRule)
			w.run(strings.Replace(pre(color, tests), "u1", "part", 1))
			w.chainFile([]byte(content))
			for _, payload := range []string{pre(tests), strings.Replace(pre(color, tests), "u1", "u2", 1)} {
				if got := w.all(payload); got != "||0" {
					t.Errorf("printed %s", got)
				}
			}
			if got := w.complaints(); len(got) != 2 || !strings.Contains(got[0], "chained hooks: ") && !strings.Contains(got[0], "chained.json: longer than 1 MB") {
				t.Errorf("complaints %q", got)
			}
			if got := w.all(post(tests, `{"Run the tests?":"No"}`)); got != "||0" {
				t.Errorf("afterwards: %s", got)
			}
			w.wantLog("Run the tests?: No by user, rule r1")
			after := strings.Replace(post(color, `{"Which color?":"Red"}`), "u1", "part", 1)
			if got := w.all(after); !strings.Contains(got, `"Run the tests?":"Yes (Recommended)"`) {
				t.Errorf("an answer was lost: %s", got)
			}
		})
	}
	w := newWorld(t, testsRule)
	must.Do(t, os.MkdirAll(chain.File(w.paths.State), 0o700))
	if got := w.all(pre(tests)); got != "||0" || len(w.complaints()) != 1 {
		t.Errorf("a directory in its place: %s, %q", got, w.complaints())
	}
}
