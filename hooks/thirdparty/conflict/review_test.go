//go:build unix

package conflict

import (
	"context"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/settings/must"
)

// byName finds the conflict of each hook of the fixture.
func byName(found []Conflict) map[string]Conflict {
	all := map[string]Conflict{}
	for _, c := range found {
		all[c.Hook.Handler.StatusMessage] = c
	}
	return all
}

// skipped is what is expected of a hook that cannot run here.
var skipped = want{verdict: "skipped"}

// interpreter is the program that a hook of the fixture needs, if it is not
// there.
func interpreter(h theirs) (missing string) {
	for name, signs := range map[string][]string{"python3": {"python3", "shim.sh"}, "node": {"node ", "question-preference-hook"}} {
		if _, err := exec.LookPath(name); err != nil && slices.ContainsFunc(signs, func(sign string) bool { return strings.Contains(h.command, sign) }) {
			return name
		}
	}
	return ""
}

func compareAll(t *testing.T, found []Conflict, expected func(theirs) want) map[string]Conflict {
	t.Helper()
	all := byName(found)
	for _, h := range fixture {
		got := nobody
		c, ok := all[h.name]
		if ok {
			got = want{c.Verdict, c.basis(), c.Severity}
		}
		if w := expected(h); got != w && w != skipped {
			t.Errorf("%s: %s, want %s\n%+v", h.name, got, w, c.Evidence)
		}
		if !ok {
			continue
		}
		if c.Hook.Source.File == "" || c.Hook.Handler.Line == 0 || c.Sentence == "" || c.Because == "" || c.ID == "" || !slices.Contains(c.Ways, c.Suggested) {
			t.Errorf("%s: incomplete: %+v", h.name, c)
		}
	}
	if len(found) != len(all) || len(all) < 40 {
		t.Errorf("%d conflicts of %d hooks", len(found), len(all))
	}
	return all
}

func TestReviewWithoutRunningAnything(t *testing.T) {
	root := t.TempDir()
	site := furnish(t, root)
	found, err := Review(context.Background(), options(site, root))
	must.Do(t, err)
	all := compareAll(t, found, func(h theirs) want { return h.read })
	for _, h := range fixture {
		if c, ok := all[h.name]; ok && c.Suggested != h.suggested {
			t.Errorf("%s: %s is suggested, want %s (%s)", h.name, c.Suggested, h.suggested, c.Because)
		}
	}
	ids := map[string]bool{}
	for _, c := range found {
		ids[c.ID] = true
		readOnly := c.Hook.Source.ReadOnly != ""
		if readOnly != !slices.Contains(c.Ways, Park) || readOnly && c.Severity.Decide() && c.AskFor == "" {
			t.Errorf("%s: %v, %q", c.Hook.Handler.StatusMessage, c.Ways, c.AskFor)
		}
	}
	if len(ids) != len(found) {
		t.Errorf("%d IDs of %d conflicts", len(ids), len(found))
	}
	for name, texts := range map[string][]string{
		"shell denies":          {"it denies (deny.sh:4)"},
		"three hops":            {"it exits with status 2 (impl.py:4)"},
		"denies by its status":  {"its command exits with status 2"},
		"guards the shell":      {"about other tools (guard.py:3)"},
		"go answers":            {"answer-go is a binary"},
		"computes its decision": {"its decision is computed (computed.py:4)"},
		"asks a server":         {"another program may decide (relay.sh:2)"},
		"is not there":          {"gone.sh does not exist"},
		"gstack":                {"gstack", "question-preference-hook.mjs:4"},
	} {
		details := ""
		for _, e := range all[name].Evidence {
			details += e.Detail + "\n"
		}
		for _, text := range texts {
			if !strings.Contains(details, text) {
				t.Errorf("%s: the evidence lacks %q:\n%s", name, text, details)
			}
		}
	}
	if c := all["is not there"]; !strings.HasSuffix(c.Missing, "gone.sh") || c.Sentence != "harmless: it never runs" {
		t.Errorf("is not there: %q: %s, %v", c.Missing, c.Sentence, c.Ways)
	}
	if c := all["plugin"]; !strings.Contains(c.AskFor, "disable the plugin") {
		t.Errorf("got %q", c.AskFor)
	}
	if c := all["managed"]; !strings.Contains(c.AskFor, "ask your administrator to give the hook the matcher ^(?!") {
		t.Errorf("got %q", c.AskFor)
	}
}

// tree lists every file below some directories with its content.
func tree(t *testing.T, dirs ...string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			b, err := os.ReadFile(path)
			files[path] = string(b)
			return err
		})
		must.Do(t, err)
	}
	return files
}

