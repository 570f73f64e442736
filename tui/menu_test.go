package tui

import (
	"strings"
	"testing"
)

// TestHelpFindsAndDoes: what is typed into the help finds a key, and enter does it.
func TestHelpFindsAndDoes(t *testing.T) {
	d := newDriver(t, life(t), 80, 24)
	d.keys("?")
	d.sees("This screen", "Everywhere", "what keeps hooks from running")
	d.text("hooks from run")
	d.sees("› hooks from run", "▸ d ")
	d.seesNot("Everywhere")
	d.keys("enter")
	d.sees("Home › Doctor")
	d.keys("?")
	d.text("nothing like it")
	d.sees("nothing is called that")
	d.keys("enter", "esc")
	d.sees("This screen")
	d.keys("esc")
	d.seesNot("This screen")
}

// TestPalette: the palette goes to places, rules, questions and hooks, and starts what
// other places do, from wherever one is.
func TestPalette(t *testing.T) {
	for _, c := range []struct{ find, want string }{
		{"go changes", "Home › Changes"},
		{"add a rule", "Rules › Add"},
		{"add a hook", "Hooks › Edit"},
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
	d.seesNot("Install", "add a rule")
}
