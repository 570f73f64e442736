package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks/app/install"
	"neverask/hooks/claude/config"
)

const toolsText = `{
  "version": 1,
  "rules": [],
  "toolRules": [
    {"id": "push", "tool": "Bash", "when": [{"field": "command", "matches": "\\bgit push\\b"}], "act": "ask", "message": "Really push?",
     "patch": [{"field": "command", "replace": "git push", "with": "git push --dry-run"}, {"field": "timeout", "set": 60000}]},
    {"id": "inside", "tool": "Write|Edit", "when": [{"field": "file_path", "within": "project", "not": true}], "act": "deny", "message": "Stay inside.", "modes": ["default", "plan"], "project": "` + home + `/work/shop"},
    {"id": "reads", "tool": "Read", "act": "allow", "note": "be\u202etter"},
    {"id": "bad", "tool": "Bash", "act": "ask", "when": [{"field": "command", "matches": "("}]},
    {"id": "tell", "tool": "mcp__github__*", "act": "context", "message": "Only acme."}
  ]
}
`

// withTools is a fake with rules for tools, their hook, and a past.
func withTools(f *fake) {
	f.Put(rulesFile, toolsText)
	f.acts, f.ruled = map[string]int{"push": 12, "tell": 1}, true
	var lines []string
	for i, command := range []string{"git push origin main", "ls", "git push --tags https://me:hunter2@host/x"} {
		lines = append(lines, fmt.Sprintf(`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"u%d","name":"Bash","input":{"command":%q}}]},`+
			`"timestamp":"2026-11-20T06:00:00Z","cwd":"%s/work/shop","sessionId":"s"}`, i, command, home))
	}
	name := f.Root + home + "/.claude/projects/-work/s.jsonl"
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		f.T.Fatal(err)
	}
	f.Put(home+"/.claude/projects/-work/s.jsonl", strings.Join(lines, "\n"))
}

// withToolsInstalled has the hook of the rules in the settings, too.
func withToolsInstalled(f *fake) {
	withTools(f)
	f.In.RuleMatcher = f.ruleMatcher
	plan, err := install.Install(f.In, f.In.Target("user", ""), install.Options{NoDenyRules: true, Packs: []config.Pack{config.Rules}})
	if err != nil {
		f.T.Fatal(err)
	}
	f.Put(f.shown(plan.Path), string(plan.After))
}

