package tui

import (
	"strings"
	"testing"

	"neverask/tui/kit"
)

// TestHelpFindsAndDoes: what is typed into the help finds a key, and enter does it.
func TestHelpFindsAndDoes(t *testing.T) {
	d := newDriver(t, life(t), 80, 24)
	d.Keys("?")
	d.Sees("This screen", "Everywhere", "find and fix what stops hooks from running")
	d.Text("hooks from run")
	d.Sees("› hooks from run", "▸ D ")
	d.SeesNot("Everywhere")
	d.Keys("esc")
	d.Text("doctor")
	d.Keys("enter")
	d.Sees("Home › Doctor")
	d.Keys("?")
	d.Text("nothing like it")
	d.Sees("No matches. Press esc to list everything")
	d.Keys("enter", "esc")
	d.Sees("This screen")
	d.Keys("esc")
	d.SeesNot("This screen")
}

// TestHelpSaysNoYes: the help over a question tells its keys and chooses none.
func TestHelpSaysNoYes(t *testing.T) {
	d := onConfirm(t)
	d.Keys("?")
	d.Sees("▸ y ")
	d.Keys("enter")
	d.Sees("▸ y ")
	d.Keys("esc")
	if d.Sees("▸ No, leave everything"); len(d.f.Applied) > 0 {
		t.Error("the help said yes")
	}
}

// TestPalette: the palette goes to places, rules, questions and hooks, and starts what
// other places do, from wherever one is.
func TestPalette(t *testing.T) {
	for _, c := range []struct{ find, want string }{
		{"go changes", "Home › Changes"},
		{"add a rule", "Rules › Add"},
		{"hook to a settings", "Hooks › New"},
		{"question commit", "› Details"},
		{"undo", "Undo: nothing to undo"},
	} {
		d := newDriver(t, life(t), 100, 40)
		d.Keys("4", "1", "D", ":")
		d.Text(c.find)
		d.Keys("enter")
		d.Sees(c.want)
	}
	d := newDriver(t, life(t), 100, 40)
	d.f.Put(userFile, typical)
	d.Keys("4", "2", ":")
	d.Text("hooks guard")
	d.Keys("enter")
	d.Sees("▸4 Hooks", "Hooks › Details", "guard.sh")
	d = newDriver(t, life(t), 100, 40)
	r := d.m.state.Rules.List[0]
	d.Keys(":")
	d.Text("rules " + strings.ToLower(r.Match.Text))
	d.Keys("enter")
	d.Sees("▸2 Rules")
	if got, _ := d.m.rules.Chosen(); got.ID != r.ID {
		t.Errorf("rule %s is chosen, want %s", got.ID, r.ID)
	}
	d.Keys("1", ":")
	d.Sees("Doctor: find and fix what stops hooks from running", "Settings: the settings that affect hooks and questions, and where each comes from")
	d.Keys("esc")
	d.m.ReadOnly = true
	d.Keys("1", ":")
	d.SeesNot("nstall hooks", "Undo")
}

// TestThemes: every theme is chosen live from the palette, kept, and draws in its own
// colours on both backgrounds.
func TestThemes(t *testing.T) {
	drawn := map[string]string{}
	for _, theme := range kit.Themes() {
		d := newDriver(t, life(t), 100, 30)
		kept := ""
		d.m.Options.SaveTheme = func(name string) error { kept = name; return nil }
		d.Keys("2", ":")
		d.Text("theme " + theme.Name)
		d.Keys("enter")
		if d.Sees("▸2 Rules"); kept != theme.Name {
			t.Errorf("%q is kept, want %s", kept, theme.Name)
		}
		for _, dark := range []bool{true, false} {
			d.m.dark = dark
			d.m.restyle()
			d.m.Drawn.Valid = false
			content := d.m.View().Content
			if other, twice := drawn[content]; twice && !(other == theme.Name && (other == "dark" || other == "light")) {
				t.Errorf("%s is drawn as %s", theme.Name, other)
			}
			drawn[content] = theme.Name
		}
	}
}
