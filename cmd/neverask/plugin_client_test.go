//go:build linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/cmd/cmdtest"
	ct "neverask/hooks/claude/clienttest"
)

// plugin puts the repository's plugin and its hook binary into the lab, as an
// archive of a release holds them, and returns its directory.
func (l lab) plugin() string {
	l.t.Helper()
	dir := filepath.Join(l.Root, "plugin")
	bin := cmdtest.Programs(l.t)
	for from, to := range map[string]string{
		"../../.claude-plugin/plugin.json":      ".claude-plugin/plugin.json",
		"../../.claude-plugin/marketplace.json": ".claude-plugin/marketplace.json",
		"../../hooks/hooks.json":                "hooks/hooks.json",
		filepath.Join(bin, "neverask-hook"):     "bin/neverask-hook",
	} {
		content, err := os.ReadFile(from)
		if err != nil {
			l.t.Fatal(err)
		}
		to = filepath.Join(dir, to)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			l.t.Fatal(err)
		}
		if err := os.WriteFile(to, content, 0o755); err != nil {
			l.t.Fatal(err)
		}
	}
	return dir
}

// TestClientWithThePluginBesideTheSettings: the hook runs twice then. The answer
// is the same, also of a call that is answered in part, and it is said.
func TestClientWithThePluginBesideTheSettings(t *testing.T) {
	l := newLab(t)
	dir := l.plugin()
	l.install()
	l.seenRule(libraries(), "--question", library, "--answer", "moment")
	s := l.ask(ct.Ask(libraries(), ct.Choice(runner, "jest", "vitest")), "--plugin-dir", dir)
	s.WaitDialog(runner)
	s.Key("down", "enter")
	l.says(s.WaitToolResult(1), `"`+library+`"="moment"`, `"`+runner+`"="vitest"`)
	s.WaitText("finished")
	if out := l.neverask("log", "--questions"); strings.Count(out, library) != 1 || strings.Count(out, runner) != 1 {
		t.Errorf("the log says\n%s", out)
	}
	if out := l.neverask("hooks", "conflicts", "--plugin-dir", dir); !strings.Contains(out, "it runs twice, together with a hook in your settings") {
		t.Errorf("conflicts says\n%s", out)
	}
}
