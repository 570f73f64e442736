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