var toolScreens = []screenOfRules{
	{"tools-empty", func(d *driver) { d.Keys("2", "v") }, nil, "0 rules|No tool rules yet.|Press a to start from a template"},
	{"tools", func(d *driver) { d.Keys("2", "v") }, withTools, ""},
	{"tools-not-installed", func(d *driver) { d.Keys("2", "v", "j") }, func(f *fake) { withTools(f); f.ruled = false }, "○ not installed: these rules do nothing until their hook|i install…|▸ ○ off         Write|Edit"},
	{"tools-off", func(d *driver) { d.Keys("O", "2", "v", "j") }, withToolsInstalled, "○ off: neverask is off everywhere until|: no tool rule acts|▸ ○ off         Write|act        ✗ deny · |but        neverask is off everywhere"},
	{"tools-broken-file", func(d *driver) { d.Keys("2", "v") }, func(f *fake) { f.Put(rulesFile, "{\n  \"version\": 1,\n  \"rules\": [,]\n}\n") }, "0 rules|✗ broken: ~/.config/neverask/preferences.json:3:13: no JSON value can"},
	{"tools-detail", func(d *driver) { d.Keys("2", "v", "j", "enter") }, withTools, ""},
	{"tools-found", func(d *driver) { d.Keys("2", "v", "/"); d.Text("github") }, withTools, "/ github|1 of 4 rules, 1 broken|▸ · tell Claude mcp__github|enter done"},
	{"tools-found-loosely", func(d *driver) { d.Keys("2", "v", "/"); d.Text("cmnd") }, withTools, "1 of 4 rules, 1 broken|▸ ○ ask         Bash"},
	{"tools-not-found", func(d *driver) { d.Keys("2", "v", "/"); d.Text("zzz"); d.Keys("enter") }, withTools, "0 of 4 rules|No matches. Press esc to show all rules|esc show all"},
	{"tools-found-again", func(d *driver) { d.Keys("2", "v", "/"); d.Text("tell"); d.Keys("enter", "esc") }, withTools, "Tool rules|4 rules, 1 broken|▸ · tell Claude mcp__github|esc back"},
	{"tools-detail-edit", func(d *driver) { d.Keys("2", "v", "j", "enter", "e") }, withTools, "Edit the rule inside"},
	{"tools-detail-delete", func(d *driver) { d.Keys("2", "v", "j", "enter", "d", "enter", "y", "enter") }, withTools, "Tool rules|3 rules, 1 broken|▸ ✓ allow       Read"},
	{"tools-doctor", func(d *driver) { d.Keys("2", "v", "j", "enter", "D") }, withTools, "─ Rules › Tool rules › Doctor ─"},
	{"tools-settings", func(d *driver) { d.Keys("2", "v", "D", ",", "esc") }, withTools, "─ Rules › Tool rules ─"},
	{"tools-doctor-back", func(d *driver) { d.Keys("2", "v", "j", "D", "esc") }, withTools, "─ Rules › Tool rules ─|▸ ✗ deny        Write|Edit"},
	{"tools-templates", func(d *driver) { d.Keys("2", "v", "a", "j") }, withTools, ""},
	{"tools-add", func(d *driver) { d.Keys("2", "v", "a", "enter") }, withToolsInstalled, `Change the tool rules in ~/.config/neverask/preferences.json|· confirm-push: asks before anything is pushed|id: confirm-push|note: git push (also of subtree and lfs)|matches a pattern of 318 characters|1 to add`},
	{"tools-add-other", func(d *driver) { d.Keys("2", "v", "a", "j", "j", "enter") }, withToolsInstalled, `Change the tool rules in 2 files|file 1 of 2   ~/.config/neverask/preferences.json|id: inside-project|id: inside-project-notebooks|2 to add, 1 to change in 2 files`},
	{"tools-add-other-end", func(d *driver) { d.Keys("2", "v", "a", "j", "j", "enter", "G") }, withToolsInstalled, `created: at 2026|file 2 of 2   user ~/.claude/settings.json|2 to add, 1 to change in 2 files`},
	{"tools-delete", func(d *driver) { d.Keys("2", "v", "j", "d") }, withToolsInstalled, `Change the tool rules in 2 files|· deletes inside (deny, Write|-   id: inside|1 to change, 1 to remove in 2 files`},
	{"tools-deleted", func(d *driver) { d.Keys("2", "v", "j", "d", "enter", "y") }, withToolsInstalled, "✓ Rules changed|Written          ~/.config/neverask/preferences.json|Written          ~/.claude/settings.json"},
	{"tools-edit", func(d *driver) { d.Keys("2", "v", "e") }, withTools, ""},
	{"tools-edit-refused", func(d *driver) { d.Keys("2", "v", "e", "tab", "tab", "(") }, withTools, "Edit the rule push|✗ invalid: condition 1: pattern: error parsing regexp: missing closing"},
	{"tools-past", func(d *driver) { d.Keys("2", "v", "x") }, withTools, ""},
	{"tools-past-none", func(d *driver) { d.Keys("2", "v", "a", "x") }, nil, "What confirm-push would have done|No transcript has a call of a tool that the rules name."},
	{"help-tools", func(d *driver) { d.Keys("2", "v", "?") }, withTools, "This screen|  a        choose a template; shows the change first|x        explain what the rule would have done in past sessions"},
}

func TestToolScreens(t *testing.T) {
	for _, s := range toolScreens {
		s.test(t)
	}
}

// TestToolsAreEdited: what the keys do reaches the file and the settings, and one
// undo takes both back.
func TestToolsAreEdited(t *testing.T) {
	d := driverWith(t, withToolsInstalled, 120, 40)
	settings := home + "/.claude/settings.json"
	before := d.f.Get(settings)
	d.Keys("2", "v", "j", "j", "d", "enter", "y")
	if text := d.f.Get(rulesFile); strings.Contains(text, `"reads"`) || !strings.Contains(text, `"bad"`) {
		t.Errorf("after deleting a rule:\n%s", text)
	}
	if text := d.f.Get(settings); text == before || strings.Contains(text, "Read") {
		t.Errorf("the entry still fires for Read:\n%s", text)
	}
	d.Sees("Rules changed")
	d.Keys("z", "enter", "y")
	if d.f.Get(rulesFile) != toolsText || d.f.Get(settings) != before {
		t.Errorf("after undoing:\n%s\n%s", d.f.Get(rulesFile), d.f.Get(settings))
	}
}

