package client

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// The client is told by where its files are, as its installer and npm put them.
func TestVersionOfTheClient(t *testing.T) {
	npm, other := filepath.Join(t.TempDir(), "claude-code"), t.TempDir()
	for name, content := range map[string]string{
		npm + "/package.json":   `{"name": "@anthropic-ai/claude-code", "version": "2.1.329"}`,
		other + "/package.json": `{"name": "something", "version": "1.2.3"}`,
	} {
		musttest.Write(t, name, content)
	}
	for path, want := range map[string]Version{
		"/home/me/.local/share/claude/versions/2.1.329":        "2.1.329",
		"/home/me/.local/share/claude/versions/2.1.329/claude": "2.1.329",
		filepath.Join(npm, "cli.js"):                           "2.1.329",
		filepath.Join(npm, "bin", "claude.exe"):                "2.1.329",
		filepath.Join(other, "claude"):                         "",
		"/usr/bin/claude":                                      "",
	} {
		if got := versionOf(filepath.FromSlash(path)); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// The client is found in PATH, or where its installers put it. That it has a settings file
// does not count.
func TestFind(t *testing.T) {
	home, dir := t.TempDir(), t.TempDir()
	musttest.Do(t, os.MkdirAll(filepath.Join(home, ".claude"), 0o700))
	musttest.Write(t, filepath.Join(home, ".claude", "settings.json"), "{}")
	t.Setenv("PATH", dir)
	if f := Find(home); strings.HasPrefix(f.Program, home) || strings.HasPrefix(f.Program, dir) {
		t.Errorf("found %+v", f)
	}
	name := "claude"
	if runtime.GOOS == "windows" {
		name = "claude.exe"
	}
	usual, inPath := filepath.Join(home, ".local", "bin", name), filepath.Join(dir, name)
	for _, path := range []string{usual, inPath} {
		musttest.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
		musttest.Do(t, os.WriteFile(path, nil, 0o700))
		if f := Find(home); f.Program != path || f.Missing() {
			t.Errorf("found %+v, not %s", f, path)
		}
	}
}

// What is called tried, in whole or in part, is what docs/clients.md says of it.
func TestTriedVersions(t *testing.T) {
	b := musttest.Read(t, "../../../docs/clients.md")
	rows := regexp.MustCompile(`(?m)^\| (\d+\.\d+\.\d+) \| \d+ \| (\d+) \|`).FindAllStringSubmatch(string(b), -1)
	if len(rows) != len(testedVersions) {
		t.Fatalf("docs/clients.md has %d versions, this package %d", len(rows), len(testedVersions))
	}
	for i, row := range rows {
		if testedVersions[i].Version != Version(row[1]) || testedVersions[i].whole != (row[2] == "0") {
			t.Errorf("%q in docs/clients.md, %v here", row[0], testedVersions[i])
		}
		if i > 0 && !testedVersions[i].Before(testedVersions[i-1].Version) {
			t.Errorf("%s is not older than %s", testedVersions[i].Version, testedVersions[i-1].Version)
		}
	}
}

func TestDoubt(t *testing.T) {
	for v, want := range map[Version]string{
		"":          "is not known",
		Newest:      "",
		Oldest:      "behaves differently in some ways",
		"99.0.0":    "only up to " + string(Newest),
		"1.0.128":   "only from " + string(Oldest) + " on",
		"2.1.299":   "was not tested with Claude Code 2.1.299",
		"2.1.x-dev": "was not tested",
	} {
		if got := v.Doubt(); !strings.Contains(got, want) || (want == "") != (got == "") {
			t.Errorf("%s: %q, want %q", v, got, want)
		}
	}
}
