package setting

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/tui/change"
	"neverask/tui/change/changetest"
	"neverask/tui/kit/kittest"
)

// world is somebody who has settings in all files.
type world struct{ *changetest.World }

func (w *world) Sources() config.Sources { return w.In.Sources(nil, nil) }

func (w *world) Settings() []config.Setting { return w.In.Settings(nil) }

func (w *world) Configure(t installer.Target, name, raw string) (installer.Plan, error) {
	return w.In.Configure(t, name, raw)
}

const (
	userFile    = "~/.claude/settings.json"
	projectFile = "~/work/shop/.claude/settings.json"
)

// driver shows the page.
type driver struct {
	*kittest.Driver
	*world
}

func show(t testing.TB) *driver {
	w := &world{changetest.New(t)}
	w.Put(userFile, `{
  "disableAllHooks": true,
  "askUserQuestionTimeout": "60s",
  "env": { "API_TOKEN": "s3cr3t", "EDITOR": "vi" },
  "enabledPlugins": { "lint@shop": true },
  "permissions": { "ask": ["AskUserQuestion"], "defaultMode": "plan" }
}
`)
	w.Put(projectFile, "{\n  \"disableAllHooks\": false,\n  \"askUserQuestionTimeout\": \"5m\"\n}\n")
	w.Put("/etc/claude-code/managed-settings.json", `{"env": {"EDITOR": "corp"}}`)
	return open(w)
}

func open(w *world) *driver {
	d := &driver{w.Show(kittest.Blank{}, 80, 24), w}
	d.Run(Open(d.M, w, Theme{Name: func() string { return "terminal" }}))
	return d
}

func TestScreens(t *testing.T) {
	for _, s := range []struct{ name, keys, like, unlike string }{
		{"settings", "", "Settings that affect hooks and questions|▸ disableAllHooks                false|▲ AskUserQuestion", ""},
		{"a variable", "G up up up", "▸ env.API_TOKEN                  \"•••\"|its value is not shown|set in     user ~/.claude/settings.json:4", "change…"},
		{"detail", "enter", "Settings › Details|true turns off every hook|~/work/shop/.claude/settings.json:2", ""},
		{"choices", "e down", "What should disableAllHooks be? Now it is false|remove it", ""},
		{"plan", "e down enter", "Change a setting in ~/.claude/settings.json|- disableAllHooks: true|1 to remove", ""},
		{"result", "e down enter enter y", "✓ Setting changed|neverask undo k3f9a2b", ""},
		{"the theme", "G", "▸ theme                          terminal|neverask|theme = terminal|the colours of neverask|e edit…", "set in"},
		{"help", "?", "change or remove it; shows the change first", ""},
	} {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			d := show(t)
			d.Keys(strings.Fields(s.keys)...)
			d.Looks(s.like, s.unlike)
		})
	}
}

func TestGoldens(t *testing.T) {
	d := show(t)
	kittest.Golden(t, "settings", d.Sizes())
	d.Keys("enter")
	kittest.Golden(t, "setting", d.Screen())
	d.Keys("esc", "e", "down")
	kittest.Golden(t, "choices", d.Screen())
}

// What a setting is changed to holds where it was asked for.
func TestSettingsAreChanged(t *testing.T) {
	d := show(t)
	before := d.Get(projectFile)
	d.Keys("e")
	d.Sees("What should disableAllHooks be?")
	d.Keys("down", "down", "enter")
	d.Sees("Change a setting in ~/work/shop/.claude/settings.json", "disableAllHooks")
	d.Keys("enter", "y", "enter")
	if got, want := d.Get(projectFile), strings.Replace(before, "false", "true", 1); got != want {
		t.Errorf("got:\n%s", got)
	}
	d.Sees("▸ disableAllHooks                ▲ true")
	made, err := d.History()
	if err != nil || len(made) != 1 || change.NewChangelog(made, nil).Entries[0].Description != "change the setting disableAllHooks" {
		t.Errorf("the change log has %+v, %v", made, err)
	}
}

// What is preselected changes nothing of what holds: enter alone turns no hook off.
func TestTheValueThatHoldsIsPreselected(t *testing.T) {
	w := &world{changetest.New(t)}
	w.Put(userFile, "{}\n")
	d := open(w)
	d.Keys("e")
	d.Sees("What should disableAllHooks be?", "▸   false  ✓")
	d.Keys("esc", "enter", "e") // from the details too
	d.Sees("What should disableAllHooks be?", "▸   false  ✓")
}

// With --readonly nothing is offered that writes.
func TestReadOnly(t *testing.T) {
	d := show(t)
	d.M.ReadOnly = true
	before := d.Get(userFile)
	for _, b := range d.M.Bindings() {
		if b.Write || strings.HasSuffix(b.Help().Desc, "…") {
			t.Errorf("%s %s is offered:\n%s", b.Help().Key, b.Help().Desc, d.Screen())
		}
	}
	d.Keys("e", "down", "enter", "enter", "y")
	if d.Get(userFile) != before {
		t.Error("written")
	}
}

// What is drawn of settings holds no control character and no secret.
func TestNothingReachesTheTerminal(t *testing.T) {
	evil := "\\u001b[31mred \\u202e evil \\u009b31m \\u200b tab\\t nl\\n --token s3cr3t"
	for _, keys := range []string{"", "enter", "e", "G up", "G up e", "G up enter"} {
		w := &world{changetest.New(t)}
		w.Put(userFile, `{"disableAllHooks": "`+evil+`", "env": {"`+evil+`": "s3cr3t"}, "enabledPlugins": {"`+evil+`": true}, "permissions": {"ask": ["AskUserQuestion(`+evil+`)"]}}`)
		d := open(w)
		d.Send(tea.WindowSizeMsg{Width: 160, Height: 60})
		d.Keys(strings.Fields(keys)...)
		d.Harmless(keys)
		d.SeesNot(kittest.Secret)
	}
}

// A file that cannot be read is told of: what it sets is not known, and does not count.
func TestUnreadFile(t *testing.T) {
	w := &world{changetest.New(t)}
	w.Put(userFile, "{\n  \"askUserQuestionTimeout\": \"60s\",\n}\n")
	open(w).Looks("✗ cannot read: ~/.claude/settings.json:2:|. Claude Code ignores what it|press D to repair it|set in     no file that can be read| D doctor ", "no file\n")
}
