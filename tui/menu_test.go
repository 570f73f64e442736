package tui

import (
	"image/color"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/tui/kit"
)

// TestHelpFindsAndDoes: typing into the help finds a key, and enter runs it.
func TestHelpFindsAndDoes(t *testing.T) {
	d := newDriver(t, life(t), 80, 24)
	d.Keys("?")
	d.Sees("This screen", "install hooks, or add more", "? all keys")
	d.SeesNot("Everywhere")
	d.Keys("?")
	d.Sees("Everywhere")
	d.Keys("end")
	if v := d.m.Current().Layer.(*kit.Menu); v.Chosen != len(v.Rows)-1 {
		t.Errorf("end goes to row %d of %d", v.Chosen, len(v.Rows))
	}
	d.Keys("home")
	d.Sees("▸ ↑ k ")
	d.Keys("?")
	d.SeesNot("─ Keys ─")
	d.Keys("?")
	d.Text("rules from doing")
	d.Sees("› rules from doing", "▸ D ")
	d.SeesNot("Moving")
	d.Keys("ctrl+u")
	d.Text("doctor")
	d.Keys("enter")
	d.Sees("Home › Doctor")
	d.Keys("?")
	d.Text("nothing like it")
	d.Sees("No matches. Press esc to close")
	d.Keys("enter", "ctrl+u")
	d.Sees("This screen")
	d.Text("doctor")
	d.Keys("esc")
	d.SeesNot("─ Keys ─")
}

// TestHelpOfAForm: while text is typed, F1 explains every field and the typed values, and leads
// to a field.
func TestHelpOfAForm(t *testing.T) {
	d := newDriver(t, life(t), 80, 24)
	d.Keys("2", "e")
	d.Sees("▸ When Claude asks", "F1 help")
	d.Keys("f1")
	d.Sees("Fields and keys", "So far", "always as you did", "Fields", "the options: also answers other wordings with")
	d.Text("same options")
	d.Keys("enter")
	d.Sees("Rules › Edit", "▸ same ")
}

// TestPaletteNamesTheObject: the palette's actions on a row name the object, not only the verb, such
// as "explain" or "park".
func TestPaletteNamesTheObject(t *testing.T) {
	t.Parallel()
	d := newDriver(t, life(t), 120, 40)
	d.install()
	whole := []string{"Undo", "See", "On"} // their names or texts have the object
	seen := map[string]bool{}
	for _, place := range []string{"1", "2", "3", "4"} {
		d.Keys(place)
		for range 12 {
			for _, e := range d.m.KeyEntries() {
				text := named(e.Name, e.Text)
				name, _, _ := strings.Cut(text, ":")
				if e.Group == kit.OnScreen && !strings.Contains(name, " ") && !slices.Contains(whole, name) && !seen[text] {
					t.Errorf("place %s: %q does not say of what", place, text)
				}
				seen[text] = true
			}
			d.Keys("down")
		}
	}
	if len(seen) < 30 {
		t.Errorf("only %d entries were there", len(seen))
	}
}

// TestPaletteNamesPagesAlike: an entry that leads to a page begins with the page's name on every place, also where
// a text names its key.
func TestPaletteNamesPagesAlike(t *testing.T) {
	t.Parallel()
	f := life(t)
	f.Put(userFile, "{\n  \"hooks\": {},\n}\n")
	d := newDriver(t, f, 120, 40)
	for _, place := range []string{"2", "3", "4"} {
		d.Keys(place, ":")
		d.Text("doctor")
		d.Sees("▸ Doctor: what stops hooks and rules from doing their work")
		d.Keys("esc", "esc")
	}
}

// TestHelpSaysNoYes: the help over a question lists its keys, but cannot run them.
func TestHelpSaysNoYes(t *testing.T) {
	d := newDriver(t, life(t), 80, 24)
	d.Keys("2", "e", "x", "esc", "?")
	d.Sees("  y  ")
	d.SeesNot("▸ y ")
	d.Keys("down", "enter")
	d.Sees("▸ y ")
	d.Keys("esc")
	if d.Sees("▸ No, "); len(d.f.Applied) > 0 {
		t.Error("the help said yes")
	}
}

// TestHelpChoosesNothing: enter in the help does nothing until the person chooses a key.
func TestHelpChoosesNothing(t *testing.T) {
	d := driverWith(t, nil, 80, 24)
	d.Keys("2", "?")
	d.SeesNot("enter run")
	d.Keys("enter")
	d.Sees("─ Keys ─")
	d.SeesNot("z to undo")
	d.Keys("down", "enter")
	d.Sees("▸2 Rules", "z to undo")
}

