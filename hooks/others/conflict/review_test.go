//go:build unix

package conflict

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/settings/musttest"
)

// byName finds the conflict of each hook of the fixture.
func byName(found []Conflict) map[string]Conflict {
	all := map[string]Conflict{}
	for _, c := range found {
		all[c.Hook.Handler.StatusMessage] = c
	}
	return all
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
		if w := expected(h); got != w {
			t.Errorf("%s: %s, want %s\n%+v", h.name, got, w, c.Evidence)
		}
		if !ok {
			continue
		}
		if c.Hook.Source.File == "" || c.Hook.Handler.Line == 0 || c.Sentence == "" || c.Because == "" || c.ID == "" || !slices.Contains(c.Resolutions, c.Suggested) {
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
	musttest.Do(t, err)
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
		if readOnly != !slices.Contains(c.Resolutions, Park) || readOnly && c.Severity.Decide() && c.AskFor == "" {
			t.Errorf("%s: %v, %q", c.Hook.Handler.StatusMessage, c.Resolutions, c.AskFor)
		}
	}
	if len(ids) != len(found) {
		t.Errorf("%d IDs of %d conflicts", len(ids), len(found))
	}
	for name, texts := range map[string][]string{
		"shell denies":          {"it denies (deny.sh:4)"},
		"three hops":            {"no decision was found in its command or shim.sh"},
		"logs in python":        {"no decision was found in its command or log.py"},
		"denies by its status":  {"its command exits with status 2"},
		"guards the shell":      {"about other tools (guard.py:3)"},
		"go answers":            {"answer-go is a binary"},
		"computes its decision": {"its decision is computed (computed.py:4)"},
		"is not there":          {"gone.sh is not there"},
		"gstack":                {"gstack"},
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
	if c := all["is not there"]; !strings.HasSuffix(c.Missing, "gone.sh") || c.Sentence != "harmless: it cannot run" {
		t.Errorf("is not there: %q: %s, %v", c.Missing, c.Sentence, c.Resolutions)
	}
	if c := all["plugin"]; !strings.Contains(c.AskFor, "disable the plugin") {
		t.Errorf("got %q", c.AskFor)
	}
	if c := all["managed"]; !strings.Contains(c.AskFor, "ask your administrator to give the hook the matcher ^(?!") {
		t.Errorf("got %q", c.AskFor)
	}
}

// TestMistake: a hook in a file with a mistake is left alone until that is repaired.
func TestMistake(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	put(t, filepath.Join(root, "home", ".claude", "settings.json"),
		`{"hooks":{"PostToolUse":[{"matcher":"AskUserQuestion","hooks":[{"type":"command","command":"exit 2"}]},5]}}`, 0o644)
	site := config.Site{Locations: settings.Locations{Home: filepath.Join(root, "home"), Dir: root}, GOOS: "linux", ManagedDir: filepath.Join(root, "etc")}
	found, err := Review(t.Context(), options(site, root))
	musttest.Do(t, err)
	if len(found) != 1 || !slices.Equal(found[0].Resolutions, []Resolution{Leave}) || found[0].Because != "it has a mistake, which must be corrected first" {
		t.Errorf("found %+v", found)
	}
}

func TestReviewRunsNothing(t *testing.T) {
	root := t.TempDir()
	site := furnish(t, root)
	marker := filepath.Join(root, "ran")
	put(t, filepath.Join(site.Home, "h", "deny.sh"), "#!/bin/sh\n: >"+marker+"\n", 0o755)
	_, err := Review(context.Background(), options(site, root))
	musttest.Do(t, err)
	if isFile(marker) {
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

// basis is the kind of evidence that the verdict rests on.
func (c *Conflict) basis() Basis {
	if len(c.Evidence) == 0 {
		return ""
	}
	return c.Evidence[0].Basis
}
