package tui

import (
	"strings"
	"testing"

	"neverask/tui/kit"
)

// TestHelpFindsAndDoes: what is typed into the help finds a key, and enter does it.
func TestHelpFindsAndDoes(t *testing.T) {
	d := newDriver(t, life(t), 80, 24)
	d.keys("?")
	d.sees("This screen", "Everywhere", "find and fix what stops hooks from running")
	d.text("hooks from run")
	d.sees("› hooks from run", "▸ d ")
	d.seesNot("Everywhere")
	d.keys("esc")
	d.text("doctor")
	d.keys("enter")
	d.sees("Home › Doctor")
	d.keys("?")
	d.text("nothing like it")
	d.sees("No matches. Press esc to list everything")
	d.keys("enter", "esc")
	d.sees("This screen")
	d.keys("esc")
	d.seesNot("This screen")
}

// TestHelpSaysNoYes: the help over a question tells its keys and chooses none.
func TestHelpSaysNoYes(t *testing.T) {
	d := onConfirm(t)
	d.keys("?")
	d.sees("▸ y ")
	d.keys("enter")
	d.sees("▸ y ")
	d.keys("esc")
	if d.sees("▸ No, leave everything"); len(d.f.applied) > 0 {
		t.Error("the help said yes")
	}
}

// TestPalette: the palette goes to places, rules, questions and hooks, and starts what
// other places do, from wherever one is.
func TestPalette(t *testing.T) {
	for _, c := range []struct{ find, want string }{
		{"go changes", "Home › Changes"},
		{"add a rule", "Rules › Add"},
		{"hook to a settings", "Hooks › Edit"},
		{"question commit", "› Details"},
	} {
		d := newDriver(t, life(t), 100, 40)
		d.keys("4", "1", "d", ":")
		d.text(c.find)
		d.keys("enter")
		d.sees(c.want)
	}
	d := newDriver(t, life(t), 100, 40)
	r := d.m.overview.rules.book.rules[0]
	d.keys(":")
	d.text("rules " + strings.ToLower(r.Match.Text))
	d.keys("enter")
	d.sees("▸2 Rules")
	if got, _ := d.m.overview.rules.chosen(); got.ID != r.ID {
		t.Errorf("rule %s is chosen, want %s", got.ID, r.ID)
	}
	d.m.ReadOnly = true
	d.keys("1", ":")
	d.seesNot("install hooks")
}

// TestThemes: every theme is chosen live from the palette, kept, and draws in its own
// colours on both backgrounds.
func TestThemes(t *testing.T) {
	drawn := map[string]string{}
	for _, theme := range kit.Themes() {
		d := newDriver(t, life(t), 100, 30)
		kept := ""
		d.m.Options.SaveTheme = func(name string) error { kept = name; return nil }
		d.keys("2", ":")
		d.text("theme " + theme.Name)
		d.keys("enter")
		if d.sees("▸2 Rules"); kept != theme.Name {
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
