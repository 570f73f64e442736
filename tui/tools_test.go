package tui

import (
	"strings"
	"testing"

	"neverask/hooks/app/install"
	"neverask/hooks/claude/config"
	"neverask/settings/musttest"
)

const toolsText = `{
  "version": 1,
  "rules": [],
  "toolRules": [
    {"id": "push", "tool": "Bash", "when": [{"field": "command", "matches": "\\bgit push\\b"}], "act": "ask", "message": "Really push?"},
    {"id": "inside", "tool": "Write|Edit", "when": [{"field": "file_path", "within": "project", "not": true}], "act": "deny", "message": "Stay inside."},
    {"id": "bad", "tool": "Bash", "act": "ask", "when": [{"field": "command", "matches": "("}]}
  ]
}
`

// withTools is a fake with tool rules and their hook.
func withTools(f *fake) {
	f.Put(rulesFile, toolsText)
	f.Hooked = true
	f.In.Needs = f.needs
	plan, err := install.Install(f.In, f.In.Target("user", ""), install.Options{NoDenyRules: true, What: []config.Installable{config.ToolRuleHook}})
	musttest.Do(f.T, err)
	f.Put(f.shown(plan.Path), string(plan.After))
}

// TestToolRuleIsDeleted: the plan deletes a tool rule and updates the entry in the settings, and
// one undo takes back both.
func TestToolRuleIsDeleted(t *testing.T) {
	t.Parallel()
	d := driverWith(t, withTools, 120, 40)
	settings := home + "/.claude/settings.json"
	before := d.f.Get(settings)
	d.Keys("2", "j", "enter")
	d.Sees("Rules › Details", "Stay inside.", "d delete")
	d.Keys("d")
	d.Sees("Change the tool rules in 2 files", "· deletes inside (deny, Write|Edit): Stay inside.")
	d.Keys("y")
	if text := d.f.Get(rulesFile); strings.Contains(text, `"inside"`) || !strings.Contains(text, `"bad"`) {
		t.Errorf("after deleting a rule:\n%s", text)
	}
	if text := d.f.Get(settings); text == before || strings.Contains(text, "Write") {
		t.Errorf("the entry still fires for Write:\n%s", text)
	}
	d.Sees("changed the tool rules")
	d.Keys("z", "y")
	if d.f.Get(rulesFile) != toolsText || d.f.Get(settings) != before {
		t.Errorf("after undoing:\n%s\n%s", d.f.Get(rulesFile), d.f.Get(settings))
	}
}
