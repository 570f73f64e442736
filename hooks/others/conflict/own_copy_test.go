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

// TestOwnCopy: neverask's own hook in a plugin and in a settings file, from another
// place than the installed one, is known for what it is.
func TestOwnCopy(t *testing.T) {
	root := t.TempDir()
	write := func(name, content string) {
		t.Helper()
		path := filepath.Join(root, name)
		musttest.Write(t, path, content)
	}
	const group = `[{"matcher":"AskUserQuestion","hooks":[{"type":"command","command":"COMMAND","args":[]}]}]`
	hooks := func(command string) string {
		g := strings.ReplaceAll(group, "COMMAND", command)
		return `{"hooks":{"PreToolUse":` + g + `,"PostToolUse":` + g + `}}`
	}
	write("plugin/.claude-plugin/plugin.json", `{"name":"neverask"}`)
	write("plugin/hooks/hooks.json", hooks("${CLAUDE_PLUGIN_ROOT}/bin/neverask-hook"))
	write("home/.claude/settings.json", hooks("/elsewhere/neverask-hook.exe"))
	site := config.Site{
		Locations: settings.Locations{Home: filepath.Join(root, "home"), Dir: root}, GOOS: "linux",
		ManagedDir: filepath.Join(root, "managed"), PluginDirs: []string{filepath.Join(root, "plugin")},
	}
	found, err := Review(context.Background(), Options{
		Sources: config.Find(site), Tools: []string{"AskUserQuestion"}, Ours: func(config.Handler) bool { return false },
	})
	musttest.Do(t, err)
	if len(found) != 4 {
		t.Fatalf("%d conflicts, want 4", len(found))
	}
	for _, c := range found {
		severity, ways, suggested := Races, []Resolution{Leave, Park}, Park
		if c.Hook.Source.Kind == config.Plugin {
			ways, suggested = []Resolution{Leave}, Leave
			if !strings.Contains(c.Because, "disable the plugin plugin") {
				t.Errorf("%s: %s", c.Hook.Source.Kind, c.Because)
			}
		}
		if c.Hook.Group.Event == "PostToolUse" {
			severity = Info
		}
		if c.Severity != severity || !slices.Equal(c.Resolutions, ways) || c.Suggested != suggested || !strings.Contains(c.Evidence[0].Detail, "neverask's own hook") {
			t.Errorf("%s %s: %s, %v, %s, %+v", c.Hook.Source.Kind, c.Hook.Group.Event, c.Severity, c.Resolutions, c.Suggested, c.Evidence)
		}
	}
	if ownCopy(config.Handler{Type: "command", Command: "/elsewhere/my-neverask-hook"}) || ownCopy(config.Handler{Type: "http", Command: "neverask-hook"}) {
		t.Error("another program is taken for neverask's hook")
	}
}
