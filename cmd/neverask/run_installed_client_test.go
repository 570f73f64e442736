//go:build linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// TestClientRunBesideTheHooks: a call is answered once and logged once.
func TestClientRunBesideTheHooks(t *testing.T) {
	ct.Daily(t, 3)
	l := newLab(t)
	l.install()
	l.seenRule(libraries(), "--question", library, "--answer", "moment")
	l.Turns(ct.Ask(libraries()), ct.Ask(ct.Choice(runner, "jest", "vitest")), ct.Text("finished"))
	l.run([]string{"--ask", "skip"}, "-p", "hello").want(t, 0, "finished\n")
	results := l.toolResults(2)
	l.says(results[0], `"`+library+`"="moment"`)
	l.says(results[1], "Nobody is available")
	l.wantLog(library+" moment by neverask", runner+"  by nobody")
	l.wantDisclosed(1)
}

// wantDisclosed fails unless the model has read n times that an answer was
// automatic.
func (l lab) wantDisclosed(n int) {
	l.t.Helper()
	var last string
	for _, r := range l.Requests() {
		if r.Main {
			last = r.Text()
		}
	}
	if got := strings.Count(last, "the user's saved preferences"); got != n {
		l.t.Errorf("the model has read %d times that an answer was automatic:\n%s", got, last)
	}
}

// TestClientRunInPlaceOfTheHooks: hooks that are installed and do not run are
// stood in for.
func TestClientRunInPlaceOfTheHooks(t *testing.T) {
	ct.Daily(t, 3)
	t.Parallel()
	for name, args := range map[string][]string{
		"switched off": {"--settings", `{"disableAllHooks":true}`},
		"left out":     {"--setting-sources", "project"},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLab(t)
			l.install()
			l.seenRule(libraries(), "--question", library, "--answer", "moment")
			l.Turns(ct.Ask(libraries()), ct.Text("finished"))
			l.run(nil, append([]string{"-p", "hello"}, args...)...).want(t, 0, "finished\n")
			l.says(l.toolResults(1)[0], `"`+library+`"="moment"`)
			l.wantLog(library + " moment by neverask")
			l.wantDisclosed(1)
		})
	}
}

// TestClientRunTellsOfAnUnheardHook: the question is not answered behind the back
// of whatever kept the installed hook from it.
func TestClientRunTellsOfAnUnheardHook(t *testing.T) {
	ct.Daily(t, 3)
	l := newLab(t)
	l.install()
	l.seenRule(libraries(), "--question", library, "--answer", "moment")
	musttest.Do(t, os.WriteFile(filepath.Join(l.Project, "asks.sh"), []byte(`echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'`), 0o600))
	musttest.Do(t, os.MkdirAll(filepath.Join(l.Project, ".claude"), 0o700))
	musttest.Do(t, os.WriteFile(filepath.Join(l.Project, ".claude", "settings.json"), []byte(`{"hooks":{"PreToolUse":[{"matcher":"AskUserQuestion","hooks":[{"type":"command","command":"sh `+l.Project+`/asks.sh"}]}]}}`), 0o600))
	l.Turns(ct.Ask(libraries()), ct.Text("finished"))
	r := l.run(nil, "-p", "hello")
	r.want(t, 7, "")
	if !strings.Contains(r.stderr, "another hook asks") {
		t.Errorf("stderr %s", r.stderr)
	}
}
