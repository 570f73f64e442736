package tui

import (
	"strings"
	"testing"

	"neverask/hooks/claude/transcript"
)

// commented is a settings file as somebody wrote it who did not know that it is
// strict JSON, with a mistake that the comments hide.
const commented = `{
  // keep this one
  "model": "opus",
  "env": {"API_TOKEN": "s3cr3t"}, /* never share */
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": "true", "timeout": "5" },]
      }
    ]
  }
}
`

// ward has a settings file with a mistake of nearly every kind.
func ward(f *fake) {
	f.Put(userFile, `{
  "disableAllHooks": true,
  "Stop": [{"hooks": [{"type": "command", "command": "true"}]}],
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "~/gone.sh --token s3cr3t" }] },
      { "matcher": "Edit(", "hooks": [{ "type": "command", "command": "true", "timeout": 60000 }] }
    ],
    "PostToolUse": [
      { "hooks": [{ "type": "command", "command": "true", "timeout": "5" }, { "type": "shout", "command": "true" }] },
      { "command": "true" }
    ],
    "stop": []
  }
}
`)
	f.Put(projectFile, "{\n  \"model\": \"opus\",\n  \"model\": \"sonnet\"\n}\n")
	f.Put(home+"/work/shop/.claude/settings.local.json", "{")
	f.Put(home+"/.config/neverask/preferences.json", `{"version":1,"rules":[{"id":"a","match":{"header":"Tests"},"mode":"never-ask"}]}`)
}

// examine shows the doctor's page.
func (d *driver) examine() { d.Keys("1", "d") }

// chooseFinding moves to the first finding with an ID.
func (d *driver) chooseFinding(id string) {
	d.T.Helper()
	for i, f := range d.m.overview.examination.Found {
		if f.ID == id {
			d.m.overview.examination.Pane.Chosen = i
			d.m.ClampScroll()
			return
		}
	}
	d.T.Fatalf("there is no %s:\n%s", id, d.Screen())
}

func onWard(id string, keys ...string) func(*driver) {
	return func(d *driver) {
		ward(d.f)
		d.examine()
		if id != "" {
			d.chooseFinding(id)
		}
		d.Keys(keys...)
	}
}

func onComments(keys ...string) func(*driver) {
	return func(d *driver) { d.f.Put(userFile, commented); d.examine(); d.Keys(keys...) }
}

var doctorScreens = []struct {
	name string
	show func(*driver)
}{
	{"doctor-none", (*driver).examine},
	{"doctor-looking", func(d *driver) { d.Hold = true; d.examine() }},
	{"doctor-stopped", func(d *driver) { d.Hold = true; d.examine(); d.Keys("x") }},
	{"doctor-some", onComments()},
	{"doctor-many", onWard("")},
	{"doctor-end", onWard("", "G")},
	{"doctor-by-name", onWard("duplicate-key")},
	{"doctor-detail", onWard("command-missing", "enter")},
	{"doctor-detail-unfixable", onWard("file-malformed", "enter")},
	{"doctor-plan", onComments("f")},
	{"doctor-plan-semantic", onWard("entry-rejected", "f")},
	{"doctor-confirm", onComments("f", "a")},
	{"doctor-result", onComments("f", "a", "y")},
	{"doctor-result-settled", func(d *driver) { onComments("f", "a", "y")(d); d.Tick() }},
	{"doctor-after", onComments("f", "a", "y", "enter")},
	{"doctor-all", func(d *driver) { onComments()(d); d.Keys("f", "a", "y", "enter", "f", "a", "y", "enter") }},
	{"doctor-undo", onComments("f", "a", "y", "z")},
	{"doctor-history", func(d *driver) { onComments("f", "a", "y", "enter", "esc")(d); d.openTab("Changes"); d.Keys("enter") }},
	{"doctor-read-only", func(d *driver) { d.m.ReadOnly, d.m.overview.examination.ReadOnly = true, true; onComments("enter")(d) }},
	{"help-doctor", onComments("?")},
	{"settings", onSettings()},
	{"settings-rule", onSettings("G", "up", "up")},
	{"settings-detail", onSettings("enter")},
	{"settings-choices", onSettings("e", "down")},
	{"settings-plan", onSettings("e", "down", "enter")},
	{"settings-result", onSettings("e", "down", "enter", "a", "y")},
	{"overview-lost", func(d *driver) { robbed(d) }},
	{"hooks-lost", func(d *driver) { robbed(d); d.Keys("4") }},
	{"lost", func(d *driver) { robbed(d); d.Keys("b") }},
	{"lost-plan", func(d *driver) { robbed(d); d.Keys("b", "b") }},
	{"lost-result", func(d *driver) { robbed(d); d.Keys("b", "b", "a", "y") }},
	{"lost-none", func(d *driver) { robbed(d); d.Keys("b", "b", "a", "y", "enter"); d.Tick(); d.Tick() }},
	{"history-rewind", func(d *driver) { robbed(d); d.openTab("Changes"); d.Keys("R") }},
}

// onSettings shows the settings of somebody who has some of them everywhere.
func onSettings(keys ...string) func(*driver) {
	return func(d *driver) {
		d.f.Put(userFile, `{
  "disableAllHooks": true,
  "askUserQuestionTimeout": "60s",
  "env": { "API_TOKEN": "s3cr3t", "EDITOR": "vi" },
  "enabledPlugins": { "lint@shop": true },
  "permissions": { "ask": ["AskUserQuestion"], "defaultMode": "plan" }
}
`)
		d.f.Put(projectFile, "{\n  \"disableAllHooks\": false,\n  \"askUserQuestionTimeout\": \"5m\"\n}\n")
		d.f.Put(managedFile, `{"env": {"EDITOR": "corp"}}`)
		d.Keys("1", "o")
		d.Keys(keys...)
	}
}

// robbed has installed the hooks beside one of somebody else's, and another
// program has written the file without either.
func robbed(d *driver) {
	d.f.Put(userFile, typical)
	d.Keys("r")
	d.install()
	d.Tick()
	d.f.Put(userFile, strings.Replace("{\n  \"model\": \"opus\"\n}\n", "opus", "sonnet", 1))
	d.Tick()
}

func TestDoctorScreens(t *testing.T) {
	for _, s := range doctorScreens {
		screensOf(t, s.name, s.show)
	}
}

// A hook that was slow is told of where it stands.
func TestDoctorSlow(t *testing.T) {
	f := newFake(t)
	f.Put(userFile, typical)
	f.stats = []transcript.HookStat{{Event: "PreToolUse", Name: "~/.claude/guard.sh", Seen: 3}}
	d := newDriver(t, f, 120, 40)
	d.examine()
	d.SeesNot("took") // no record tells how long
}

// Every screen of the doctor fits every size.
func TestDoctorAtEverySize(t *testing.T) {
	for _, s := range doctorScreens {
		d := newDriver(t, newFake(t), 80, 24)
		s.show(d)
		d.Resize()
	}
}