// again probes once more what did not come out as expected: on a machine that is
// very busy, a hook may have taken longer than it may.
func again(t *testing.T, o Options, found []Conflict, expected func(theirs) want) {
	t.Helper()
	wanted := map[string]want{}
	for _, h := range fixture {
		wanted[h.name] = expected(h)
	}
	doubts := map[string]bool{}
	for _, c := range found {
		if w := wanted[c.Hook.Handler.StatusMessage]; w != skipped && w != (want{c.Verdict, c.basis(), c.Severity}) {
			doubts[c.Hook.Handler.Summary()] = true
			t.Logf("%s: probed again, after %+v", c.Hook.Handler.StatusMessage, c.Evidence)
		}
	}
	if len(doubts) > 5 {
		return
	}
	o.Consent = func(trial Trial) bool { return doubts[trial.Command] }
	second, err := Review(context.Background(), o)
	if err != nil || len(second) != len(found) {
		t.Fatalf("%d conflicts and then %d, %v", len(found), len(second), err)
	}
	for i, c := range second {
		if doubts[c.Hook.Handler.Summary()] {
			found[i] = c
		}
	}
}

// sameProgram reports whether a hook of the fixture differs from another one by its
// matcher alone, which is no matter of what it does: the person does not agree to its probe.
func sameProgram(command string) bool {
	return strings.HasSuffix(command, "# pattern") || strings.HasSuffix(command, "# list")
}

func TestReviewWithProbes(t *testing.T) {
	if testing.Short() {
		t.Skip("runs some five hundred processes")
	}
	root := t.TempDir()
	site := furnish(t, root)
	before := tree(t, root)
	o := options(site, root)
	asked := map[string]int{}
	o.Consent = func(trial Trial) bool {
		asked[string(trial.Event)+" "+trial.Command]++
		if trial.Runs < 2 || trial.Limit <= 0 || trial.Limit > probeLimit || trial.Source == "" {
			t.Errorf("incomplete: %+v", trial)
		}
		return !sameProgram(trial.Command)
	}
	found, err := Review(context.Background(), o)
	must.Do(t, err)
	expected := func(h theirs) want {
		if sameProgram(h.command) {
			return h.read
		}
		if missing := interpreter(h); missing != "" {
			t.Logf("%s: not probed, because %s is not installed", h.name, missing)
			return skipped
		}
		return h.probed
	}
	again(t, o, found, expected)
	all := compareAll(t, found, expected)
	for _, c := range found {
		if c.basis() == Probed && !c.Timing.Measured {
			t.Errorf("%s: no time was measured", c.Hook.Handler.StatusMessage)
		}
		if c.Hook.Handler.Type == "command" && asked[c.Hook.Group.Event+" "+c.Hook.Handler.Summary()] == 0 {
			t.Errorf("%s: ran without consent", c.Hook.Handler.StatusMessage)
		}
	}
	for command, n := range asked {
		// One of the fixture's commands stands in the settings and in a skill,
		// where it gets another environment.
		if n != 1 && !strings.HasSuffix(command, "~/h/ask.sh") {
			t.Errorf("%s: asked %d times", command, n)
		}
	}
	if c := all["gstack"]; !strings.Contains(c.Evidence[0].Detail, "(a question marked for gstack)") {
		t.Errorf("got %q", c.Evidence[0].Detail)
	}
	if after := tree(t, root); !maps.Equal(before, after) {
		for path := range after {
			if before[path] != after[path] {
				t.Errorf("%s was written", path)
			}
		}
	}
}

func TestReviewRunsNothingWithoutConsent(t *testing.T) {
	root := t.TempDir()
	site := furnish(t, root)
	marker := filepath.Join(root, "ran")
	put(t, filepath.Join(site.Home, "h", "deny.sh"), "#!/bin/sh\n: >"+marker+"\n", 0o755)
	o := options(site, root)
	trials := 0
	o.Consent = func(Trial) bool { trials++; return false }
	if _, err := Review(context.Background(), o); err != nil || trials < 30 {
		t.Errorf("%d trials, %v", trials, err)
	}
	if newShelf().exists(marker) {
		t.Error("a hook was run")
	}
}

func TestCommentsAreNotRead(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"shell patterns":                  {"#!/bin/sh\n# a comment\ncase $x in\n/*) a;;\n*Ask*) b;;\nesac\n", "case $x in|/*) a;;|*Ask*) b;;|esac"},
		"without shebang":                 {"case $x in\n/tmp/*) a;;\n/*) c;;\n*Ask*) b;;\nesac\n", "case $x in|/tmp/*) a;;|/*) c;;|*Ask*) b;;|esac"},
		"a block":                         {"/* says deny\n * and allow\n */\nlet x // tail\n// line\n", "let x // tail"},
		"a block of node":                 {"#!/usr/bin/env node\n/* deny */\nrun()\n", "run()"},
		"python":                          {"#!/usr/bin/env python3\nx = (a\n* b)\n# no\n", "x = (a|* b)"},
		"a block that has no end in node": {"#!/usr/bin/node\n/* deny\nrun()\n", ""},
	} {
		var got []string
		for l := range code(c.text) {
			got = append(got, l.text)
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
