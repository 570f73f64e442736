package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The client is told by where its files are, as its installer and npm put them.
func TestVersionOfTheClient(t *testing.T) {
	npm, other := filepath.Join(t.TempDir(), "claude-code"), t.TempDir()
	for name, content := range map[string]string{
		npm + "/package.json":   `{"name": "@anthropic-ai/claude-code", "version": "2.1.329"}`,
		other + "/package.json": `{"name": "something", "version": "1.2.3"}`,
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		"/home/me/.local/share/claude/versions/2.1.329":        "2.1.329",
		"/home/me/.local/share/claude/versions/2.1.329/claude": "2.1.329",
		filepath.Join(npm, "cli.js"):                           "2.1.329",
		filepath.Join(npm, "bin", "claude.exe"):                "2.1.329",
		filepath.Join(other, "claude"):                         "",
		"/usr/bin/claude":                                      "",
	} {
		if got := clientVersion(filepath.FromSlash(path)); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
