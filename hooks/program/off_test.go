package program

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/hooks/off"
	"neverask/settings/musttest"
)

// TestOff: while neverask is off nothing is answered and no rule for tools holds; what was
// answered before is still put back, and the end is told once.
func TestOff(t *testing.T) {
	const ended = `{"systemMessage":"neverask is on again: your rules answer\n`
	w := newWorld(t, testsRule)
	answers := func() bool { return strings.Contains(w.run(pre(tests)), `"permissionDecision":"allow"`) }
	if !answers() {
		t.Fatal("it is not answered to begin with")
	}
	switchOff := func(all ...off.Period) {
		t.Helper()
		musttest.Do(t, off.Write(w.paths.Off(), all))
	}
	for name, p := range map[string]off.Period{
		"everywhere":   {Since: w.clock},
		"for an hour":  {Since: w.clock, Until: w.clock.Add(time.Hour)},
		"this project": {Since: w.clock, Project: "/work"},
	} {
		switchOff(p)
		if got := w.run(pre(tests)); !strings.Contains(got, `{"systemMessage":"neverask is off until `) || strings.Contains(got, "permissionDecision") {
			t.Errorf("%s: %s", name, got)
		}
	}
	switchOff(off.Period{Since: w.clock, Project: "/elsewhere"})
	if !answers() {
		t.Error("off elsewhere, and not answered here")
	}
	elsewhere := off.Period{Since: w.clock, Project: "/elsewhere"}
	switchOff(off.Period{Since: w.clock, Until: w.clock.Add(time.Hour)}, elsewhere)
	w.clock = w.clock.Add(2 * time.Hour)
	if got := w.run(pre(tests)); !strings.HasPrefix(got, ended) || !strings.Contains(got, `"permissionDecision":"allow"`) {
		t.Errorf("after its end: got %s, want %s and an answer", got, ended)
	}
	if got := w.run(pre(tests)); strings.Contains(got, "on again") {
		t.Errorf("told twice: %s", got)
	}
	if left, err := off.Read(w.paths.Off()); err != nil || len(left) != 1 || left[0].Project != elsewhere.Project {
		t.Errorf("still off: %v, %v; want it elsewhere", left, err)
	}
	w = newWorld(t, pushRule)
	switchOff(off.Period{Since: w.clock})
	if got := w.run(preBash("u1", "git push origin"), RulesArgument); got != "" {
		t.Errorf("a rule for tools holds: %s", got)
	}
	w = newWorld(t, testsRule)
	switchOff(off.Period{Since: w.clock})
	musttest.Write(t, filepath.Join(w.paths.State, "off.json"), "{")
	if answers() {
		t.Error("answered though nobody can tell whether it is off")
	}
}

// TestAway: while the person is away their rules and recommendations answer, and both are told that; while
// neverask is off, and where nobody can tell whether they are away, everything waits for them.
func TestAway(t *testing.T) {
	const away = `{"periods":[{"since":"2026-11-21T09:00:00Z"}]}`
	unmarked := strings.Replace(tests, " (Recommended)", "", 1)
	for _, tt := range []struct {
		name, rules, away, off, question string
		want                             string // in what is told, "" where it waits
	}{
		{"a rule that would have asked once more", testsRule, away, "", tests, "(rule r1)"},
		{"a recommendation", "", away, "", tests, "(it is the recommended option)"},
		{"nothing to go by", "", away, "", unmarked, ""},
		{"one-way", testsRule, away, "", danger, ""},
		{"not away", testsRule, "", "", tests, ""},
		{"away elsewhere", testsRule, strings.Replace(away, `{"since"`, `{"project":"/elsewhere","since"`, 1), "", tests, ""},
		{"off", testsRule, away, away, tests, ""},
		{"unreadable", testsRule, "{", "", tests, ""},
	} {
		w := newWorld(t, tt.rules)
		w.new = true
		for name, content := range map[string]string{w.paths.Away(): tt.away, w.paths.Off(): tt.off} {
			if content != "" {
				musttest.Write(t, name, content)
			}
		}
		got := w.run(pre(tt.question))
		if tt.want == "" && strings.Contains(got, "permissionDecision") {
			t.Errorf("%s: answered: %s", tt.name, got)
		}
		for _, part := range []string{`"permissionDecision":"allow"`, "while you are away", "The user is away", tt.want} {
			if tt.want != "" && !strings.Contains(got, part) {
				t.Errorf("%s: %q is not in %s", tt.name, part, got)
			}
		}
		if (len(w.complaints()) > 0) != (tt.away == "{") {
			t.Errorf("%s: complained %q", tt.name, w.complaints())
		}
	}
}
