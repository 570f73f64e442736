package main

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"neverask/hooks/claude/config"
	"neverask/settings"
)

// TestPluginHasTheSameEntries: the plugin's hooks are those that installing puts
// into settings, run from the plugin's own directory.
func TestPluginHasTheSameEntries(t *testing.T) {
	content, err := os.ReadFile("../../hooks/hooks.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := settings.Parse(content)
	if err != nil {
		t.Fatal(err)
	}
	entries := config.Questions.Entries("${CLAUDE_PLUGIN_ROOT}/bin/neverask-hook", "")
	groups, err := config.Read(doc)
	if err != nil {
		t.Fatal(err)
	}
	if found := config.Installed(groups, entries); slices.Contains(found, false) || len(groups) != len(entries) {
		t.Errorf("of %+v there are %v in hooks/hooks.json, of %d groups", entries, found, len(groups))
	}
	for _, r := range config.Rejected(doc) {
		t.Errorf("hooks/hooks.json:%d: %s", r.Line, r.Msg)
	}
	manifest, err := os.ReadFile("../../.claude-plugin/plugin.json")
	if err != nil {
		t.Fatal(err)
	}
	var plugin struct{ Name, Description, License string }
	if err := json.Unmarshal(manifest, &plugin); err != nil || plugin.Name != "neverask" || plugin.Description == "" || plugin.License != "MIT" {
		t.Errorf("the manifest is %+v, %v", plugin, err)
	}
}