func TestToolIsChangedInTheForm(t *testing.T) {
	d := driverWith(t, withTools, 120, 40)
	d.Keys("2", "v", "e", "left")
	d.Sees("invalid", "a patch does not go with")
	d.Keys("tab", "tab")
	d.Sees("FIELD is one of Bash: command, timeout, description")
	d = driverWith(t, withTools, 120, 40)
	d.Keys("2", "v", "j", "j", "e", "left", "left")
	d.Sees("· to do: say what Claude is told, as the message")
	d = driverWith(t, withTools, 120, 40)
	d.Keys("2", "v", "e", "tab", "|", "E", "d", "i", "t", "enter", "enter", "y")
	if text := d.f.Get(rulesFile); text != strings.Replace(toolsText, `"id": "push", "tool": "Bash"`, `"id": "push", "tool": "Bash|Edit"`, 1) {
		t.Errorf("after changing the tools:\n%s", text)
	}
	// Going back to the list shows the rule as it is now.
	d.Keys("enter")
	d.Sees("Tool rules", "Bash|Edit")
}

// What a template does is said whole, and a click chooses the one that it is on.
func TestClickOnATemplate(t *testing.T) {
	d := driverWith(t, nil, 42, 30)
	d.Keys("2", "v", "a")
	d.Sees("▸ confirm-push", "where no dry run exists")
	d.ClickOn("no-secrets")
	d.Sees("▸ no-secrets")
	d.ClickOn("looks like a password")
	d.Sees("toolRules")
}

// A template adds what is missing of it, and nothing twice.
func TestTemplateIsAddedOnce(t *testing.T) {
	d := driverWith(t, nil, 120, 40)
	d.Keys("2", "v", "a", "j", "j", "enter", "enter", "y", "enter")
	d.Sees("created    20 Nov 2026 with neverask")
	d.Keys("a")
	d.Sees("inside-project  2 rules · ✓ added", "Write your own with neverask rules add --tool")
	text := d.f.Get(rulesFile)
	d.Keys("j", "j", "enter")
	d.Sees("· inside-project is added already", "▸ inside-project")
	d.Keys("esc", "d", "enter", "y", "enter", "a")
	d.SeesNot("✓ added")
	d.Keys("j", "j", "enter", "enter", "y")
	if now := d.f.Get(rulesFile); strings.Count(now, `"id"`) != strings.Count(text, `"id"`) || strings.Contains(now, `-2"`) {
		t.Errorf("after adding it again:\n%s", now)
	}
}

// The modes that a rule holds in are checked while they are typed.
func TestModesOfATool(t *testing.T) {
	d := driverWith(t, withTools, 120, 40)
	d.Keys("2", "v", "e", "tab", "tab", "tab", "tab", "tab")
	d.Sees("▸ mode", "none for all: default,")
	d.Text("plan, slow")
	d.Sees("invalid", `unknown permission mode "slow"`)
	d.Keys("backspace", "backspace", "backspace", "backspace")
	d.Text("default")
	d.Keys("enter", "enter", "y")
	if text := d.f.Get(rulesFile); !strings.Contains(text, `"plan"`) || !strings.Contains(text, `"default"`) {
		t.Errorf("after giving modes:\n%s", text)
	}
	d.Keys("enter")
	d.Sees("plan, default")
	d.Keys("e", "tab", "tab", "tab", "tab", "tab", "ctrl+u", "enter", "enter", "y")
	if text := d.f.Get(rulesFile); strings.Contains(strings.Split(text, "inside")[0], `"modes"`) {
		t.Errorf("after taking the modes away:\n%s", text)
	}
}

// In a session of Claude Code no rule that allows can come in.
func TestToolsThatAllowAreThePersons(t *testing.T) {
	f := life(t)
	withTools(f)
	o := options(f)
	o.Environ = append(o.Environ, "CLAUDECODE=1")
	d := newDriver(t, f, 120, 40)
	d.m.state.InSession = true
	d.Keys("2", "v", "e", "right", "enter")
	d.Sees("only you can add a rule")
	if f.Get(rulesFile) != toolsText {
		t.Error("the rule was changed")
	}
}
