//go:build linux

package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// claim lets the project's settings set variables.
func (l lab) claim(variables map[string]string) {
	l.t.Helper()
	l.ProjectSettings(l.JSON(map[string]any{"env": variables}))
}

// TestClientHomeOfARepository: a repository that names a home of its own, with rules in it,
// is not where the hook takes its rules from, or writes its log.
func TestClientHomeOfARepository(t *testing.T) {
	l := newLab(t)
	l.install()
	l.seenRule(libraries(), "--question", library, "--answer", "recommended")
	l.claim(map[string]string{"NEVERASK_HOME": "/proc/self/cwd/.own", "XDG_CONFIG_HOME": "/proc/self/cwd/.own", "HOME": "/proc/self/cwd/.own"})
	for _, place := range []string{".own/config", ".own/neverask", ".own/.config/neverask"} {
		name := filepath.Join(l.Project, place, "preferences.json")
		musttest.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
		rules := `{"version":1,"rules":[{"id":"evil","match":{"text":` + l.JSON(library) + `},"mode":"never-ask","answer":"moment"}]}`
		musttest.Do(t, os.WriteFile(name, []byte(rules), 0o600))
	}
	l.says(l.answered(l.host(), ct.Ask(libraries())), `"`+library+`"="date-fns (Recommended)"`)
	if out := l.neverask("log", "--questions"); !strings.Contains(out, "neverask") || strings.Count(out, library) != 1 {
		t.Errorf("the log says\n%s", out)
	}
	if found, _ := filepath.Glob(filepath.Join(l.Project, ".own", "state")); len(found) > 0 {
		t.Errorf("the hook has written into the repository: %q", found)
	}
}

// TestClientVariablesOfARepository: of the variables that the hook reads, a repository
// can set those of which docs/files.md says so.
func TestClientVariablesOfARepository(t *testing.T) {
	l := newLab(t)
	claimed, want := map[string]string{"CLAUDECODE": "/claimed", "CLAUDE_CONFIG_DIR": "/claimed"}, []string(nil)
	for name, by := range variables(t, "The hook") {
		claimed[name] = "/claimed"
		if by == "a repository" {
			want = append(want, name)
		}
	}
	delete(claimed, "PATH") // without which nothing starts
	want = slices.DeleteFunc(want, func(name string) bool { return name == "PATH" })
	l.claim(claimed)
	seen := filepath.Join(l.Root, "seen")
	l.Settings(l.JSON(map[string]any{"hooks": map[string]any{"UserPromptSubmit": []any{map[string]any{"hooks": []any{
		map[string]any{"type": "command", "command": l.Script("look", "/usr/bin/env >"+seen), "args": []string{}},
	}}}}}))
	l.Turns(ct.Text("fine"))
	l.Headless(nil, "hello")
	b := musttest.Read(t, seen)
	var got []string
	for line := range strings.Lines(string(b)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		if value == "/claimed" && variables(t, "The hook")[name] != "anybody" {
			got = append(got, name)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("of %q a repository has set %q, want %q", slices.Sorted(maps.Keys(claimed)), got, want)
	}
}

// variables returns those that a part of docs/files.md names, with who sets them.
func variables(t *testing.T, part string) map[string]string {
	t.Helper()
	content := musttest.Read(t, "../../docs/files.md")
	_, text, ok := strings.Cut(string(content), "\n### "+part+"\n")
	if !ok {
		t.Fatalf("docs/files.md has no part %q", part)
	}
	text, _, _ = strings.Cut(text, "\n### ")
	all := map[string]string{}
	for line := range strings.Lines(text) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.Contains(cells[1], "`") {
			continue
		}
		for _, m := range regexp.MustCompile("`([A-Za-z_]+)`").FindAllStringSubmatch(cells[1], -1) {
			if _, twice := all[m[1]]; twice {
				t.Errorf("docs/files.md, %s: %s occurs twice", part, m[1])
			}
			all[m[1]] = strings.TrimSpace(cells[2])
		}
	}
	return all
}