// TestDetailsUndo: a change made on a page of details is undone there.
func TestDetailsUndo(t *testing.T) {
	d := newDriver(t, life(t), 80, 24)
	d.Keys("2", "enter", "space")
	d.Sees("Rules › Details", "z to undo")
	d.Keys("z")
	d.Sees("Rules › Details", "✓ undone: the rule is as before: ")
}

// TestPalette: from everywhere, the palette goes to places, rules, questions and hooks, and
// runs the keys of other places.
func TestPalette(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ find, want string }{
		{"go changes", " › Changes ─"},
		{"go chng", " › Changes ─"},
		{"add a rule", "Rules › Add"},
		{"question commit", "Log › Details"},
		{"undo", "Undo: nothing to undo"},
		{"doctor", "Home › Doctor"},
		{"suggestions", "no suggestions: one comes"},
		{"tools", "Log › Tools"},
	} {
		d := newDriver(t, life(t), 100, 40)
		d.Keys("D", ":")
		d.Text(c.find)
		d.Keys("enter")
		d.Sees(c.want)
	}
	d := newDriver(t, life(t), 100, 40)
	d.f.Put(userFile, typical)
	d.Keys("2", ":")
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
	d.Text("review rules")
	if n := strings.Count(d.Screen(), "Review rules"); n != 1 {
		t.Errorf("it is listed %d times:\n%s", n, d.Screen())
	}
	d.Keys("esc", "2", ":")
	d.Text("hooks and rules from doing")
	if screen := d.Screen(); !regexp.MustCompile(`Doctor: .* D +│`).MatchString(screen) {
		t.Errorf("no key for it:\n%s", screen)
	}
	d.Keys("esc", "1", ":")
	d.Sees("Doctor: what stops hooks")
	d.Keys("esc")
	d.m.ReadOnly = true
	d.Keys("1", ":")
	d.SeesNot("nstall hooks", "Undo")
}

// TestThemeIsSeen: the screen has the theme under the cursor until esc; the current theme is
// marked.
func TestThemeIsSeen(t *testing.T) {
	t.Parallel()
	d := newDriver(t, life(t), 100, 40)
	d.m.Options.SaveTheme = func(string) error { return nil }
	drawn := func() string { d.m.Changed(); return d.m.View().Content }
	first := drawn()
	d.Keys(":")
	d.Text("theme")
	d.Sees("terminal: the colours of your terminal ✓ now")
	on := drawn()
	d.Keys("down")
	if d.Sees("▸ dark: "); strings.Count(drawn(), "38;2;88;166;255") == 0 || strings.Contains(on, "38;2;88;166;255") {
		t.Error("the theme under the cursor is not seen")
	}
	d.Keys("esc")
	if got := drawn(); got != first {
		t.Errorf("esc leaves another theme:\n%q\nbefore:\n%q", got, first)
	}
	d.Keys(":")
	d.Text("theme dark")
	d.Keys("enter")
	d.Sees("✓ set the theme to dark")
	d.Keys(":")
	d.Text("theme")
	d.Sees("dark: on a dark background ✓ now")
}

// TestBackground: the colours follow the background that the terminal reports.
func TestBackground(t *testing.T) {
	d := newDriver(t, life(t), 100, 30)
	dark := d.m.View().Content
	d.Send(tea.BackgroundColorMsg{Color: color.White})
	if d.m.View().Content == dark {
		t.Error("a light background is drawn on as a dark one")
	}
}

// TestThemes: every theme can be chosen from the palette, is saved, and has its own colours
// on both backgrounds.
func TestThemes(t *testing.T) {
	t.Parallel()
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
			d.m.Changed()
			content := d.m.View().Content
			if other, twice := drawn[content]; twice && !(other == theme.Name && (other == "dark" || other == "light")) {
				t.Errorf("%s is drawn as %s", theme.Name, other)
			}
			drawn[content] = theme.Name
		}
	}
}

// TestPaletteKnowsOtherWords: synonyms find an entry, too.
func TestPaletteKnowsOtherWords(t *testing.T) {
	t.Parallel()
	d := newDriver(t, life(t), 100, 30)
	d.install()
	for typed, want := range map[string]string{
		"pause": "Off for 2 h", "disable": "Off for 2 h", "recording": "ecord", "preferences": "Rules: ", "backup": "Changes: ",
		"history": "Changes: ", "color": "Theme", "colour": "Theme", "health": "Doctor", "settings": "Home: ",
	} {
		d.Keys(":")
		d.Text(typed)
		if d.Sees(want); t.Failed() {
			t.Fatal(typed)
		}
		d.Keys("esc")
	}
}
