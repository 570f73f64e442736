package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/settings/musttest"
)

func ruleFor(label string) string {
	return `{"version":1,"rules":[{"id":"r1","match":{"header":"Tests"},"mode":"never-ask","answer":"` + label + `"}]}`
}

func TestPreferences(t *testing.T) {
	for _, tt := range []struct{ name, preferences, want, complaint string }{
		{"none", "", "", ""},
		{"empty", " ", "", ""},
		{"an answer", ruleFor("No"), `"Run the tests?":"No"`, ""},
		{"corrupt", `{"version":1,` + "\n" + `"rules":[{]}`, "", `preferences.json:2:11: expected a name`},
		{"another version", strings.Replace(ruleFor("No"), "1", "9", 1), "", ""},
		{"an unknown mode", strings.Replace(ruleFor("No"), "never-ask", "never", 1), "", ""},
		{"one rule is broken", `{"version":1,"rules":[{"match":{"when":1},"mode":"always-ask"},` + ruleFor("No")[22:], `"Run the tests?":"No"`, ""},
	} {
		w := newWorld(t, tt.preferences)
		for _, again := range []string{"", ", again"} {
			got := w.run(pre(tests))
			if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
				t.Errorf("%s%s: printed %q", tt.name, again, got)
			}
		}
		all := strings.Join(w.complaints(), "\n")
		if tt.complaint == "" && all != "" || !strings.Contains(all, tt.complaint) {
			t.Errorf("%s: complaints %q", tt.name, all)
		}
	}
}

func TestPreferencesThatCannotBeRead(t *testing.T) {
	w := newWorld(t, "")
	musttest.Do(t, os.MkdirAll(w.paths.Preferences(), 0o700))
	if got := w.run(pre(tests)); got != "" || len(w.complaints()) != 1 {
		t.Errorf("a directory: printed %q, complained %q", got, w.complaints())
	}
}

// TestEditsCountAtOnce edits the preferences in every way that could be missed
// by looking at times and sizes alone, right after they were read.
func TestEditsCountAtOnce(t *testing.T) {
	w := newWorld(t, ruleFor("No"))
	want := func(step, label string) {
		t.Helper()
		for range 2 {
			if got := w.run(pre(tests)); !strings.Contains(got, `"answers":{"Run the tests?":"`+label) {
				t.Errorf("%s: printed %q", step, got)
			}
		}
	}
	name := w.paths.Preferences()
	want("first", "No")
	w.prefer(ruleFor("Yes")) // another size
	want("another size", "Yes")
	for _, offset := range []time.Duration{0, -time.Hour, time.Hour, 240 * time.Hour} {
		w.clock = time.Now().Add(offset)
		w.prefer(ruleFor("No "))
		want("before", "No")
		info, err := os.Stat(name)
		musttest.Do(t, err)
		w.prefer(ruleFor("Yes")) // the same size, in place, within one tick
		want("in place", "Yes")
		w.prefer(ruleFor("No "))
		musttest.Do(t, os.Chtimes(name, info.ModTime(), info.ModTime()))
		want("the old time", "No")
		other := filepath.Join(w.paths.Config, "other")
		musttest.Write(t, other, ruleFor("Yes"))
		musttest.Do(t, os.Chtimes(other, info.ModTime(), info.ModTime()))
		musttest.Do(t, os.Rename(other, name))
		want("another file of the same size and time", "Yes")
	}
	musttest.Do(t, os.Remove(name))
	if got := w.run(pre(tests)); got != "" {
		t.Errorf("removed: printed %q", got)
	}
}

// TestNothingCanBeWritten: where what was seen cannot be kept the person is asked each
// time, with the rule's option first.
func TestNothingCanBeWritten(t *testing.T) {
	w := newWorld(t, testsRule)
	musttest.Write(t, w.paths.State, "") // no directory can be made here
	w.new = true                         // nor can it be known what they were asked
	for _, payload := range []string{pre(tests), post(tests, `{"Run the tests?":"No"}`), pre(tests)} {
		got := w.run(payload)
		if strings.Contains(payload, "PreToolUse") != strings.Contains(got, `"updatedInput"`) || strings.Contains(got, `"allow"`) {
			t.Errorf("%.60s: printed %q", payload, got)
		}
	}
}

func TestProjectIsTheSessionsDirectory(t *testing.T) {
	rule := strings.Replace(ruleFor("No"), `"mode"`, `"project":"/work","mode"`, 1)
	for _, tt := range []struct {
		cwd, dir string
		want     bool
	}{
		{"/work", "", true}, {"/work/sub", "/other", true}, {"/other", "/work", false}, {"", "/work", true}, {"", "", false},
	} {
		w := newWorld(t, rule)
		w.env["CLAUDE_PROJECT_DIR"] = tt.dir
		got := w.run(in(tt.cwd, pre(tests)))
		if (got != "") != tt.want {
			t.Errorf("%+v: printed %q", tt, got)
		}
	}
}

// TestNothingIsSaidOfWhatIsLeftAlone: a line that says what is new to the person is only there
// where an answer of theirs has the rule answer the next time.
func TestNothingIsSaidOfWhatIsLeftAlone(t *testing.T) {
	const unlike = `"description":"in the background"`
	call := func(server, policies string) string {
		w := newWorld(t, strings.Replace(ruleFor("No"), `"rules"`, `"mcp":{`+policies+`},"rules"`, 1))
		w.run(event("PreToolUse", server+"AskUserQuestion", input(tests)))
		w.new = true
		return w.run(event("PreToolUse", server+"AskUserQuestion", input(strings.Replace(tests, `"description":"d"`, unlike, 1))))
	}
	for _, tt := range []struct{ name, server, policies, want string }{
		{"the client's own", "", "", "new here"},
		{"a server that takes answers", "mcp__x__", `"x":"answers"`, "new here"},
		{"a server of which nothing is known", "mcp__x__", "", ""},
		{"a server with the policy to ask", "mcp__x__", `"x":"ask"`, ""},
	} {
		if got := call(tt.server, tt.policies); tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s: printed %q", tt.name, got)
		}
	}
	w := newWorld(t, ruleFor("No"))
	w.new = true
	if got := w.run(pre(tests, tests)); got != "" {
		t.Errorf("two questions with the same text: printed %q", got)
	}
}
